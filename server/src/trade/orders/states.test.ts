import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';

/** What the database itself says to an order that is one thing by its state and another by the rest of it. */
let world: OrderWorld;
let open: string;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  await world.seller(50_000, 3);
  open = String((await world.order(await world.buyer(10_000), await world.pass(500), 500)).body.id);
});
afterAll(() => world.close());

const NOT_ALL = /violates check constraint "orders_/;

test.each([
  ['has ended and is open', `ended_at = now()`],
  ['is open and nobody looks at it', `next_check_at = null`],
  ['has failed without a reason', `status = 'failed', ended_at = now(), next_check_at = null`],
  ['has failed and is looked at', `status = 'failed', failure_reason = 'x', ended_at = now()`],
  ['has failed and not ended', `status = 'failed', failure_reason = 'x'`],
  ['has a reason to fail and has not', `failure_reason = 'x'`],
  ['is to be bought by hand and is not', `manual_deadline = now(), manual_price_robux = 5`],
  ['has a deadline without a price', `manual_deadline = now()`],
  ['is bought by hand for nothing', `manual_deadline = now(), manual_price_robux = 0`],
  ['is reviewed and was never bought by hand', `review_reason = 'x'`],
])('an order that %s is refused', async (_, change) => {
  await expect(world.database.asOwner(`update orders set ${change} where id = '${open}'`)).rejects.toThrow(
    NOT_ALL,
  );
});

test.each([
  ['ended', { ended_at: 'now()' }, NOT_ALL],
  ['failed', { failure_reason: `'x'` }, NOT_ALL],
  ['nobody looks at', { next_check_at: 'null' }, NOT_ALL],
  ['is a part of nothing', { part: '1' }, NOT_ALL],
  ['is part 0 of another', { split_id: 'id', part: '0' }, NOT_ALL],
  ['starts completed', { status: `'completed'` }, /starts as pending/],
  ['is of no state', { status: `'lost'` }, /starts as pending/],
  ['is too small', { robux_amount: '99' }, /check constraint/],
  ['is too large', { robux_amount: '1000001' }, /check constraint/],
  ['is of a creator that there is not', { creator_type: `'Guild'` }, /check constraint/],
  ['is too cheap', { rate_cents: '99' }, /check constraint/],
  ['may be too dear', { at_most_rate_cents: '601' }, /check constraint/],
  ['costs nothing', { total_cents: '0' }, /check constraint/],
  ['is dearer than allowed', { rate_cents: 'at_most_rate_cents + 1' }, /check constraint/],
])('a new order that %s is refused', async (_, other, message) => {
  const names = ['buyer_id', 'account_id', 'seller_id', 'robux_amount', 'rate_cents', 'at_most_rate_cents'];
  names.push('total_cents', 'gamepass_url', 'pass_id', 'product_id', 'pass_name', 'creator_type');
  names.push('creator_target_id', 'sets_price');
  const values = new Map([...names.map((name) => [name, name] as const), ...Object.entries(other)]);
  const insert = `insert into orders (${[...values.keys()]}) select ${[...values.values()]} from orders where id = '${open}'`;
  await expect(world.database.asOwner(insert)).rejects.toThrow(message);
});

test('an order of a state that there is not is refused', async () => {
  await expect(
    world.database.asOwner(`update orders set status = 'lost' where id = '${open}'`),
  ).rejects.toThrow(/does not become lost/);
});

test.each([
  ['amount', 'robux_amount = robux_amount + 1'],
  ['address', `gamepass_url = 'y'`],
  ['name', `pass_name = 'another'`],
  ['most that is paid', 'at_most_rate_cents = 600'],
])('the %s of what was ordered does not change', async (_, change) => {
  await expect(world.database.asOwner(`update orders set ${change} where id = '${open}'`)).rejects.toThrow(
    /what was ordered does not change/,
  );
});
