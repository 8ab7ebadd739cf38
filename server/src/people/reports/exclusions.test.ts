import type { AdminUser } from '@sterling/contract/admin.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, caller } from '../../../test/app.ts';
import { type OrderWorld, openOrderWorld, type Seller } from '../../../test/order-world.ts';
import { reportAccount } from '../../../test/reports.ts';
import type { OnWire } from '../../../test/wire.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { restrict } from '../../trade/orders/purchasing/restrictions.ts';
import { lookUpReports } from './reports.jobs.ts';

/** What keeps a seller from adding a Roblox account again, and what ends it. */
let world: OrderWorld;
let sela: Seller;
let otto: Caller;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  otto = await world.signIn('otto', 'admin', true);
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.clear();
  await otto.call('POST', '/api/admin/clear-rate-limits');
  sela = await world.seller(1_000, 3);
});

/** Reports the account of `sela`. */
const report = async () => {
  const reported = await reportAccount(world, sela.game.username);
  await lookUpReports(world.services);
  return reported;
};
const prove = async ({ id, code }: { id: string; code: string }): Promise<void> => {
  await world.control('PATCH', `/game/accounts/${sela.game.id}`, { description: code });
  expect((await caller(world.app, '').call('POST', `/api/reports/${id}/verify`)).status).toBe(200);
};
const decide = async (subjectId: string, decision: 'approve' | 'reject') => {
  const { rows } = await world.database.asOwner(
    `select id from reviews where subject_id = $1 and state = 'open'`,
    [subjectId],
  );
  const reason = 'looked';
  expect((await otto.call('POST', `/api/admin/reviews/${rows[0].id}`, { decision, reason })).status).toBe(
    200,
  );
};
/** Roblox objects to an account of `sela`, and staff have to decide. */
const object = () => {
  const order = { id: sela.accountId, accountId: sela.accountId, sellerId: sela.id };
  const key = 'FraudUseOfUnauthorizedOffPlatformTransactions';
  return inTransaction(world.services.db, (tx) => restrict(tx, order, { key, minutes: 0 }));
};
const add = async () => {
  const body = { cookie: sela.game.cookie, ratePerThousand: 3, ownershipConfirmed: true };
  return (await sela.call('POST', '/api/roblox-accounts', body)).status;
};

test.each(['before', 'after'])(
  'a rejected report does not let a seller add an account that staff removed %s the proof',
  async (when) => {
    const reported = await report();
    await object();
    if (when === 'before') await decide(sela.id, 'reject');
    await prove(reported);
    if (when === 'after') await decide(sela.id, 'reject');
    await decide(reported.id, 'reject');
    expect(await add()).toBe(403);
  },
);

test('staff allow accounts again that they removed by mistake, with a reason in the audit log', async () => {
  await object();
  await decide(sela.id, 'reject');
  expect(await add()).toBe(403);
  const allow = (staff: Caller, reason: string) =>
    staff.call('POST', `/api/admin/users/${sela.id}/allow-accounts`, { reason });
  const found = async () => {
    const { body } = await otto.call('GET', `/api/admin/users?search=${sela.id}`);
    return (body as unknown as OnWire<typeof AdminUser>[])[0]?.excludedAccounts;
  };
  expect(await found()).toBe(1);
  expect((await allow(sela, 'mine')).status).toBe(403);
  const own = `/api/admin/users/${otto.id}/allow-accounts`;
  expect((await otto.call('POST', own, { reason: 'mine' })).body.code).toBe('unauthorized');
  expect((await allow(otto, ' ')).status).toBe(400);
  expect((await allow(otto, 'it was another seller')).body).toMatchObject({ allowed: 1 });
  expect(await found()).toBe(0);
  expect(await add()).toBe(201);
  expect((await allow(otto, 'again')).status).toBe(404);
  const { body } = await otto.call('GET', '/api/admin/audit?action=users.accounts_allowed');
  expect(body).toMatchObject([
    {
      actor: 'otto',
      ip: '127.0.0.1',
      reason: 'it was another seller',
      before: { robloxUserIds: [Number(sela.game.id)] },
    },
  ]);
});

test('while a proved report waits for its decision, nothing else allows its account again', async () => {
  await prove(await report());
  const { status } = await otto.call('POST', `/api/admin/users/${sela.id}/allow-accounts`, {
    reason: 'looks fine',
  });
  expect(status).toBe(404);
  expect(await add()).toBe(403);
});

test('a rejected report does not end the effect of another report of the account', async () => {
  const [first, second] = [await report(), await report()];
  await prove(first);
  await prove(second);
  await decide(second.id, 'reject');
  expect(await add()).toBe(403);
  await decide(first.id, 'reject');
  expect(await add()).toBe(201);
});

test('the same proof does not take an account again after staff have rejected it', async () => {
  const reported = await report();
  await prove(reported);
  await decide(reported.id, 'reject');
  expect(await add()).toBe(201);
  const again = await caller(world.app, '').call('POST', `/api/reports/${reported.id}/verify`);
  expect(again).toMatchObject({ status: 409, body: { code: 'review_closed' } });
  const [account] = (await sela.call('GET', '/api/roblox-accounts')).body as unknown as {
    isActive: boolean;
  }[];
  expect(account).toMatchObject({ isActive: true });
});
