import type { RobuxOrder } from '@sterling/contract/orders.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../test/app.ts';
import { type OrderWorld, openOrderWorld, type Seller } from '../../test/order-world.ts';
import type { GamePlatform } from '../outside/game-platform.ts';
import { fulfil } from './orders.jobs.ts';

/** No worker runs by itself: each test plays it, part by part, and kills it where it likes. */
let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
});
afterEach(async () => {
  expect(await world.differences()).toEqual([]);
  expect(await world.services.db.selectFrom('orderCookies').select('orderId').execute()).toEqual([]);
  await world.clear();
});
afterAll(() => world.close());

test('split: no account has enough, and three together have: each buys his part at one rate, and sees no other', async () => {
  const { sellers, nova, pass, id } = await splitOrder([600, 300, 500], 1_333, 3.33);
  expect(await read(nova, id)).toMatchObject({
    status: 'pending',
    robuxAmount: '1333',
    totalPrice: '4.44',
    accountId: null,
  });
  expect((await world.wallet(nova)).held).toBe(444);
  await workUntilOver();
  const order = await read(nova, id);
  expect(order).toMatchObject({
    id,
    status: 'completed',
    robuxAmount: '1333',
    totalPrice: '4.44',
    ratePerThousand: 3.33,
  });
  expect(order.requestedRobux).toBeUndefined();
  expect(order.completedAt).not.toBeNull();
  expect(order.events[0]!.what).toMatch(/^Part \d of 3: Order placed: \d+ Robux at \$3\.33/);
  expect(await world.wallet(nova)).toEqual({ posted: 556, held: 0, available: 556 });
  const earned: number[] = [];
  for (const seller of sellers) {
    const [mine, ...more] = await sold(seller);
    expect(more).toEqual([]);
    expect(mine!.events[0]!.what).toMatch(/^Order placed/);
    expect((await world.gameAccount(seller)).owns).toEqual([pass.id]);
    earned.push((await world.wallet(seller, 'seller')).posted);
    expect(earned.at(-1)).toBe(Math.round(Number(mine!.totalPrice) * 100));
  }
  expect(earned.reduce((sum, cents) => sum + cents, 0)).toBe(444);
  const list = await nova.call('GET', '/api/robux/orders');
  expect((list.body as unknown as unknown[]).length).toBe(1);
});

test('split: a single account within the rate goes first, and the cheapest single rate before a dearer one', async () => {
  await world.seller(500, 2);
  await world.seller(400, 2);
  await world.seller(600, 3);
  await world.seller(700, 3);
  const nova = await world.buyer(10_000);
  const parts = await placed(nova, await world.pass(40), 1_000);
  expect(parts).toMatchObject({ totalPrice: '3.00', ratePerThousand: 3 });
  await workUntilOver();
  const single = await world.seller(5_000, 4);
  const one = await placed(nova, await world.pass(40), 900, { ratePerThousand: 4 });
  expect(one).toMatchObject({ accountId: single.accountId, ratePerThousand: 4 });
  await workUntilOver();
});

test('split: a pass that has the price already is split too, and without a cookie or over manual accounts nothing is', async () => {
  const sela = await world.seller(600, 3);
  await world.seller(500, 3);
  const nova = await world.buyer(10_000);
  const pass = await world.pass(1_000);
  expect((await world.order(nova, pass, 1_000)).body.code).toBe('out_of_stock');
  const withCookie = { buyerCookie: pass.ownerCookie };
  await sela.call('PUT', `/api/roblox-accounts/${sela.accountId}`, { fulfilment: 'manual' });
  expect((await world.order(nova, pass, 1_000, withCookie)).body.code).toBe('out_of_stock');
  await sela.call('PUT', `/api/roblox-accounts/${sela.accountId}`, { fulfilment: 'auto' });
  const below = await world.order(nova, pass, 1_000, { ...withCookie, ratePerThousand: 2.99 });
  expect(below.body.code).toBe('out_of_stock');
  const id = String((await placed(nova, pass, 1_000)).id);
  await workUntilOver();
  expect((await read(nova, id)).status).toBe('completed');
});

test('split: while it is open a second order with a cookie for the same pass is refused', async () => {
  const { nova, pass } = await splitOrder([600, 500], 1_000);
  await world.seller(5_000, 6);
  const second = await world.order(nova, pass, 700, { buyerCookie: pass.ownerCookie });
  expect([second.status, second.body.code]).toEqual([409, 'pass_in_use']);
  await step();
  const still = await world.order(nova, pass, 700, { buyerCookie: pass.ownerCookie });
  expect([still.status, still.body.code]).toEqual([409, 'pass_in_use']);
  await workUntilOver();
});

test('split: a part that cannot be bought is given back, and what was bought costs what it would have cost at once', async () => {
  const { sellers, nova, id } = await splitOrder([600, 500, 400], 1_333, 3.33);
  await world.control('PATCH', `/game/accounts/${sellers[1]!.game.id}`, { cookieValid: false });
  await workUntilOver();
  const order = await read(nova, id);
  expect(order).toMatchObject({
    status: 'completed',
    robuxAmount: '833',
    requestedRobux: '1333',
    totalPrice: '2.77',
    failureReason: null,
  });
  expect(order.events.map(({ what }) => what).join()).toContain('is back in the wallet');
  expect(await world.wallet(nova)).toEqual({ posted: 723, held: 0, available: 723 });
});

test('split: a part goes to another account at its own rate, and to none at another', async () => {
  const { sellers, nova, id } = await splitOrder([600, 500], 1_000);
  await world.control('PATCH', `/game/accounts/${sellers[0]!.game.id}`, { moderated: true });
  await world.seller(5_000, 2);
  const mira = await world.seller(700, 3);
  await workUntilOver();
  expect(await read(nova, id)).toMatchObject({
    status: 'completed',
    robuxAmount: '1000',
    totalPrice: '3.00',
  });
  expect((await sold(mira))[0]).toMatchObject({ robuxAmount: '600', ratePerThousand: 3 });
});

test('split: nothing bought is failed, with the reason and all the money back', async () => {
  const { sellers, nova, pass, id } = await splitOrder([600, 500], 1_000);
  await world.control('PATCH', `/game/passes/${pass.id}`, { activeInPO: true });
  await workUntilOver();
  expect(await read(nova, id)).toMatchObject({
    status: 'failed',
    failureReason: expect.stringContaining('price test'),
    robuxAmount: '1000',
  });
  expect(await world.wallet(nova)).toEqual({ posted: 1_000, held: 0, available: 1_000 });
  for (const seller of sellers) expect((await world.gameAccount(seller)).owns).toEqual([]);
});

test('split: an account that owns the pass already buys no part of it', async () => {
  const sela = await world.seller(600, 3);
  const mira = await world.seller(500, 3);
  const nova = await world.buyer(1_000);
  const pass = await world.pass(40);
  await world.control('POST', '/game/buy', { accountId: sela.game.id, passId: pass.id });
  const { id } = await placed(nova, pass, 1_000);
  await workUntilOver();
  expect(await read(nova, id)).toMatchObject({ status: 'completed', requestedRobux: '1000' });
  expect((await world.wallet(sela, 'seller')).posted).toBe(0);
  expect((await sold(mira))[0]!.status).toBe('completed');
});

const KILLS: [name: string, game: (real: GamePlatform) => Partial<GamePlatform>][] = [
  ['while it sets a price', () => ({ setGamepassPrice: killed })],
  [
    'after it has set a price',
    (real) => ({
      setGamepassPrice: async (...asked) => {
        await real.setGamepassPrice(...asked);
        return killed();
      },
    }),
  ],
  ['before it pays', () => ({ buyGamepass: killed })],
  [
    'after it has paid',
    (real) => ({
      buyGamepass: async (...asked) => {
        await real.buyGamepass(...asked);
        return killed();
      },
    }),
  ],
];
for (const [name, kill] of KILLS) {
  test(`split: a worker killed ${name}, at every part: each part is paid once`, async () => {
    const { sellers, nova, pass, id } = await splitOrder([600, 500, 400], 1_333);
    for (let parts = 0; parts < 3; parts += 1) {
      const before = (await open()).length;
      await step(kill(world.services.game));
      while ((await open()).length === before) await step();
    }
    expect(await read(nova, id)).toMatchObject({ status: 'completed', robuxAmount: '1333' });
    for (const seller of sellers) {
      const { transactions } = await world.gameAccount(seller);
      expect(transactions.filter(({ type }) => type === 'Purchase')).toHaveLength(1);
    }
    expect(await world.purchasesSeen(pass)).toHaveLength(3);
  });
}

test('split: a part that nobody can clear up keeps the others waiting only as long as the cookie is kept', async () => {
  const { nova, id } = await splitOrder([600, 500], 1_000);
  await step({
    buyGamepass: async () => ({ kind: 'unclear', detail: 'lost' }),
    ownsGamepass: async () => false,
  });
  const waiting = (await open()).find((part) => part === id)!;
  await fulfil(world.orderServices, waiting);
  expect((await read(nova, id)).events.at(-1)!.what).toContain('Waits until the part before it is bought');
  await world.database.asOwner('delete from order_cookies');
  await fulfil(world.orderServices, waiting);
  expect(await read(nova, id)).toMatchObject({ status: 'processing', robuxAmount: '600' });
  expect((await world.wallet(nova)).held).toBe(180);
  await workUntilOver();
  expect(await read(nova, id)).toMatchObject({ status: 'completed', requestedRobux: '1000' });
});

test('split: the database lets no part change its rate or its whole', async () => {
  const { id } = await splitOrder([600, 500], 1_000);
  const change = (set: string) =>
    world.database.pg.query(`update orders set ${set} where split_id = $1`, [id]);
  await expect(change('rate_cents = 299')).rejects.toThrow('does not change its rate');
  await expect(change('part = part + 5')).rejects.toThrow('does not change');
  await workUntilOver();
});

async function splitOrder(robux: readonly number[], amount: number, ratePerThousand = 3) {
  const sellers: Seller[] = [];
  for (const one of robux) sellers.push(await world.seller(one, ratePerThousand));
  const nova = await world.buyer(1_000);
  const pass = await world.pass(40);
  const { id } = await placed(nova, pass, amount);
  return { sellers, nova, pass, id };
}

async function placed(
  nova: Caller,
  pass: Awaited<ReturnType<OrderWorld['pass']>>,
  amount: number,
  more: object = {},
): Promise<RobuxOrder> {
  const answer = await world.order(nova, pass, amount, { buyerCookie: pass.ownerCookie, ...more });
  expect([answer.status, answer.body.message]).toEqual([201, undefined]);
  return answer.body as unknown as RobuxOrder;
}

const killed = async (): Promise<never> => {
  throw new Error('killed');
};

async function open(): Promise<string[]> {
  const rows = await world.services.db
    .selectFrom('orders')
    .where('endedAt', 'is', null)
    .select('id')
    .orderBy('part')
    .execute();
  return rows.map(({ id }) => id);
}

/** Whoever's turn it is, once. */
async function step(game: Partial<GamePlatform> = {}): Promise<void> {
  const [first] = await open();
  const services = { ...world.orderServices, settleMs: 50, game: { ...world.services.game, ...game } };
  if (first) await fulfil(services, first);
}

async function workUntilOver(): Promise<void> {
  for (let steps = 0; (await open()).length > 0; steps += 1) {
    if (steps > 60) throw new Error('the order does not end');
    await step();
  }
}

const read = async (who: Caller, id: string) =>
  (await who.call('GET', `/api/robux/orders/${id}`)).body as unknown as RobuxOrder;
const sold = async (seller: Seller) =>
  (await seller.call('GET', '/api/robux/orders')).body as unknown as RobuxOrder[];
