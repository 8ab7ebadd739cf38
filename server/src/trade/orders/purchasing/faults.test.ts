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

const onPurchase = (fault: object) =>
  world.control('POST', '/faults', { service: 'game-platform', method: 'POST', path: '/purchase', ...fault });

for (const kind of ['timeout-after', 'reset-after', 'html', 'truncate', 'timeout-before', 'reset-before']) {
  test(`S4.11 a purchase whose answer is lost by ${kind} is completed with exactly one debit`, async () => {
    const sela = await world.seller(5_000, 3);
    const nova = await world.buyer(1_000);
    const pass = await world.pass(1_000);
    await onPurchase({ kind });
    const order = await world.final(nova, await world.order(nova, pass, 1_000));
    expect(order).toMatchObject({ status: 'completed', totalPrice: '3.00' });
    expect(order.events.map(({ what }) => what)).toContain(
      'No response from Roblox, checking whether the purchase went through',
    );
    const { robux, transactions } = await world.gameAccount(sela);
    expect(robux).toBe(4_000);
    expect(transactions.filter(({ type }) => type === 'Purchase')).toHaveLength(1);
    expect((await world.wallet(sela, 'seller')).posted).toBe(300);
    expect(await world.wallet(nova)).toEqual({ posted: 700, held: 0, available: 700 });
  });
}

const ACCOUNT_PROBLEMS: [name: string, change: object, status: string][] = [
  ['a challenge on the purchase', { challenge: 'chef' }, '2fa_required'],
  ['a challenge on everything', { challenge: 'captcha', challengeOn: 'all' }, '2fa_required'],
  ['a dead cookie', { cookieValid: false }, 'invalid_cookie'],
  ['moderation', { moderated: true }, 'offline'],
  ['an economic restriction', { restriction: 'FraudChargeback' }, 'offline'],
  ['Robux spent elsewhere', { robux: 12 }, 'online'],
];
for (const [name, change, status] of ACCOUNT_PROBLEMS) {
  test(`S4.11 ${name} reassigns the order, and the account becomes ${status}`, async () => {
    const sela = await world.seller(5_000, 2);
    const mira = await world.seller(5_000, 3);
    await world.control('PATCH', `/game/accounts/${sela.game.id}`, change);
    const nova = await world.buyer(1_000);
    const placed = await world.order(nova, await world.pass(1_000), 1_000, { ratePerThousand: 6 });
    expect(placed.body).toMatchObject({ accountId: sela.accountId, totalPrice: '2.00' });
    const order = await world.final(nova, placed);
    expect(order).toMatchObject({
      status: 'completed',
      accountId: mira.accountId,
      totalPrice: '3.00',
      ratePerThousand: 3,
    });
    const { robux: robuxBalance } = await world.gameAccount(sela);
    expect(await world.accountOf(sela)).toMatchObject({ status, reservedRobux: 0, robuxBalance });
    expect(await world.wallet(nova)).toEqual({ posted: 700, held: 0, available: 700 });
    expect((await world.wallet(sela, 'seller')).posted).toBe(0);
  });
}

test('a challenge is named to the seller and never answered', async () => {
  const sela = await world.seller(5_000, 2);
  await world.control('PATCH', `/game/accounts/${sela.game.id}`, { challenge: 'blocksession' });
  const nova = await world.buyer(1_000);
  await world.control('DELETE', '/requests');
  const pass = await world.pass(1_000);
  const order = await world.final(nova, await world.order(nova, pass, 1_000));
  expect(order).toMatchObject({
    status: 'failed',
    failureReason: 'No other seller can serve this order at your rate',
  });
  const { body: sale } = await sela.call('GET', `/api/robux/orders/${order.id}`);
  expect(sale.failureReason).toBe('Your account could not buy the gamepass');
  const { status, statusReason } = await world.accountOf(sela);
  expect([status, statusReason]).toEqual(['2fa_required', expect.stringContaining('(blocked session)')]);
  const posts = await world.control<{ method: string; path: string }[]>(
    'GET',
    '/requests?service=game-platform',
  );
  // one CSRF handshake and one purchase
  expect(posts.filter(({ method, path }) => method === 'POST' && path.includes('/purchase'))).toHaveLength(2);
  expect(await world.wallet(nova)).toEqual({ posted: 1_000, held: 0, available: 1_000 });
});

test('S4.12 an order is not reassigned above its maximum rate or above the balance', async () => {
  const sela = await world.seller(5_000, 2);
  await world.seller(5_000, 3);
  await world.control('PATCH', `/game/accounts/${sela.game.id}`, { cookieValid: false });
  const nova = await world.buyer(1_000);
  const bound = await world.final(nova, await world.order(nova, await world.pass(1_000), 1_000));
  expect(bound.status).toBe('failed');

  const mira = await world.seller(5_000, 2);
  await world.control('PATCH', `/game/accounts/${mira.game.id}`, { cookieValid: false });
  const poor = await world.buyer(250);
  const placed = await world.order(poor, await world.pass(1_000), 1_000, { ratePerThousand: 6 });
  expect((await world.final(poor, placed)).status).toBe('failed');
  expect(await world.wallet(poor)).toEqual({ posted: 250, held: 0, available: 250 });
});

test('a short outage of Roblox only delays the order', async () => {
  const sela = await world.seller(5_000, 2);
  const nova = await world.buyer(1_000);
  const pass = await world.pass(1_000);
  await world.control('POST', '/faults', {
    service: 'game-platform',
    path: 'is-owned',
    kind: 'status',
    status: 503,
    times: 2,
  });
  expect((await world.final(nova, await world.order(nova, pass, 1_000))).status).toBe('completed');
  expect((await world.gameAccount(sela)).robux).toBe(4_000);
});

test('a Roblox Plus discount is used and the seller is paid in full; an account with a regional price is skipped', async () => {
  const regional = await world.seller(5_000, 2);
  await world.control('PATCH', `/game/accounts/${regional.game.id}`, { regionFactor: 0.5 });
  const plus = await world.seller(5_000, 3);
  await world.control('PATCH', `/game/accounts/${plus.game.id}`, { plusPercent: 10 });
  const pass = await world.pass(1_000);
  await world.control('PATCH', `/game/passes/${pass.id}`, { managedPricing: true });
  const nova = await world.buyer(1_000);
  const order = await world.final(nova, await world.order(nova, pass, 1_000, { ratePerThousand: 4 }));
  expect(order).toMatchObject({ status: 'completed', accountId: plus.accountId, totalPrice: '3.00' });
  expect((await world.gameAccount(plus)).robux).toBe(4_100);
  expect(await world.accountOf(plus)).toMatchObject({ robuxBalance: 4_100, totalSold: 1_000 });
  expect((await world.gameAccount(regional)).robux).toBe(5_000);
});
