import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { newCaller } from '../../../test/roles.ts';
import { openTradeWorld, type TradeWorld } from '../../../test/trade-world.ts';

let world: TradeWorld;
let owner: Caller;
let nova: Caller;
let sela: Caller;
beforeAll(async () => {
  world = await openTradeWorld();
  owner = await newCaller(world, 'owner');
});
beforeEach(async () => {
  [nova, sela] = [await world.buyer(20_000), await world.seller()];
});
afterAll(() => world.close());

test('a delivery that a banned seller claims is not paid by the clock', async () => {
  const id = await world.delivered(nova, sela);
  const flags = { role: 'seller', isOwner: false, isVerified: false, isBanned: true };
  const shown = async () => (await nova.call('GET', `/api/transactions/${id}`)).body.confirmAt;
  const listed = async () =>
    (await nova.call('GET', '/api/transactions?stage=delivered')).body as unknown as object[];
  expect(await shown()).toEqual(expect.any(String));
  expect((await owner.call('PATCH', `/api/admin/users/${sela.id}`, flags)).status).toBe(200);
  expect(await shown()).toBe(null);
  expect(await listed()).toContainEqual(expect.objectContaining({ id, confirmAt: null }));
  await world.letPass(id, 73);
  await world.workDue();
  expect((await world.wallet(sela, 'seller')).posted).toBe(0);
  expect((await world.step(nova, id, 'dispute', { reason: 'It was a fraud' })).status).toBe(200);
});

test('the buyer of a delivered trade learns that its seller was banned, or staff gets to decide it', async () => {
  const id = await world.delivered(nova, sela);
  await world.database.asOwner('delete from inbox_entries where user_id = $1', [nova.id]);
  const flags = { role: 'seller', isOwner: false, isVerified: false, isBanned: true };
  await owner.call('PATCH', `/api/admin/users/${sela.id}`, flags);
  const { rows } = await world.database.asOwner(
    `select code from inbox_entries where user_id = $1
     union all select kind from reviews where subject_id = $2 and state = 'open'`,
    [nova.id, id],
  );
  expect(rows).not.toEqual([]);
});

test('staff decide what a banned seller claims to have delivered, but no other delivery', async () => {
  const honest = await world.seller();
  const [claimed, other] = [
    await world.bought(nova, await world.list(sela)),
    await world.bought(nova, await world.list(honest)),
  ];
  await world.step(sela, claimed, 'deliver');
  await world.step(honest, other, 'deliver');
  const flags = { role: 'seller', isOwner: false, isVerified: false, isBanned: true };
  await owner.call('PATCH', `/api/admin/users/${sela.id}`, flags);
  const refund = { outcome: 'buyer', reason: 'Fraud' };
  expect((await world.step(owner, claimed, 'resolve', refund)).status).toBe(200);
  expect((await world.step(owner, other, 'resolve', refund)).body.code).toBe('out_of_order');
  expect(await world.wallet(nova)).toMatchObject({ posted: 20_000, held: 10_000 });
});

test.each([
  ['approve', 20_000],
  ['reject', 10_000],
])('the decision %s in the review of such a delivery ends its trade', async (decision, posted) => {
  const id = await world.delivered(nova, sela);
  const flags = { role: 'seller', isOwner: false, isVerified: false, isBanned: true };
  await owner.call('PATCH', `/api/admin/users/${sela.id}`, flags);
  const review = await world.services.db
    .selectFrom('reviews')
    .where('subjectId', '=', id)
    .select('id')
    .executeTakeFirstOrThrow();
  const decided = await owner.call('POST', `/api/admin/reviews/${review.id}`, {
    decision,
    reason: 'Checked',
  });
  expect(decided.status).toBe(200);
  expect(await world.wallet(nova)).toMatchObject({ posted, held: 0 });
  const { rows } = await world.database.asOwner(
    `select (select before from audit_log where action = 'transactions.resolved' and subject_id = $1::text) as before,
      (select count(*)::int from inbox_entries where code = 'trade_disputed' and subject_id = $1::uuid) as disputes`,
    [id],
  );
  expect(rows).toEqual([{ before: { stage: 'delivered' }, disputes: 0 }]);
});

test('what was delivered to a banned buyer is still paid by the clock', async () => {
  const id = await world.delivered(nova, sela);
  const flags = { role: 'buyer', isOwner: false, isVerified: false, isBanned: true };
  expect((await owner.call('PATCH', `/api/admin/users/${nova.id}`, flags)).status).toBe(200);
  await world.letPass(id, 73);
  await world.workDue();
  expect((await world.wallet(sela, 'seller')).posted).toBe(9_500);
});
