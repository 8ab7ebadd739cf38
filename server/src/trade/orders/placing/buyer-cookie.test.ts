import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type OrderWorld, openOrderWorld } from '../../../../test/order-world.ts';
import type { SandboxPass } from '../../../../test/sandbox.ts';
import { stepNow } from '../../../../test/steps.ts';
import { credit } from '../../../../test/wallets.ts';
import { deleteOldCookies, orderCookieContext } from '../../../supply/roblox-accounts/order-cookies.ts';
import { openRobloxSession } from '../../../supply/roblox-accounts/session.ts';

/** No worker runs, so that a test can see a stored cookie. */
let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
});
afterEach(async () => {
  expect(await world.differences()).toEqual([]);
  expect(await keptCookies()).toEqual([]);
  await world.clear();
});
afterAll(() => world.close());

test('S4.08 the buyer’s cookie sets the price of the pass, is stored encrypted, and is deleted afterwards', async () => {
  const sela = await world.seller(5_000, 3);
  const nova = await world.buyer(1_000);
  const pass = await world.pass(40);
  const placed = await world.order(nova, pass, 700, { buyerCookie: pass.ownerCookie });
  expect(placed.status).toBe(201);
  const kept = await keptCookies();
  expect(kept).toHaveLength(1);
  expect(kept[0]!.sealedCookie.includes(pass.ownerCookie.slice(-40))).toBe(false);
  const order = await finished(nova, placed.body.id);
  expect(order).toMatchObject({ status: 'completed', robuxAmount: '700', totalPrice: '2.10' });
  expect((await world.gameAccount(sela)).robux).toBe(4_300);
  const secret = pass.ownerCookie.slice(-40);
  expect(world.log()).not.toContain(secret);
  expect(JSON.stringify(order)).not.toContain(secret);
  const jobs = await world.database.asOwner('select data::text from pgboss.job');
  expect(JSON.stringify(jobs.rows)).not.toContain(secret);
});

test('S4.08 a cookie that is not needed is not stored', async () => {
  await world.seller(5_000, 3);
  const nova = await world.buyer(1_000);
  const pass = await world.pass(700);
  const placed = await world.order(nova, pass, 700, { buyerCookie: pass.ownerCookie });
  expect(placed.status).toBe(201);
  expect(await keptCookies()).toEqual([]);
  await finished(nova, placed.body.id);
});

test('S4.08 a cookie that does not work, belongs to another user or meets a challenge is refused', async () => {
  const sela = await world.seller(5_000, 3);
  const nova = await world.buyer(1_000);
  const pass = await world.pass(40);
  const refusal = async (buyerCookie: string) => {
    const { status, body } = await world.order(nova, pass, 700, { buyerCookie });
    return [status, body.code];
  };
  expect(await refusal('rubbish')).toEqual([400, 'invalid_cookie']);
  expect(await refusal(sela.game.cookie)).toEqual([409, 'cookie_of_another']);
  await world.control('PATCH', `/game/accounts/${pass.ownerId}`, {
    challenge: 'captcha',
    challengeOn: 'all',
  });
  expect(await refusal(pass.ownerCookie)).toEqual([400, 'two_factor_required']);
  expect((await world.order(nova, pass, 700, { buyerCookie: pass.ownerCookie })).body.hint).toBe(
    'Roblox requires verification (captcha). Complete it in your own browser, then try again.',
  );
  await world.control('PATCH', `/game/accounts/${pass.ownerId}`, { challenge: null, cookieValid: false });
  expect(await refusal(pass.ownerCookie)).toEqual([400, 'invalid_cookie']);
  expect((await world.wallet(nova)).held).toBe(0);
});

test('S4.08 a cookie is deleted after ten minutes, whatever becomes of its order', async () => {
  await world.seller(5_000, 3);
  const nova = await world.buyer(1_000);
  const pass = await world.pass(40);
  const placed = await world.order(nova, pass, 700, { buyerCookie: pass.ownerCookie });
  const storedBefore = (minutes: number) =>
    world.database.asOwner('update order_cookies set created_at = now() - make_interval(mins => $1)', [
      minutes,
    ]);
  await storedBefore(9);
  await deleteOldCookies(world.services.db);
  expect(await keptCookies()).toHaveLength(1);
  await storedBefore(11);
  await deleteOldCookies(world.services.db);
  expect(await keptCookies()).toEqual([]);
  expect(await finished(nova, placed.body.id)).toMatchObject({ status: 'failed' });
});

test('S4.08 a second order with a cookie for the same pass is refused until the first one ends', async () => {
  await world.seller(5_000, 3);
  const nova = await world.buyer(1_000);
  const pass = await world.pass(40);
  const first = await world.order(nova, pass, 700, { buyerCookie: pass.ownerCookie });
  const second = await world.order(nova, pass, 800, { buyerCookie: pass.ownerCookie });
  expect([second.status, second.body.code]).toEqual([409, 'pass_in_use']);
  await finished(nova, first.body.id);
  await world.seller(5_000, 3);
  const third = await world.order(nova, pass, 800, { buyerCookie: pass.ownerCookie });
  expect(third.status).toBe(201);
  expect((await finished(nova, third.body.id)).status).toBe('completed');
});

const CHANGES: [name: string, change: 'pass' | 'owner', to: object, reason: RegExp][] = [
  ['in a price test', 'pass', { activeInPO: true }, /price test/],
  ['deleted', 'pass', { deleted: true }, /in your public experiences/],
  ['whose owner is signed out', 'owner', { cookieValid: false }, /does not accept your cookie/],
  [
    'whose owner meets a challenge',
    'owner',
    { challenge: 'captcha', challengeOn: 'all' },
    /requires verification/,
  ],
];
for (const [name, of, to, reason] of CHANGES) {
  test(`S4.08 a pass ${name}: the cookie is deleted and the buyer is refunded`, async () => {
    await world.seller(5_000, 3);
    const nova = await world.buyer(1_000);
    const pass = await world.pass(40);
    const placed = await world.order(nova, pass, 700, { buyerCookie: pass.ownerCookie });
    expect(placed.status).toBe(201);
    await world.control(
      'PATCH',
      of === 'pass' ? `/game/passes/${pass.id}` : `/game/accounts/${pass.ownerId}`,
      to,
    );
    const order = await finished(nova, placed.body.id);
    expect(order).toMatchObject({ status: 'failed', failureReason: expect.stringMatching(reason) });
    expect(await world.wallet(nova)).toEqual({ posted: 1_000, held: 0, available: 1_000 });
  });
}

const ANSWERS: [name: string, answer: object, reason: RegExp][] = [
  [
    '403 UnauthorizedAccess',
    { status: 403, body: { errorCode: 'UnauthorizedAccess' } },
    /doesn't have permission to set this price/,
  ],
  ['404 PassNotFound', { status: 404, body: { errorCode: 'PassNotFound' } }, /no longer exists/],
  ['409 ActiveInPO', { status: 409, body: { errorCode: 'ActiveInPO' } }, /price test/],
  ['400 with a field', { status: 400, body: { errorCode: 'BadRequest', field: 'price' } }, /Set it yourself/],
  ['204 but unchanged on read-back', { status: 204 }, /did not apply the price/],
];
for (const [name, answer, reason] of ANSWERS) {
  test(`S4.08 PATCH ${name}: the buyer reads what to do, nothing is bought, and the cookie is deleted`, async () => {
    await world.seller(5_000, 3);
    const nova = await world.buyer(1_000);
    const pass = await world.pass(40);
    await world.control('POST', '/faults', {
      service: 'game-platform',
      kind: 'status',
      method: 'PATCH',
      ...answer,
    });
    const placed = await world.order(nova, pass, 700, { buyerCookie: pass.ownerCookie });
    const order = await finished(nova, placed.body.id);
    expect(order).toMatchObject({ status: 'failed', failureReason: expect.stringMatching(reason) });
    expect(await world.purchasesSeen(pass)).toHaveLength(0);
    expect(await keptCookies()).toEqual([]);
  });
}

test.each([
  ['the check of another order', 'GET', '/users/authenticated'],
  ['the price of another order', 'PATCH', '/game-passes'],
])('S4.08 a cookie that Roblox rotates for %s still works for the first', async (_name, method, path) => {
  await world.seller(5_000, 3);
  await world.seller(5_000, 3);
  const nova = await world.buyer(1_000);
  const pass = await world.pass(40);
  const terms = { ownerId: pass.ownerId, price: 40, name: 'Gem' };
  const other = await world.control<typeof pass>('POST', '/game/passes', terms);
  const buyerCookie = pass.ownerCookie;
  const first = await world.order(nova, pass, 700, { buyerCookie });
  const headers = { 'set-cookie': `.ROBLOSECURITY=TURN${pass.ownerId}; path=/` };
  await world.fault({ service: 'game-platform', kind: 'slow', seconds: 0, method, path, headers });
  const second = await world.order(nova, other, 700, { buyerCookie });
  expect((await finished(nova, second.body.id)).status).toBe('completed');
  const [kept] = await keptCookies();
  const { vault } = world.services;
  expect(vault.open(kept!.sealedCookie, orderCookieContext(String(first.body.id)))).toBe(
    `TURN${pass.ownerId}`,
  );
  expect((await finished(nova, first.body.id)).status).toBe('completed');
});

test('S4.08 a cookie that Roblox rotates for an order still works for the account that the buyer sells with', async () => {
  await world.seller(5_000, 3);
  const sela = await world.seller(100, 6);
  await sela.call('PUT', `/api/users/${sela.id}`, { role: 'buyer' });
  await credit(world.services.db, sela.id, 1_000);
  const { id, cookie: buyerCookie } = sela.game;
  const terms = { ownerId: id, price: 40, name: 'Own pass' };
  const pass = await world.control<SandboxPass>('POST', '/game/passes', terms);
  const headers = { 'set-cookie': `.ROBLOSECURITY=LISTED${id}; path=/` };
  await world.fault({ kind: 'slow', seconds: 0, path: '/users/authenticated', headers });
  const placed = await world.order(sela, pass, 700, { buyerCookie });
  expect((await openRobloxSession(world.services, sela.accountId)).cookie).toBe(`LISTED${id}`);
  expect((await finished(sela, placed.body.id)).status).toBe('completed');
});

test.each([
  ['the account that the buyer sells with is read', (id: string) => `/api/roblox-accounts/${id}/balance`],
  ['the buyer adds that account again', () => '/api/roblox-accounts'],
])('S4.08 a cookie that Roblox rotates while %s still works for the order', async (_when, path) => {
  await world.seller(5_000, 3);
  const sela = await world.seller(100, 6);
  const as = (role: string) => sela.call('PUT', `/api/users/${sela.id}`, { role });
  await credit(world.services.db, sela.id, 1_000);
  const { id, cookie } = sela.game;
  const terms = { ownerId: id, price: 40, name: 'Own pass' };
  const pass = await world.control<SandboxPass>('POST', '/game/passes', terms);
  await as('buyer');
  const placed = await world.order(sela, pass, 700, { buyerCookie: cookie });
  await as('seller');
  const headers = { 'set-cookie': `.ROBLOSECURITY=READ${id}; path=/` };
  await world.fault({ kind: 'slow', seconds: 0, path: '/users/authenticated', headers });
  const body = { cookie, ratePerThousand: 3.5, ownershipConfirmed: true };
  await sela.call('POST', path(sela.accountId), path.length === 0 ? body : undefined);
  expect((await openRobloxSession(world.services, sela.accountId)).cookie).toBe(`READ${id}`);
  await as('buyer');
  expect((await finished(sela, placed.body.id)).status).toBe('completed');
});

const keptCookies = () => world.services.db.selectFrom('orderCookies').select('sealedCookie').execute();

async function finished(nova: Awaited<ReturnType<OrderWorld['buyer']>>, orderId: unknown) {
  for (let runs = 0; runs < 20; runs += 1) {
    await stepNow(world.orderServices, String(orderId));
    const { body } = await nova.call('GET', `/api/robux/orders/${orderId}`);
    if (body.status === 'completed' || body.status === 'failed') return body;
  }
  throw new Error('the order does not end');
}
