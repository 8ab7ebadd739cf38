import { expect, test } from 'vitest';
import { lateLooks } from '../../../../test/late-looks.ts';
import { useManualWorld } from '../../../../test/manual-world.ts';

/** Several orders for one gamepass of the same account, of which at most one is paid. */
const world = useManualWorld();

const { lookLater, openReviews, decide } = lateLooks(world);

test('two orders that moved on share one purchase: the house pays it once', async () => {
  const { sela, nova, pass, ids } = await twoMovedOn();
  await world.bought(sela, pass);
  await lookLater();
  const reviews = await openReviews();
  expect(reviews).toHaveLength(2);
  const answers = await Promise.all(reviews.map((review) => decide(review, 'approve')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await world.wallet(sela, 'seller')).posted).toBe(200);
  for (const id of ids) expect((await world.read(nova, id)).status).toBe('failed');
  await lookLater();
  const [left] = await openReviews();
  expect((await decide(left!, 'reject')).status).toBe(200);
});

test('an order in progress explains a purchase: the house does not pay it for an earlier order', async () => {
  const { sela, nova, pass, placeAgain } = await oneMovedOn();
  const id = await placeAgain();
  await world.bought(sela, pass);
  await lookLater();
  expect(await openReviews()).toEqual([]);
  await world.check(id);
  expect((await world.read(nova, id)).status).toBe('completed');
  await lookLater();
  expect(await openReviews()).toEqual([]);
  expect((await world.wallet(sela, 'seller')).posted).toBe(200);
});

test('a purchase of another order that was never sent does not end the looks', async () => {
  const { sela, pass, id } = await oneMovedOn();
  const { rows } = await world.database.asOwner(
    `insert into purchase_attempts (id, order_id, account_id, pass_id, price_robux, balance_before)
      values (gen_random_uuid(), $1, $2, $3, 1000, 5000) returning id`,
    [id, sela.accountId, pass.id],
  );
  await world.bought(sela, pass);
  await lookLater();
  expect(await openReviews()).toEqual([]);
  await world.database.asOwner(
    `update purchase_attempts set state = 'refused', ended_at = now() where id = $1`,
    [rows[0].id],
  );
  await lookLater();
  expect(await openReviews()).toHaveLength(1);
});

/** The buyer takes the pass off sale until the order has failed, and puts it on sale again. */
async function oneMovedOn() {
  const { sela, nova, pass, id } = await world.handOrder();
  const sells = (isForSale: boolean) => world.control('PATCH', `/game/passes/${pass.id}`, { isForSale });
  const fail = async (orderId: string) => {
    await sells(false);
    await world.runOutOfTime(orderId);
    await world.check(orderId);
    expect((await world.read(nova, orderId)).status).toBe('failed');
    await sells(true);
  };
  const placeAgain = async () => {
    const again = await world.order(nova, pass, 1_000);
    expect(again.body.accountId).toBe(sela.accountId);
    await world.check(String(again.body.id));
    return String(again.body.id);
  };
  await fail(id);
  return { sela, nova, pass, id, fail, placeAgain };
}

async function twoMovedOn() {
  const { id, fail, placeAgain, ...common } = await oneMovedOn();
  const again = await placeAgain();
  await fail(again);
  return { ...common, ids: [id, again] };
}
