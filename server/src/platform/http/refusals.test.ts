import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Called, type Caller, caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { credit } from '../../../test/wallets.ts';
import { proveBooks } from '../../money/ledger/proof.ts';
import { pollPrices } from '../../money/prices/prices.jobs.ts';

/** Bad input to the main endpoints: each is refused with the required phrase, and nothing moves. */
let world: TestApp;
let nova: Caller;
let sela: Caller;
let pass: { id: number; url: string };
let game: { cookie: string; id: number };

const control = async <Answer>(path: string, body: unknown): Promise<Answer> => {
  const answer = await fetch(`${world.sandboxUrl}/control/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
  return (await answer.json()) as Answer;
};

beforeAll(async () => {
  world = await openTestApp();
  nova = await world.signIn('nova');
  sela = await world.signIn('sela', 'seller');
  await pollPrices(world.services);
  game = await control('game/accounts', { username: 'StockOfSela', robux: 3_000 });
  const maker = await control<{ id: number }>('game/accounts', { username: 'PassMaker', robux: 0 });
  pass = await control('game/passes', { ownerId: maker.id, price: 1_000, name: 'A pass' });
  const added = await sela.call('POST', '/api/roblox-accounts', { cookie: game.cookie, ratePerThousand: 4 });
  expect(added.status).toBe(201);
  await credit(world.services.db, nova.id, 300);
  await credit(world.services.db, sela.id, 5_000, { wallet: 'seller' });
});
afterAll(() => world.close());

/** A summary of all tables in which money or stock could have moved. */
async function fingerprint(): Promise<unknown> {
  const { rows } = await world.database.asOwner(`
    select (select count(*) from ledger_events) as events, (select count(*) from ledger_holds) as holds,
      (select sum(held) from ledger_balances) as held, (select sum(reserved_robux) from roblox_accounts) as reserved,
      (select count(*) from orders) as orders, (select count(*) from withdrawals) as withdrawals,
      (select count(*) from roblox_accounts) as accounts, (select count(*) from idempotency_keys) as keys`);
  return rows[0];
}

const ORDER = { robuxAmount: 1_000, ratePerThousand: 4 };
const PAYOUT = {
  amount: 25,
  ltcAddress: 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3',
  walletType: 'seller',
};

type Case = [what: string, given: object, status: number, message: string | RegExp];

const ORDERS: Case[] = [
  ['below the minimum', { robuxAmount: 99 }, 400, 'Invalid amount'],
  ['above the maximum', { robuxAmount: 1_000_001 }, 400, 'Invalid amount'],
  ['with half a Robux', { robuxAmount: 1_000.5 }, 400, 'Invalid amount'],
  ['with an exponent in its amount', { robuxAmount: '1e3' }, 400, 'Invalid amount'],
  ['with a list as its amount', { robuxAmount: [1_000] }, 400, 'Invalid amount'],
  ['without an amount', { robuxAmount: undefined }, 400, 'Invalid amount'],
  ['at a rate outside 1 to 6', { ratePerThousand: 6.01 }, 400, 'Invalid amount'],
  ['at a rate with three decimals', { ratePerThousand: 3.455 }, 400, 'Invalid amount'],
  [
    'for a look-alike host',
    { gamepassUrl: 'https://www.roblox.com.evil/game-pass/1' },
    400,
    /^Invalid gamepass/,
  ],
  ['for a gamepass that does not exist', { gamepassUrl: '999999999' }, 404, 'Invalid gamepass'],
  ['for a gamepass with another price', { robuxAmount: 900 }, 409, 'Price mismatch'],
  ['at a rate without stock', { ratePerThousand: 3.99 }, 409, 'Out of stock'],
  ['above the balance', {}, 409, 'Insufficient balance'],
  ['with an unknown field', { tip: 1 }, 400, /tip/],
];

const PAYOUTS: Case[] = [
  ['below the minimum', { amount: 9.99 }, 400, 'Minimum withdrawal is $10'],
  ['of zero', { amount: 0 }, 400, 'Invalid amount'],
  ['of a negative amount', { amount: '-25' }, 400, 'Invalid amount'],
  ['with a tenth of a cent', { amount: 25.001 }, 400, 'Invalid amount'],
  ['that exceeds the balance with its fees', { amount: 49 }, 409, 'Insufficient balance'],
  ['at another price', { price: 84 }, 409, 'Price mismatch'],
  ['at a negative price', { price: -85 }, 400, 'Invalid amount'],
  [
    'to an address with a typo',
    { ltcAddress: PAYOUT.ltcAddress.replace(/3$/, '4') },
    400,
    /^Invalid LTC address/,
  ],
  [
    'to a Bitcoin address',
    { ltcAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
    400,
    /^Invalid LTC address/,
  ],
  ['to a number as its address', { ltcAddress: 7 }, 400, /^Invalid LTC address/],
  ['from the buyer wallet', { walletType: 'buyer' }, 400, /walletType/],
];

const ACCOUNTS: Case[] = [
  ['with a malformed cookie', { cookie: 'nothing' }, 400, /^Invalid cookie/],
  ['without a cookie', { cookie: undefined }, 400, /^Invalid cookie/],
  ['at a rate above 6', { ratePerThousand: 6.5 }, 400, 'Invalid amount'],
  ['that was added before', {}, 409, /already/],
  ['without confirmed ownership', { ownershipConfirmed: false }, 400, /yours/],
  ['through a proxy that does not exist', { useProxy: true }, 400, 'Invalid proxy'],
];

async function expectRefusal(
  call: () => Promise<Called>,
  status: number,
  message: string | RegExp,
): Promise<void> {
  const before = await fingerprint();
  const answer = await call();
  expect(answer.status).toBe(status);
  expect(answer.body.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  expect(answer.body.code).toMatch(/^[a-z_0-9]+$/);
  if (status === 400) expect(Object.keys(answer.body.details as object)).not.toEqual([]);
  expect(await fingerprint()).toEqual(before);
}

describe('S4.12 bad input is refused with its reason, and nothing moves', () => {
  test.each(ORDERS)('an order %s', (_what, given, status, message) => {
    const body = { ...ORDER, gamepassUrl: pass.url, ...given };
    return expectRefusal(() => nova.call('POST', '/api/robux/orders', body), status, message);
  });

  test.each(PAYOUTS)('a withdrawal %s', (_what, given, status, message) =>
    expectRefusal(() => sela.call('POST', '/api/wallet/withdraw', { ...PAYOUT, ...given }), status, message),
  );

  test.each(ACCOUNTS)('an account %s', (_what, given, status, message) => {
    const body = { cookie: game.cookie, ratePerThousand: 4, ...given };
    return expectRefusal(() => sela.call('POST', '/api/roblox-accounts', body), status, message);
  });

  test('a cookie that Roblox does not know', () => {
    const body = { cookie: game.cookie.replace(/.{6}$/, 'AAAAAA'), ratePerThousand: 4 };
    return expectRefusal(() => sela.call('POST', '/api/roblox-accounts', body), 400, /^Invalid cookie/);
  });

  test('orders without a body, with a list as body, by a seller, and with a blank in the idempotency key', async () => {
    const body = { ...ORDER, gamepassUrl: pass.url };
    await expectRefusal(() => nova.call('POST', '/api/robux/orders'), 400, 'Invalid amount');
    await expectRefusal(() => nova.call('POST', '/api/robux/orders', [1]), 400, /^Invalid input/);
    await expectRefusal(() => sela.call('POST', '/api/robux/orders', body), 403, 'Unauthorized');
    const key = { 'idempotency-key': 'with blank' };
    await expectRefusal(() => nova.call('POST', '/api/robux/orders', body, key), 400, /^Invalid input/);
  });

  test('reads of unknown things, and role changes that the user may not make', async () => {
    const unknown = '01a1febe-003b-7ed0-ba9f-8613c5ff18c3';
    await expectRefusal(() => nova.call('GET', '/api/wallet?walletType=savings'), 400, /walletType/);
    await expectRefusal(() => nova.call('GET', '/api/robux/orders?page=0'), 400, /page/);
    await expectRefusal(() => nova.call('GET', `/api/robux/orders/${unknown}`), 404, 'Order not found');
    await expectRefusal(
      () => nova.call('PUT', `/api/users/${nova.id}`, { role: 'admin' }),
      403,
      'Unauthorized',
    );
    await expectRefusal(
      () => nova.call('PUT', `/api/users/${sela.id}`, { role: 'buyer' }),
      404,
      'User not found',
    );
  });

  test('the books balance after all these calls', async () => {
    expect(await proveBooks(world.services.db)).toEqual([]);
  });
});

describe('requests outside the contract', () => {
  const nobody = () => caller(world.app, '');

  test.each([
    ['GET', '/api/nothing', 404],
    ['GET', '/api/robux/orders/x/y', 404],
    ['GET', '/api/robux/orders/%', 404],
    ['GET', `/api/robux/orders/${'x'.repeat(501)}`, 404],
    ['DELETE', '/api/auth/user', 405],
    ['OPTIONS', '/api/wallet', 405],
  ])('%s %s answers %i without a session', async (method, path, status) => {
    expect((await nobody().call(method, path)).status).toBe(status);
  });

  test('a text body answers 415, a large body 413, and invalid JSON 400', async () => {
    const text = { 'content-type': 'text/plain' };
    expect((await nova.call('POST', '/api/gamepass/validate', 'url=1', text)).status).toBe(415);
    expect((await nova.call('POST', '/api/gamepass/validate', { url: 'x'.repeat(300_000) })).status).toBe(
      413,
    );
    const json = { 'content-type': 'application/json' };
    expect((await nova.call('POST', '/api/gamepass/validate', '{"url":', json)).status).toBe(400);
  });

  test.each([
    ['a text', 'host=x', 'text/plain', 415],
    ['a large body', `"${'x'.repeat(300_000)}"`, 'application/json', 413],
    ['invalid JSON', '{', 'application/json', 400],
  ])('who may not call is not told that %s cannot be read', async (_what, body, type, status) => {
    const post = (who: Pick<Caller, 'call'>) =>
      who.call('POST', '/api/proxies', body, { 'content-type': type });
    const forged = caller(world.app, nova.cookie.replace(/=.*/, `=${'A'.repeat(43)}`));
    const answers = await Promise.all([nobody(), forged, nova, sela].map(post));
    expect(answers.map((answer) => answer.status)).toEqual([401, 401, 403, status]);
  });

  test('a seller is told to switch to their buyer account, and an admin, who would lose that role, is not', async () => {
    const ada = await world.signIn('ada', 'admin');
    const hints = [sela, ada].map(async (who) => (await who.call('POST', '/api/robux/orders', {})).body.hint);
    expect(await Promise.all(hints)).toEqual([
      'Switch to your buyer account to do this.',
      'Only buyers can do this.',
    ]);
  });

  test('a write from another site is refused; a write from a script or our own page is accepted', async () => {
    const body = { url: String(pass.id) };
    const from = (headers: Record<string, string>) =>
      nova.call('POST', '/api/gamepass/validate', body, headers);
    expect((await from({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await from({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await from({ 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await from({ origin: 'http://localhost:80' })).status).toBe(200);
    expect((await from({})).status).toBe(200);
  });

  test('answers have security headers, no server version and no public caching', async () => {
    const answer = await nova.call('GET', '/api/auth/user');
    expect(answer.headers['x-powered-by']).toBeUndefined();
    expect(answer.headers['cache-control']).toMatch(/no-cache|no-store/);
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });
});
