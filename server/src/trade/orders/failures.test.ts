import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { openReview } from '../reviews/reviews.ts';
import { giveToStaff } from './failures.ts';
import { lockOpen } from './order.ts';

/** No worker runs here: each test does the worker's steps. */
let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
});
afterAll(() => world.close());

async function anOrder() {
  const sela = await world.seller(5_000, 3);
  const nova = await world.buyer(1_000);
  const pass = await world.pass(1_000);
  const placed = await world.order(nova, pass, 1_000);
  return { sela, nova, pass, placed, id: String(placed.body.id) };
}

const give = (id: string, why: string) =>
  inTransaction(world.services.db, async (tx) => giveToStaff(tx, (await lockOpen(tx, id))!, why));

test('an order that went to staff between act and record is still found to be bought', async () => {
  const { sela, nova, pass, placed, id } = await anOrder();
  await world.work(placed, {
    buyGamepass: async (...args) => {
      await world.services.game.buyGamepass(...args);
      throw new Error('killed');
    },
  });
  await give(id, 'it fails');
  await world.work(placed);
  expect((await nova.call('GET', `/api/robux/orders/${id}`)).body).toMatchObject({ status: 'completed' });
  expect(await world.purchasesSeen(pass)).toHaveLength(1);
  expect((await world.wallet(sela, 'seller')).posted).toBe(300);
  expect(await world.differences()).toEqual([]);
});

test('staff learns every reason why an order fails, and keeps the facts of the review before', async () => {
  const { id } = await anOrder();
  await inTransaction(world.services.db, (tx) =>
    openReview(tx, { kind: 'manual_order', subjectId: id, userId: null, facts: { paidRobux: 400 } }),
  );
  for (const why of ['one reason', 'another', 'another']) await give(id, why);
  const reviews = world.services.db.selectFrom('reviews').where('subjectId', '=', id).orderBy('openedAt');
  expect(await reviews.select(['state', 'facts']).execute()).toEqual([
    { state: 'overtaken', facts: { paidRobux: 400 } },
    { state: 'overtaken', facts: { paidRobux: 400, why: ['one reason'] } },
    { state: 'open', facts: { paidRobux: 400, why: ['one reason', 'another'] } },
  ]);
});
