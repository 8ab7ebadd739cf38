import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type OrderWorld, openOrderWorld } from '../../../../test/order-world.ts';

let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld();
});
afterEach(async () => {
  expect(await world.differences()).toEqual([]);
  await world.clear();
});
afterAll(() => world.close());

test('S4.11 a purchase of 1,000 Robux at 3.50 debits the buyer once and pays the seller within seconds', async () => {
  const sela = await world.seller(5_000, 3.5);
  const nova = await world.buyer(1_000);
  const pass = await world.pass(1_000);
  const began = Date.now();
  const placed = await world.order(nova, pass, 1_000);
  expect(placed.status).toBe(201);
  expect(placed.body).toMatchObject({
    buyerId: nova.id,
    accountId: sela.accountId,
    robuxAmount: '1000',
    totalPrice: '3.50',
    ratePerThousand: 3.5,
    status: 'pending',
    failureReason: null,
    gamepassUrl: pass.url,
    gamepassName: 'VIP',
    completedAt: null,
  });
  const order = await world.final(nova, placed);
  expect(Date.now() - began).toBeLessThan(20_000);
  expect(order.status).toBe('completed');
  expect(order.completedAt).not.toBeNull();
  expect(order.events.map(({ what }) => what)).toEqual([
    'Order placed. $3.50 on hold',
    'Purchase started',
    'Gamepass bought for 1,000 Robux',
  ]);
  expect(await world.wallet(nova)).toEqual({ posted: 650, held: 0, available: 650 });
  expect(await world.wallet(sela, 'seller')).toEqual({ posted: 350, held: 0, available: 350 });
  const game = await world.gameAccount(sela);
  expect(game).toMatchObject({ robux: 4_000, owns: [pass.id] });
  expect(await world.purchasesSeen(pass)).toHaveLength(1);
  expect(await world.accountOf(sela)).toMatchObject({
    robuxBalance: 4_000,
    totalSold: 1_000,
    reservedRobux: 0,
  });
});

test('S4.12 the cheapest account that can fill the order is chosen, and never above the requested rate', async () => {
  await world.seller(5_000, 4);
  const cheap = await world.seller(400, 2);
  const right = await world.seller(5_000, 3);
  const nova = await world.buyer(10_000);
  const first = await world.order(nova, await world.pass(1_000), 1_000);
  expect(first.body).toMatchObject({ accountId: right.accountId, totalPrice: '3.00' });
  const none = await world.order(nova, await world.pass(1_000), 1_000, { ratePerThousand: 2.99 });
  expect([none.status, none.body.code]).toEqual([409, 'out_of_stock']);
  const small = await world.order(nova, await world.pass(333), 333, { ratePerThousand: '2.00' });
  expect(small.body).toMatchObject({ accountId: cheap.accountId, totalPrice: '0.67' });
  for (const placed of [first, small]) expect((await world.final(nova, placed)).status).toBe('completed');
});

test('S4.12 refusals are checked in the order amount, rate, address, pass, price, stock, balance, and move no money', async () => {
  const nova = await world.buyer(100);
  const pass = await world.pass(1_000);
  const offSale = await world.pass(500);
  await world.control('PATCH', `/game/passes/${offSale.id}`, { isForSale: false });
  const refused = async (body: object) => {
    const { status, body: answer } = await nova.call('POST', '/api/robux/orders', body);
    return [status, answer.code, answer.hint ?? answer.message];
  };
  const url = pass.url;
  expect(await refused({ robuxAmount: 99, gamepassUrl: 'x', ratePerThousand: 9 })).toEqual([
    400,
    'invalid_amount',
    'Minimum purchase amount is 100 Robux',
  ]);
  expect((await refused({ robuxAmount: 1_000_001, gamepassUrl: url })).slice(0, 2)).toEqual([
    400,
    'invalid_amount',
  ]);
  expect((await refused({ robuxAmount: '10.5', gamepassUrl: url })).slice(0, 2)).toEqual([
    400,
    'invalid_amount',
  ]);
  expect(await refused({ robuxAmount: 1_000, gamepassUrl: 'x', ratePerThousand: 6.01 })).toEqual([
    400,
    'invalid_amount',
    'Rate must be between $1.00 and $6.00 per 1000 Robux',
  ]);
  expect(
    (await refused({ robuxAmount: 1_000, gamepassUrl: 'https://roblox.com.evil/game-pass/5' })).slice(0, 2),
  ).toEqual([400, 'invalid_gamepass_url']);
  expect((await refused({ robuxAmount: 1_000, gamepassUrl: '999999999999' })).slice(0, 2)).toEqual([
    404,
    'gamepass_not_found',
  ]);
  expect((await refused({ robuxAmount: 1_000, gamepassUrl: offSale.url })).slice(0, 2)).toEqual([
    400,
    'gamepass_not_for_sale',
  ]);
  expect(await refused({ robuxAmount: 700, gamepassUrl: url })).toEqual([
    409,
    'price_mismatch',
    "Your gamepass price (1,000 Robux) doesn't match the order amount (700 Robux). Please adjust.",
  ]);
  expect((await refused({ robuxAmount: 1_000, gamepassUrl: url })).slice(0, 2)).toEqual([
    409,
    'out_of_stock',
  ]);
  await world.seller(1_000, 3);
  expect(await refused({ robuxAmount: 1_000, gamepassUrl: url })).toEqual([
    409,
    'insufficient_balance',
    'This costs $3.00, and you can spend $1.00.',
  ]);
  expect(await world.wallet(nova)).toEqual({ posted: 100, held: 0, available: 100 });
  expect((await nova.call('GET', '/api/robux/orders')).body).toEqual([]);
});

test('an order is refused with 502 if Roblox does not answer, and with 403 for sellers', async () => {
  const sela = await world.seller(1_000, 3);
  const pass = await world.pass(1_000);
  expect((await world.order(sela, pass, 1_000)).status).toBe(403);
  const nova = await world.buyer(1_000);
  await world.control('POST', '/faults', {
    service: 'game-platform',
    path: 'product-info',
    kind: 'status',
    status: 500,
    times: 5,
  });
  const answer = await world.order(nova, pass, 1_000);
  expect([answer.status, answer.body.code]).toEqual([502, 'outside_failed']);
});

test('buyers cannot buy from their own accounts', async () => {
  const sela = await world.seller(5_000, 2);
  await world.services.db.updateTable('users').set({ role: 'buyer' }).where('id', '=', sela.id).execute();
  const answer = await world.order(sela, await world.pass(1_000), 1_000);
  expect([answer.status, answer.body.code]).toEqual([409, 'out_of_stock']);
});

test('S4.11 sixteen concurrent calls with one key place one order', async () => {
  await world.seller(50_000, 3);
  const nova = await world.buyer(100_000);
  const pass = await world.pass(1_000);
  const answers = await Promise.all(
    Array.from({ length: 16 }, () => world.order(nova, pass, 1_000, {}, 'the-key')),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(15);
  await world.final(nova, answers[0]!);
  expect((await world.wallet(nova)).posted).toBe(100_000 - 300);
  const other = await world.order(nova, pass, 1_001, {}, 'the-key');
  expect([other.status, other.body.code]).toEqual([409, 'key_reused']);
});

test('S4.12 of 32 buyers one gets the last stock', async () => {
  await world.seller(1_000, 3);
  const pass = await world.pass(1_000);
  const buyers = await Promise.all(Array.from({ length: 32 }, () => world.buyer(1_000)));
  const answers = await Promise.all(buyers.map((buyer) => world.order(buyer, pass, 1_000)));
  const placed = answers.filter(({ status }) => status === 201);
  expect(placed).toHaveLength(1);
  for (const { status, body } of answers) if (status !== 201) expect(body.code).toBe('out_of_stock');
  const winner = buyers[answers.indexOf(placed[0]!)]!;
  expect((await world.final(winner, placed[0]!)).status).toBe('completed');
});

test('S4.12 of 32 orders the last dollars pay one', async () => {
  // the account that has sold is not for sale for a moment, so a second one keeps stock in the market
  for (let sellers = 0; sellers < 2; sellers += 1) await world.seller(100_000, 3);
  const nova = await world.buyer(300);
  const pass = await world.pass(1_000);
  const answers = await Promise.all(Array.from({ length: 32 }, () => world.order(nova, pass, 1_000)));
  const placed = answers.filter(({ status }) => status === 201);
  expect(placed).toHaveLength(1);
  for (const { status, body } of answers) if (status !== 201) expect(body.code).toBe('insufficient_balance');
  await world.final(nova, placed[0]!);
  expect(await world.wallet(nova)).toEqual({ posted: 0, held: 0, available: 0 });
});

test('S4.11 ten orders of one account are all completed', async () => {
  const sela = await world.seller(10_000, 2);
  const nova = await world.buyer(10_000);
  const passes = await Promise.all(Array.from({ length: 10 }, () => world.pass(500)));
  const placed = await Promise.all(passes.map((pass) => world.order(nova, pass, 500)));
  for (const one of placed) expect((await world.final(nova, one)).status).toBe('completed');
  expect((await world.gameAccount(sela)).robux).toBe(5_000);
  expect((await world.wallet(sela, 'seller')).posted).toBe(1_000);
});

test('only the buyer, the seller and staff can see an order', async () => {
  const sela = await world.seller(5_000, 3);
  const nova = await world.buyer(1_000);
  const stranger = await world.buyer(0);
  const ada = await world.signIn('ada', 'admin');
  const placed = await world.order(nova, await world.pass(100), 100);
  await world.final(nova, placed);
  const path = `/api/robux/orders/${placed.body.id}`;
  for (const reader of [nova, sela]) expect((await reader.call('GET', path)).status).toBe(200);
  for (const reader of [stranger, ada]) {
    const { status, body } = await reader.call('GET', path);
    expect([status, body.code]).toEqual([404, 'order_not_found']);
  }
  expect((await stranger.call('GET', `${path}?all=1`)).status).toBe(404);
  expect((await ada.call('GET', `${path}?all=1`)).status).toBe(200);
  const ids = async (reader: typeof nova, query: string) => {
    const { body, headers } = await reader.call('GET', `/api/robux/orders${query}`);
    return {
      ids: (body as unknown as { id: string }[]).map(({ id }) => id),
      total: Number(headers['x-total-count']),
    };
  };
  expect(await ids(nova, '')).toEqual({ ids: [placed.body.id], total: 1 });
  expect(await ids(sela, '')).toEqual({ ids: [placed.body.id], total: 1 });
  expect(await ids(sela, '?role=buyer')).toEqual({ ids: [], total: 0 });
  expect(await ids(stranger, '?all=1')).toEqual({ ids: [], total: 0 });
  const all = await ids(ada, '?all=1&page=1&pageSize=1');
  expect(all.ids).toEqual([placed.body.id]);
  expect(all.total).toBeGreaterThan(1);
  expect(await ids(ada, `?all=1&search=${placed.body.id}`)).toEqual({ ids: [placed.body.id], total: 1 });
  expect(await ids(nova, '?search=no such pass')).toEqual({ ids: [], total: 0 });
});
