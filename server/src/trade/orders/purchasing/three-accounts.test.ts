import { expect, test } from 'vitest';
import type { Called, Caller } from '../../../../test/app.ts';
import type { Seller } from '../../../../test/order-world.ts';
import { useOrderWorld } from '../../../../test/use-order-world.ts';
import { GameTrouble } from '../../../outside/game-platform.ts';
import { OutsideError } from '../../../outside/http.ts';

/** How many accounts an order tries. No worker runs here: each test does the worker's steps. */
const world = useOrderWorld();
let nova: Caller;

const refuse = (reason: string, times: number) =>
  world.control('POST', '/faults', {
    service: 'game-platform',
    method: 'POST',
    path: '/purchase',
    kind: 'status',
    status: 200,
    times,
    body: { purchased: false, reason },
  });

test('rare day 8: an order sends its purchase through at most three accounts, and then it is refunded', async () => {
  const sellers = await sellersOf(5);
  const placed = await anOrder();
  await refuse('InsufficientFunds', 100);
  const order = await workUntilEnd(placed);
  expect(order).toMatchObject({
    status: 'failed',
    failureReason: 'Three accounts tried to buy this gamepass and could not',
  });
  expect(await triedAccounts(placed)).toEqual(sellers.slice(0, 3).map(({ accountId }) => accountId));
  expect(await world.wallet(nova)).toEqual({ posted: 1_000, held: 0, available: 1_000 });
});

test('rare day 8: accounts through which nothing was sent do not count', async () => {
  const sellers = await sellersOf(6);
  for (const { game } of sellers.slice(0, 2))
    await world.control('PATCH', `/game/accounts/${game.id}`, { cookieValid: false });
  const placed = await anOrder();
  await refuse('InsufficientFunds', 2);
  // the third account's connection breaks between the mark and the call
  const unsent = new OutsideError('refused', false, 'POST http://proxy');
  const lost = {
    buyGamepass: async () => {
      throw new GameTrouble({ kind: 'proxy' }, 'POST /purchase', unsent);
    },
  };
  while ((await world.accountIdOf(placed)) !== sellers[3]!.accountId)
    await world.work(placed, (await world.accountIdOf(placed)) === sellers[2]!.accountId ? lost : {});
  const order = await workUntilEnd(placed);
  expect(order).toMatchObject({ status: 'completed', accountId: sellers[5]!.accountId });
});

test.each([
  ['ContentRatingRestricted', /restricted by its content rating/],
  ['PriceChanged', /Turn off regional and managed pricing/],
  ['NotForSale', /Put it on sale/],
])('rare day 8: a refusal because of the pass (%s) is not tried elsewhere', async (reason, told) => {
  await sellersOf(2);
  const placed = await anOrder();
  await refuse(reason, 100);
  const order = await workUntilEnd(placed);
  expect(order).toMatchObject({ status: 'failed', failureReason: expect.stringMatching(told) });
  expect(await triedAccounts(placed)).toHaveLength(1);
});

/** Sellers with one account each. Each is dearer than the one before. */
async function sellersOf(count: number): Promise<Seller[]> {
  const sellers: Seller[] = [];
  for (let made = 0; made < count; made += 1) sellers.push(await world.seller(5_000, 2 + made / 10));
  return sellers;
}

async function anOrder(): Promise<Called> {
  nova = await world.buyer(1_000);
  const placed = await world.order(nova, await world.pass(1_000), 1_000, { ratePerThousand: 6 });
  expect(placed.status).toBe(201);
  return placed;
}

async function workUntilEnd(placed: Called) {
  for (let runs = 0; runs < 20; runs += 1) {
    await world.work(placed);
    const { body } = await nova.call('GET', `/api/robux/orders/${placed.body.id}`);
    if (body.status === 'completed' || body.status === 'failed') return body;
  }
  throw new Error('the order did not end');
}

async function triedAccounts(placed: Called): Promise<string[]> {
  const rows = await world.services.db
    .selectFrom('purchaseAttempts')
    .where('orderId', '=', String(placed.body.id))
    .select('accountId')
    .orderBy('id')
    .execute();
  return [...new Set(rows.map(({ accountId }) => accountId))];
}
