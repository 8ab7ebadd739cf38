import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';

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
  ['is open without a next check', `next_check_at = null`],
  ['has failed without a reason', `status = 'failed', ended_at = now(), next_check_at = null`],
  ['has failed and still has a next check', `status = 'failed', failure_reason = 'x', ended_at = now()`],
  ['has failed without an end time', `status = 'failed', failure_reason = 'x'`],
  ['has a failure reason without having failed', `failure_reason = 'x'`],
  ['has a manual deadline without being manual', `manual_deadline = now(), manual_price_robux = 5`],
  ['has a deadline without a price', `manual_deadline = now()`],
  ['has a manual price of 0', `manual_deadline = now(), manual_price_robux = 0`],
  ['has a review reason without being manual', `review_reason = 'x'`],
])('the database refuses an order that %s', async (_, change) => {
  await expect(world.database.asOwner(`update orders set ${change} where id = '${open}'`)).rejects.toThrow(
    NOT_ALL,
  );
});

test.each([
  ['has ended', { ended_at: 'now()' }, NOT_ALL],
  ['has failed', { failure_reason: `'x'` }, NOT_ALL],
  ['has no next check', { next_check_at: 'null' }, NOT_ALL],
  ['is a part without a split order', { part: '1' }, NOT_ALL],
  ['has part number 0', { split_id: 'id', part: '0' }, NOT_ALL],
  ['starts as completed', { status: `'completed'` }, /starts as pending/],
  ['has an unknown status', { status: `'lost'` }, /starts as pending/],
  ['is too small', { robux_amount: '99' }, /check constraint/],
  ['is too large', { robux_amount: '1000001' }, /check constraint/],
  ['has an unknown creator type', { creator_type: `'Guild'` }, /check constraint/],
  ['is too cheap', { rate_cents: '99' }, /check constraint/],
  ['has too high a maximum rate', { max_rate_cents: '601' }, /check constraint/],
  ['costs nothing', { total_cents: '0' }, /check constraint/],
  ['has a rate above its maximum', { rate_cents: 'max_rate_cents + 1' }, /check constraint/],
])('the database refuses a new order that %s', async (_, other, message) => {
  const names = ['buyer_id', 'account_id', 'seller_id', 'robux_amount', 'rate_cents', 'max_rate_cents'];
  names.push('total_cents', 'gamepass_url', 'pass_id', 'product_id', 'pass_name', 'creator_type');
  names.push('creator_target_id', 'sets_price');
  const values = new Map([...names.map((name) => [name, name] as const), ...Object.entries(other)]);
  const insert = `insert into orders (${[...values.keys()]}) select ${[...values.values()]} from orders where id = '${open}'`;
  await expect(world.database.asOwner(insert)).rejects.toThrow(message);
});

test('the database refuses an unknown status', async () => {
  await expect(
    world.database.asOwner(`update orders set status = 'lost' where id = '${open}'`),
  ).rejects.toThrow(/does not become lost/);
});

test.each([
  ['amount', 'robux_amount = robux_amount + 1'],
  ['address', `gamepass_url = 'y'`],
  ['name', `pass_name = 'another'`],
  ['maximum rate', 'max_rate_cents = 600'],
])('the %s of an order cannot be changed', async (_, change) => {
  await expect(world.database.asOwner(`update orders set ${change} where id = '${open}'`)).rejects.toThrow(
    /what was ordered does not change/,
  );
});
