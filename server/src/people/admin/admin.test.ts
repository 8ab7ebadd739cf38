import { cents } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import { freshAddress } from '../../../test/payer.ts';
import { credit } from '../../../test/wallets.ts';
import { account, post } from '../../money/ledger/ledger.ts';
import { pollPrices } from '../../money/prices/prices.jobs.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { beat } from '../../platform/uptime/uptime.ts';

let world: OrderWorld;
let otto: Caller;
let ada: Caller;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  otto = await world.signIn('otto', 'admin', true);
  ada = await world.signIn('ada', 'admin');
  await pollPrices(world.services);
});
afterAll(async () => {
  expect(await world.differences()).toEqual([]);
  await world.close();
});

const stats = async () => (await ada.call('GET', '/api/admin/stats')).body;
const put = (who: Caller, key: string, value: unknown) =>
  who.call('PUT', `/api/admin/settings/${key}`, { value });

describe('S7.02 the owner’s figures', () => {
  test('count the users who joined today and this week, without deleted users', async () => {
    const before = await stats();
    const [nova] = [await world.signIn('nova'), await world.signIn('nick')];
    await world.database.asOwner(`update users set joined_at = now() - interval '8 days' where id = $1`, [
      nova.id,
    ]);
    const after = await stats();
    expect(Number(after.totalUsers) - Number(before.totalUsers)).toBe(2);
    expect(Number(after.newUsersToday) - Number(before.newUsersToday)).toBe(1);
    expect(Number(after.newUsersThisWeek) - Number(before.newUsersThisWeek)).toBe(1);
    await nova.call('POST', '/api/reset/delete-me');
    expect((await stats()).totalUsers).toBe(Number(after.totalUsers) - 1);
  });

  test('show the revenue of the house per day and its change', async () => {
    const earn = (key: string, amount: number, at: Date, to: string = account.fees) =>
      inTransaction(world.services.db, (tx) =>
        post(tx, {
          key,
          kind: 'test',
          at,
          postings: [{ from: account.exchange, to, amount: cents(amount) }],
        }),
      );
    const midnight = new Date(new Date().toISOString().slice(0, 10)).getTime();
    await earn('long ago', 1_000, new Date(midnight - 40 * 86_400_000));
    expect(await stats()).toMatchObject({ totalRevenue: 10, todayRevenue: 0, revenueChange: null });
    await earn('yesterday', 400, new Date(midnight - 1));
    await earn('today', 410, new Date(midnight));
    await earn('also today', 50, new Date(), account.networkFees);
    const passed = { from: account.fees, to: account.networkFees, amount: cents(10) };
    await inTransaction(world.services.db, (tx) =>
      post(tx, { key: 'within', kind: 'test', postings: [passed] }),
    );
    expect(await stats()).toMatchObject({ totalRevenue: 18.6, todayRevenue: 4.6, revenueChange: 15 });
  });

  test('show wallet balances, pending withdrawals and transactions', async () => {
    const before = await stats();
    await world.seller(1_000, 3);
    const nova = await world.buyer(2_000);
    await world.order(nova, await world.pass(500), 500);
    const sela = await world.signIn('sela', 'seller');
    await credit(world.services.db, sela.id, 5_000, { wallet: 'seller' });
    await sela.call('POST', '/api/wallet/withdraw', {
      amount: 20,
      ltcAddress: freshAddress(),
      walletType: 'seller',
    });
    const after = await stats();
    const grown = (field: string) => Math.round(100 * (Number(after[field]) - Number(before[field]))) / 100;
    expect(
      ['totalWalletBalance', 'pendingWithdrawals', 'totalTransactions', 'dailyTransactions'].map(grown),
    ).toEqual([70, 20, 1, 1]);
    await world.database.asOwner(`alter table orders disable trigger guard`);
    await world.database.asOwner(`update orders set created_at = created_at - interval '1 day'`);
    await world.database.asOwner(`alter table orders enable trigger guard`);
    expect(await stats()).toMatchObject({ dailyTransactions: 0, transactionsChange: -100 });
  });

  test('show uptime as the share of minutes with a heartbeat in the last 30 days', async () => {
    expect((await stats()).uptime).toBeNull();
    await beat(world.services.db);
    await beat(world.services.db);
    expect((await stats()).uptime).toBe(100);
    await world.database.asOwner(
      `insert into heartbeats select date_trunc('minute', now()) - n * interval '1 minute' from unnest(array[3, 60 * 24 * 30 + 5]) n`,
    );
    expect((await stats()).uptime).toBe(50);
    // the current minute counts as missing only after it has passed
    await world.database.asOwner(
      `update heartbeats set minute = minute - interval '1 minute' where minute = date_trunc('minute', now())`,
    );
    expect((await stats()).uptime).toBe(66.66);
  });
});

describe('S7.07 settings', () => {
  test('are all listed with their values, and each change has an audit entry', async () => {
    const rows = (await ada.call('GET', '/api/admin/settings')).body as unknown as {
      key: string;
      value: unknown;
    }[];
    expect(rows.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['maintenance_mode', 'action_limit', 'marketplace_fee', 'emergency_shutdown']),
    );
    const value = { enabled: true, updatedAt: '2026-11-21T16:00:00.000Z' };
    expect((await put(ada, 'maintenance_mode', value)).body).toEqual({ key: 'maintenance_mode', value });
    const { body } = await ada.call('GET', '/api/admin/audit?action=settings.changed&pageSize=1');
    expect(body).toMatchObject([
      { actor: 'ada', subjectId: 'maintenance_mode', before: { enabled: false }, after: value },
    ]);
    await put(ada, 'maintenance_mode', { enabled: false });
  });

  test('that are changed at the same moment have audit entries that follow each other', async () => {
    const percents = [1, 2, 3, 4];
    const answers = await Promise.all(percents.map((percent) => put(ada, 'marketplace_fee', { percent })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { body } = await ada.call('GET', '/api/admin/audit?action=settings.changed&pageSize=4');
    const entries = body as unknown as { before: object; after: object }[];
    for (const [index, { before }] of entries.slice(0, -1).entries())
      expect(before).toEqual(entries[index + 1]!.after);
    await put(ada, 'marketplace_fee', { percent: 5 });
  });

  test('S7.09 maintenance refuses writes of users who are not staff, and allows reads', async () => {
    const nova = await world.signIn('nova');
    const write = (who: Caller) => who.call('PUT', `/api/users/${who.id}`, { role: 'seller' });
    await put(ada, 'maintenance_mode', { enabled: true });
    expect((await write(nova)).body.message).toBe('Service unavailable');
    expect((await nova.call('GET', '/api/auth/user')).status).toBe(200);
    expect((await nova.call('POST', '/api/auth/logout')).status).toBe(200);
    await put(ada, 'maintenance_mode', { enabled: false });
    expect((await write(await world.signIn('nick'))).status).toBe(200);
  });

  test.each([
    ['action_limit', { perHour: 300 }],
    ['marketplace_fee', { percent: 0.15 }],
    ['marketplace_fee', { percent: 10.1 }],
    ['marketplace_fee', { percent: -1 }],
    ['maintenance_mode', { enabled: 'yes' }],
    ['maintenance_mode', { enabled: true, more: 1 }],
    ['maintenance_mode', { enabled: true, updatedAt: 'now' }],
    ['maintenance_mode', null],
  ])('%s refuses %j', async (key, value) => {
    expect((await put(otto, key, value)).status).toBe(400);
    expect((await otto.call('PUT', `/api/admin/settings/${key}`, {})).status).toBe(400);
  });

  test('admins change three settings and start the emergency stop; only owners change the rest and lift the stop', async () => {
    expect((await put(ada, 'action_limit', { perHour: 200 })).status).toBe(200);
    expect((await put(ada, 'marketplace_fee', { percent: 4.5 })).status).toBe(200);
    expect((await put(ada, 'payout_hold', { days: 0 })).body.message).toBe('Owner access required');
    expect((await put(ada, 'nothing', {})).status).toBe(404);
    expect((await ada.call('POST', '/api/admin/emergency-shutdown')).body).toMatchObject({
      success: true,
      enabled: true,
    });
    expect((await ada.call('POST', '/api/admin/emergency-shutdown', { enabled: false })).body.message).toBe(
      'Owner access required',
    );
    const nova = await world.buyer(1_000);
    expect((await world.order(nova, await world.pass(500), 500)).status).toBe(503);
    expect((await otto.call('POST', '/api/admin/emergency-shutdown', { enabled: false })).status).toBe(200);
    expect((await world.order(nova, await world.pass(500), 500)).status).not.toBe(503);
  });
});

describe('corrections', () => {
  const give = (to: Caller, amount: unknown, more: object = {}, key?: string) =>
    otto.call(
      'POST',
      '/api/admin/corrections',
      { userId: to.id, walletType: 'buyer', amount, reason: 'goodwill', ...more },
      key ? { 'idempotency-key': key } : {},
    );

  test('add or remove money once per key, with an audit entry', async () => {
    const nova = await world.signIn('nova');
    expect(await give(nova, '12.34', {}, 'gift')).toMatchObject({
      status: 201,
      body: { success: true, balance: 12.34 },
    });
    expect((await give(nova, '12.34', {}, 'gift')).headers['idempotency-replayed']).toBe('true');
    expect((await give(nova, -2.34, { reason: 'too much' })).body).toMatchObject({ balance: 10 });
    expect(await world.wallet(nova)).toMatchObject({ posted: 1_000 });
    const { body } = await ada.call('GET', `/api/admin/audit?action=wallets.corrected&search=${nova.id}`);
    expect(body).toMatchObject([
      { reason: 'too much', before: { walletType: 'buyer', cents: 1_234 }, after: { cents: 1_000 } },
      { reason: 'goodwill', before: { cents: 0 }, after: { cents: 1_234 } },
    ]);
  });

  test.each([
    [{ amount: 0 }, 400, 'Invalid amount'],
    [{ amount: 1.234 }, 400, 'Invalid amount'],
    [{ reason: '  ' }, 400, /reason must/],
    [{ walletType: 'house' }, 400, /walletType/],
    [{ userId: 'nobody' }, 404, 'User not found'],
    [{ amount: -0.01 }, 409, 'Insufficient balance'],
  ])('refuse %j with %i', async (wrong, status, message) => {
    const nova = await world.signIn('nova');
    const refused = await give(nova, 1, wrong);
    expect([refused.status, refused.body.message]).toEqual([status, expect.stringMatching(message)]);
    expect(await world.wallet(nova)).toMatchObject({ posted: 0 });
  });
});

describe('the audit log', () => {
  test('can be searched, filtered and paged', async () => {
    const pages = await Promise.all(
      [1, 2].map((page) =>
        ada.call('GET', `/api/admin/audit?action=settings.changed&pageSize=2&page=${page}`),
      ),
    );
    const ids = pages.flatMap(({ body }) =>
      (body as unknown as { id: string }[]).map(({ id }) => Number(id)),
    );
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(new Set(ids).size).toBe(4);
    const total = Number(pages[0]!.headers['x-total-count']);
    const day = new Date().toISOString().slice(0, 10);
    const of = async (query: string) =>
      Number(
        (await ada.call('GET', `/api/admin/audit?action=settings.changed&${query}`)).headers['x-total-count'],
      );
    expect(await of(`from=${day}`)).toBe(total);
    expect(await of(`to=${day}`)).toBe(0);
    expect(await of(`from=${new Date(Date.now() + 60_000).toISOString()}`)).toBe(0);
    expect((await of(`actor=${ada.id}`)) + (await of(`actor=${otto.id}`))).toBe(total);
    expect(await of('search=EMERGENCY')).toBe(3 - 1);
    expect((await ada.call('GET', '/api/admin/audit?from=yesterday')).status).toBe(400);
  });

  test('cannot be changed or deleted, not even by the database owner', async () => {
    const { services, database } = world;
    await expect(services.db.deleteFrom('auditLog').execute()).rejects.toThrow(/permission denied/);
    await expect(services.db.updateTable('auditLog').set({ action: 'x' }).execute()).rejects.toThrow(
      /permission denied/,
    );
    for (const change of [
      'update audit_log set reason = null',
      'delete from audit_log',
      'truncate audit_log',
    ]) {
      await expect(database.asOwner(change)).rejects.toThrow(/append-only/);
    }
  });
});
