import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';

let world: OrderWorld;
let open: string;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  await world.seller(50_000, 3);
  open = await newOrder();
  await world.seller(50_000, 3);
});
afterAll(() => world.close());

const newOrder = async () =>
  String((await world.order(await world.buyer(10_000), await world.pass(500), 500)).body.id);

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

test.each([
  ['marked', 'null'],
  ['unclear', 'null'],
  ['bought', 'now()'],
])(
  'an order whose purchase attempt is %s does not fail or move to another account',
  async (state, endedAt) => {
    const { id, attempt } = await attempted('account_id');
    await attempt(`state = '${state}', ended_at = ${endedAt}`);
    await expect(change(id, `account_id = ${OTHER_ACCOUNT}`)).rejects.toThrow('has an attempt in progress');
    await expect(change(id, FAILED)).rejects.toThrow('may have been bought');
  },
);

test('an order completes only if its own account has bought', async () => {
  const { id, attempt } = await attempted(OTHER_ACCOUNT);
  await attempt(`state = 'bought', ended_at = now()`);
  const completed = `status = 'completed', ended_at = now(), next_check_at = null`;
  await expect(change(id, completed)).rejects.toThrow('has not been bought');
});

test('a purchase attempt starts as marked, ends once, and does not change what it buys', async () => {
  const invented = world.database.asOwner(`insert into purchase_attempts (state) values ('bought')`);
  await expect(invented).rejects.toThrow('starts as marked');
  const { id, attempt } = await attempted('account_id');
  await expect(attempt('price_robux = price_robux + 1')).rejects.toThrow('what an attempt buys');
  await expect(attempt(`account_id = ${OTHER_ACCOUNT}`)).rejects.toThrow('what an attempt buys');
  await attempt(`state = 'refused', ended_at = now()`);
  await expect(attempt(`state = 'bought'`)).rejects.toThrow('does not become bought');
  await expect(
    world.database.asOwner(`delete from purchase_attempts where order_id = '${id}'`),
  ).rejects.toThrow('never deleted');
});

const OTHER_ACCOUNT = '(select a.id from roblox_accounts a where a.id <> account_id limit 1)';
const FAILED = `status = 'failed', failure_reason = 'x', ended_at = now(), next_check_at = null`;
const change = (id: string, set: string) =>
  world.database.asOwner(`update orders set ${set} where id = '${id}'`);

/** An order in progress, and a purchase attempt for it by the account. */
async function attempted(account: string) {
  const id = await newOrder();
  await change(id, `status = 'processing'`);
  await world.database.asOwner('update purchase_attempts set holds_account = false');
  await world.database.asOwner(
    `insert into purchase_attempts (order_id, account_id, pass_id, price_robux, balance_before)
     select id, ${account}, pass_id, robux_amount, 1000 from orders where id = '${id}'`,
  );
  const attempt = (set: string) =>
    world.database.asOwner(`update purchase_attempts set ${set} where order_id = '${id}'`);
  return { id, attempt };
}
