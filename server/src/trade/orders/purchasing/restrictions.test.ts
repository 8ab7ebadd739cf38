import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../../test/app.ts';
import { lockIsAwaited, openTransaction } from '../../../../test/lock-waits.ts';
import { type OrderWorld, openOrderWorld, type Seller } from '../../../../test/order-world.ts';
import type { SandboxAccount } from '../../../../test/sandbox.ts';
import type { OnWire } from '../../../../test/wire.ts';
import { inTransaction, type Tx } from '../../../platform/db/pool.ts';
import { takeOffSaleUntilDecided } from '../../../supply/roblox-accounts/off-sale.ts';
import { closeDecided } from '../../reviews/reviews.ts';
import { endRestrictions } from './restrictions.jobs.ts';
import { decidePause, restrict } from './restrictions.ts';

/** Economic restrictions of accounts by Roblox, and what Sterling then does with the seller. */
let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld();
});
afterEach(async () => {
  expect(await world.differences()).toEqual([]);
  await world.clear();
});
afterAll(() => world.close());

const OFF_PLATFORM = 'FraudUseOfUnauthorizedOffPlatformTransactions';

test('the off-platform key pauses all accounts of the seller, including activated and new ones, until staff decides', async () => {
  const { sela, second, mira } = await restricted(OFF_PLATFORM, 90);
  expect(await accountsOf(sela)).toMatchObject([
    { id: sela.accountId, status: 'offline', statusReason: expect.stringContaining(OFF_PLATFORM) },
    { id: second, status: 'offline', statusReason: expect.stringContaining('Roblox objected to trade') },
  ]);
  expect(await accountsOf(mira)).toMatchObject([{ status: 'online' }]);
  await activate(sela, second);
  expect((await accountsOf(sela))[1]).toMatchObject({ status: 'offline' });
  const third = await addAccount(sela);
  expect(await accountsOf(sela)).toHaveLength(3);
  expect((await accountsOf(sela)).every(({ status }) => status === 'offline')).toBe(true);

  expect(await decide(sela, 'approve')).toMatchObject({ state: 'approved' });
  const after = await accountsOf(sela);
  expect(after.find(({ id }) => id === second)).toMatchObject({ status: 'online', statusReason: null });
  expect(after.find(({ id }) => id === third)).toMatchObject({ status: 'online' });
  expect(after.find(({ id }) => id === sela.accountId)).toMatchObject({ status: 'offline' });
});

test('a rejection removes all accounts of the seller', async () => {
  const { sela } = await restricted(OFF_PLATFORM, 1);
  await decide(sela, 'reject');
  expect(await accountsOf(sela)).toEqual([]);
  const { rows } = await world.database.asOwner(
    'select sealed_cookie from roblox_accounts where user_id = $1',
    [sela.id],
  );
  expect(rows).toEqual([{ sealed_cookie: null }, { sealed_cookie: null }]);
});

test('a seller cannot add back accounts that staff removed, nor one removed before the decision', async () => {
  const { sela, second } = await restricted(OFF_PLATFORM, 1);
  const cookies = [sela.game.cookie, gameOf.get(second)!.cookie];
  expect((await sela.call('DELETE', `/api/roblox-accounts/${sela.accountId}`)).status).toBe(200);
  await decide(sela, 'reject');
  for (const cookie of cookies) {
    const again = await sela.call('POST', '/api/roblox-accounts', { cookie, ratePerThousand: 6 });
    expect(again).toMatchObject({ status: 403, body: { code: 'unauthorized' } });
  }
  await addAccount(sela);
  expect(await accountsOf(sela)).toMatchObject([{ status: 'online' }]);
});

test('a restriction in the moment in which staff resume the seller pauses the seller again', async () => {
  const { sela, second } = await restricted(OFF_PLATFORM, 90);
  const { db } = world.services;
  const before = await pauseOf(sela);
  const resuming = await openTransaction(db, async (tx) => {
    const decidedBy = (await world.signIn('ruth', 'admin')).id;
    await closeDecided(tx, before.openReviews[0]!, { decision: 'approve', reason: 'looked', decidedBy });
    await decidePause(tx, sela.id, 'approve');
  });
  const { id: orderId } = await db.selectFrom('orders').select('id').executeTakeFirstOrThrow();
  const order = { id: orderId, accountId: sela.accountId, sellerId: sela.id };
  const restricting = inTransaction(db, (tx) => restrict(tx, order, { key: OFF_PLATFORM, minutes: 90 }));
  await lockIsAwaited(world.database);
  resuming.release();
  await Promise.all([resuming.finished, restricting]);
  const after = await pauseOf(sela);
  expect(after).toMatchObject({ isPaused: true, openReviews: [expect.any(String)] });
  expect(after.openReviews).not.toEqual(before.openReviews);
  expect((await accountsOf(sela))[1]).toMatchObject({ id: second, status: 'offline' });
});

test.each([
  [
    'its seller is paused',
    (sela: Seller) => world.database.asOwner('select pause_seller($1)', [sela.id]),
    'Roblox objected to trade',
  ],
  [
    'its purchase is escalated',
    (sela: Seller) => inTransaction(world.services.db, (tx) => takeOffSaleUntilDecided(tx, sela.accountId)),
    'verify a purchase',
  ],
])('an account that goes on sale while %s goes off sale again', async (_when, takeOff, reason) => {
  const sela = await world.seller(5_000, 2);
  const { db } = world.services;
  const setActive = (tx: Tx, isActive: boolean) =>
    tx
      .updateTable('robloxAccounts')
      .set({ isActive, status: isActive ? 'online' : 'offline' })
      .where('id', '=', sela.accountId)
      .execute();
  await inTransaction(db, (tx) => setActive(tx, false));
  const activating = await openTransaction(db, async (tx) => void (await setActive(tx, true)));
  const taking = takeOff(sela);
  await Promise.race([taking, lockIsAwaited(world.database)]);
  activating.release();
  await Promise.all([activating.finished, taking]);
  expect(await accountsOf(sela)).toMatchObject([
    { status: 'offline', statusReason: expect.stringContaining(reason) },
  ]);
});

test('a restriction with an end keeps the account off sale until then, and ends automatically after a check', async () => {
  const { sela, second } = await restricted('FraudChargeback', 90);
  expect((await accountsOf(sela))[1]).toMatchObject({ id: second, status: 'online' });
  await activate(sela, sela.accountId);
  expect((await accountsOf(sela))[0]).toMatchObject({
    status: 'offline',
    statusReason: expect.stringMatching(/until .* UTC \(FraudChargeback\)/),
  });
  await endRestrictions(world.orderServices);
  expect((await accountsOf(sela))[0]).toMatchObject({ status: 'offline' });
  await world.control('PATCH', `/game/accounts/${sela.game.id}`, { restriction: null, robux: 4_321 });
  await isOver(sela);
  await endRestrictions(world.orderServices);
  await expectAccount(sela, { status: 'online', statusReason: null, robuxBalance: 4_321 });
});

test('an account whose cookie cannot be opened does not keep others restricted', async () => {
  const { sela } = await restricted('FraudChargeback', 90);
  const second = await world.seller(5_000, 3);
  await world.control('PATCH', `/game/accounts/${sela.game.id}`, { restriction: null });
  const broken = await world.seller(5_000, 3);
  await world.database.asOwner(`update roblox_accounts set sealed_cookie = 'broken' where id = $1`, [
    broken.accountId,
  ]);
  expect(
    (await second.call('PUT', `/api/roblox-accounts/${second.accountId}`, { status: 'offline' })).status,
  ).toBe(200);
  // claimed in this order
  for (const each of [broken, sela, second]) await isOver(each);
  await endRestrictions(world.orderServices);
  const ids = [broken, sela, second].map(({ accountId }) => accountId);
  const stillRestricted =
    'select id from roblox_accounts where restricted_until is not null and id = any($1)';
  const read = async () => (await world.database.asOwner(stillRestricted, [ids])).rows;
  await expect.poll(read).toEqual([{ id: broken.accountId }]);
  // its seller took it off sale meanwhile
  expect(await accountsOf(second)).toMatchObject([{ status: 'offline' }]);
});

test('an account that is moderated when its restriction ends stays off sale with that reason', async () => {
  const { sela } = await restricted('FraudChargeback', 90);
  await world.control('PATCH', `/game/accounts/${sela.game.id}`, { restriction: null, moderated: true });
  await isOver(sela);
  await endRestrictions(world.orderServices);
  await expectAccount(sela, { status: 'offline', statusReason: expect.stringContaining('moderated') });
});

test('an account whose restriction ends beyond every calendar is off sale', async () => {
  const { sela } = await restricted('FraudChargeback', 1e12);
  expect((await accountsOf(sela))[0]).toMatchObject({ status: 'offline' });
});

/** Places an order that fails at sela's restricted account and is bought by mira's. sela has a second account. */
async function restricted(reason: string, minutes: number) {
  const sela = await world.seller(5_000, 2);
  const second = await addAccount(sela);
  const mira = await world.seller(5_000, 3);
  const nova = await world.buyer(1_000);
  await world.control('PATCH', `/game/accounts/${sela.game.id}`, { restriction: { reason, minutes } });
  const placed = await world.order(nova, await world.pass(1_000), 1_000, { ratePerThousand: 3 });
  expect(await world.final(nova, placed)).toMatchObject({ status: 'completed', accountId: mira.accountId });
  return { sela, second, mira };
}

let added = 0;
const gameOf = new Map<string, SandboxAccount>();
/** Adds an account with a rate that no order here accepts. */
async function addAccount(seller: Caller): Promise<string> {
  const game = await world.control<SandboxAccount>('POST', '/game/accounts', {
    username: `another_${++added}`,
    robux: 5_000,
  });
  const { status, body } = await seller.call('POST', '/api/roblox-accounts', {
    cookie: game.cookie,
    ratePerThousand: 6,
  });
  expect(status).toBe(201);
  gameOf.set(String(body.id), game);
  return String(body.id);
}

/** The running worker may have claimed an account first. Then its check ends a moment later. */
const expectAccount = (seller: Caller, expected: object) =>
  expect.poll(async () => (await accountsOf(seller))[0]).toMatchObject(expected);

async function accountsOf(seller: Caller) {
  const { body } = await seller.call('GET', '/api/roblox-accounts');
  return (body as unknown as OnWire<typeof RobloxAccount>[]).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

async function activate(seller: Seller, id: string): Promise<void> {
  const { status } = await seller.call('PUT', `/api/roblox-accounts/${id}`, { status: 'online' });
  expect(status).toBe(200);
}

async function pauseOf({ id }: Seller): Promise<{ isPaused: boolean; openReviews: string[] }> {
  const { rows } = await world.database.asOwner(
    `select is_selling_paused as "isPaused", array(select id::text from reviews
       where subject_id = u.id and kind = 'off_platform' and state = 'open') as "openReviews"
     from users u where id = $1`,
    [id],
  );
  return rows[0];
}

const isOver = ({ accountId }: Seller) =>
  world.database.asOwner(
    `update roblox_accounts set restricted_until = now() - interval '1 second' where id = $1`,
    [accountId],
  );

async function decide(seller: Seller, decision: 'approve' | 'reject') {
  const ruth = await world.signIn('ruth', 'admin');
  const { body } = await ruth.call('GET', '/api/admin/reviews?kind=off_platform');
  const open = (body as unknown as { id: string; userId: string; facts: object }[]).filter(
    ({ userId }) => userId === seller.id,
  );
  expect(open).toMatchObject([{ facts: { key: OFF_PLATFORM, accountId: seller.accountId } }]);
  const decided = await ruth.call('POST', `/api/admin/reviews/${open[0]!.id}`, {
    decision,
    reason: 'looked',
  });
  return decided.body;
}
