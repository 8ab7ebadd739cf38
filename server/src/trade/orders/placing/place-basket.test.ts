import { rate, robux } from '@sterling/contract/money.ts';
import type { BasketOutcome } from '@sterling/contract/orders.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Called, Caller } from '../../../../test/app.ts';
import { openDyingPool } from '../../../../test/dying-pool.ts';
import { type OrderWorld, openOrderWorld } from '../../../../test/order-world.ts';
import { inTransaction } from '../../../platform/db/pool.ts';
import { placeBasket } from './place-basket.ts';
import { checkBasket } from './placing.lookups.ts';

let world: OrderWorld;
let otto: Caller;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  otto = await world.signIn('otto', 'admin', true);
});
afterEach(async () => {
  await set('new_buyer_cap', { usd: null });
  expect(await world.differences()).toEqual([]);
  await world.clear();
});
afterAll(() => world.close());

async function set(key: string, value: unknown): Promise<void> {
  expect((await otto.call('PUT', `/api/admin/settings/${key}`, { value })).status).toBe(200);
}

/** An item for a new gamepass at this price. */
const item = async (robuxAmount: number, { ratePerThousand = 3, price = robuxAmount } = {}) => ({
  robuxAmount,
  gamepassUrl: (await world.pass(price)).url,
  ratePerThousand,
});

const buy = (buyer: Caller, items: readonly object[], key?: string): Promise<Called> =>
  buyer.call('POST', '/api/robux/orders/together', { items }, key ? { 'idempotency-key': key } : {});

const outcomesOf = ({ body }: Called): BasketOutcome[] => body.items as BasketOutcome[];
const codesOf = (answer: Called): string[] =>
  outcomesOf(answer).map((one) => (one.outcome === 'placed' ? one.order.status : one.code));

const ordersOf = async (buyer: Caller): Promise<unknown[]> =>
  (await buyer.call('GET', '/api/robux/orders?role=buyer')).body as unknown as unknown[];

test('S9.11 a basket places an order for each gamepass, and says why the others were not placed', async () => {
  await world.seller(3_000, 2.5);
  const nova = await world.buyer(10_000);
  const answer = await buy(nova, [
    await item(1_000),
    await item(600, { price: 500 }),
    { robuxAmount: 500, gamepassUrl: 'https://www.roblox.com/game-pass/1', ratePerThousand: 3 },
    await item(2_500),
    await item(500, { ratePerThousand: 2 }),
    await item(700),
    await item(50),
  ]);
  expect(answer.status).toBe(200);
  expect(codesOf(answer)).toEqual([
    'pending',
    'price_mismatch',
    'gamepass_not_found',
    'out_of_stock',
    'out_of_stock',
    'pending',
    'invalid_amount',
  ]);
  const [first, mispriced] = outcomesOf(answer);
  // a maximum rate of $3.00, and a seller at $2.50
  expect(first).toMatchObject({ order: { robuxAmount: '1000', totalPrice: '2.50', buyerId: nova.id } });
  expect(mispriced).toMatchObject({ message: 'Price mismatch', hint: expect.stringContaining('500') });
  expect(await ordersOf(nova)).toHaveLength(2);
  expect((await world.wallet(nova)).held).toBe(250 + 175);
});

test('S9.11 nothing is placed unless the balance covers all orders at their maximum rates', async () => {
  await world.seller(5_000, 2.5);
  const nova = await world.buyer(550);
  const items = [await item(1_000), await item(900)];
  const refused = await buy(nova, items);
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'insufficient_balance', hint: 'Deposit $0.20 to continue.' },
  });
  expect(await ordersOf(nova)).toEqual([]);
  // a gamepass that cannot be bought needs no money
  const rest = await buy(nova, [await item(1_000), await item(900, { price: 800 })]);
  expect(codesOf(rest)).toEqual(['pending', 'price_mismatch']);
});

test('S9.11 a repeated basket places nothing twice, even while the first is being placed', async () => {
  await world.seller(50_000, 3);
  const nova = await world.buyer(100_000);
  const items = [await item(1_000), await item(700)];
  const answers = await Promise.all(Array.from({ length: 4 }, () => buy(nova, items, 'basket-1')));
  answers.push(await buy(nova, items, 'basket-1'));
  for (const { status, body } of answers)
    expect({ status, body }).toEqual({ status: 200, body: answers[0]!.body });
  expect(await ordersOf(nova)).toHaveLength(2);
  const other = await buy(nova, [items[0]!], 'basket-1');
  expect(other.body.code).toBe('key_reused');
});

test('S9.11 a process that dies while it places a basket leaves all of its orders or none', async () => {
  await world.seller(500_000, 3);
  const { game, queue, vault } = world.services;
  for (const statements of [2, 4, 6, 8, 10, 14]) {
    const nova = await world.buyer(1_000);
    const items = await checkBasket(game, [
      { ...(await item(1_000)), robuxAmount: robux(1_000), ratePerThousand: rate(300) },
      { ...(await item(700)), robuxAmount: robux(700), ratePerThousand: rate(300) },
    ]);
    const dying = openDyingPool(world.database.url, undefined, statements);
    await inTransaction(dying.db, (tx) => placeBasket(tx, { queue, vault }, nova.id, items)).catch(
      () => undefined,
    );
    await dying.close().catch(() => undefined);
    const placed = (await ordersOf(nova)).length;
    expect([placed, (await world.wallet(nova)).held]).toEqual(placed === 0 ? [0, 0] : [2, 510]);
  }
});

test('S9.11 baskets and orders that run at the same time cannot spend the same money', async () => {
  await world.seller(50_000, 3);
  const nova = await world.buyer(600);
  const items = [await item(1_000), await item(900)];
  const single = await world.pass(1_000);
  const answers = await Promise.all([
    buy(nova, items),
    buy(nova, items),
    world.order(nova, single, 1_000),
    buy(nova, items),
  ]);
  const placed = answers.filter(({ status }) => status < 300);
  expect(placed).toHaveLength(1);
  expect(await ordersOf(nova)).toHaveLength(placed[0]!.status === 200 ? 2 : 1);
});

test('the limits of a new buyer hold for each gamepass of a basket', async () => {
  await world.seller(50_000, 3);
  const nova = await world.buyer(100_000);
  await set('new_buyer_cap', { usd: 5 });
  const answer = await buy(nova, [await item(1_000), await item(1_500), await item(600)]);
  expect(codesOf(answer)).toEqual(['pending', 'spending_limit', 'pending']);
  expect(outcomesOf(answer)[1]).toMatchObject({ hint: expect.stringContaining('New buyers can spend $5') });
  expect(await ordersOf(nova)).toHaveLength(2);
});

test('a basket has 1 to 20 gamepasses', async () => {
  const nova = await world.buyer(0);
  const one = await item(1_000);
  expect((await buy(nova, [])).status).toBe(400);
  expect(
    (
      await buy(
        nova,
        Array.from({ length: 21 }, () => one),
      )
    ).status,
  ).toBe(400);
});
