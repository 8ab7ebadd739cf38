import { cents } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import { freshAddress } from '../../../test/payer.ts';
import { credit, postAt } from '../../../test/wallets.ts';
import { account, post } from '../../money/ledger/ledger.ts';
import { pollPrices } from '../../money/prices/prices.jobs.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { recordHeartbeat } from '../../platform/uptime/uptime.ts';

let world: OrderWorld;
let ada: Caller;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  ada = await world.signIn('ada', 'admin');
  await pollPrices(world.services);
});
afterAll(async () => {
  const found = await world.differences();
  expect(found.map(({ subject }) => subject).sort()).toEqual([...WITHOUT_RECORDS].sort());
  await world.close();
});

/** Events that a test books without the sales behind them. The proof reports them. */
const WITHOUT_RECORDS = ['long ago', 'yesterday', 'today', 'also today', 'within', 'shared'];

const stats = async () => (await ada.call('GET', '/api/admin/stats')).body;

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
      postAt(world.services.db, at, {
        key,
        kind: 'test',
        postings: [{ from: account.exchange, to, amount: cents(amount) }],
      });
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
    const share = { from: account.fees, to: account.exchange, amount: cents(70) };
    await inTransaction(world.services.db, (tx) =>
      post(tx, { key: 'shared', kind: 'affiliate.paid', postings: [share] }),
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
    await recordHeartbeat(world.services.db);
    await recordHeartbeat(world.services.db);
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
