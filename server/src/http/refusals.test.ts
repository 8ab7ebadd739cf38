import { friendlyMessage } from '@sterling/contract/errors.ts';
import { cents } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Called, type Caller, caller, openTestApp, type TestApp } from '../../test/app.ts';
import { inTransaction } from '../db/pool.ts';
import { account, post } from '../ledger/ledger.ts';
import { proveBooks } from '../ledger/proof.ts';
import { pollPrices } from '../prices/prices.jobs.ts';

/** Bad input along the main line: each gets its refusal with the seed's phrase, and nothing moves. */
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
  await give(nova.id, 'buyer', 300);
  await give(sela.id, 'seller', 5_000);
});
afterAll(() => world.close());

async function give(userId: string, wallet: 'buyer' | 'seller', amount: number): Promise<void> {
  const posting = { from: account.adjustments, to: account[wallet](userId), amount: cents(amount) };
  await inTransaction(world.services.db, (tx) =>
    post(tx, { key: `gift ${userId}`, kind: 'correction', postings: [posting] }),
  );
}

/** Everything that money or stock could have moved in. */
async function fingerprint(): Promise<unknown> {
  const { rows } = await world.database.asOwner(`
    select (select count(*) from ledger_events) as events, (select count(*) from ledger_holds) as holds,
      (select sum(held) from ledger_balances) as held, (select sum(reserved_robux) from roblox_accounts) as reserved,
      (select count(*) from orders) as orders, (select count(*) from withdrawals) as withdrawals,
      (select count(*) from roblox_accounts) as accounts, (select count(*) from idempotency_keys) as keys`);
  return rows[0];
}

const order = (change: object) => ({
  robuxAmount: 1_000,
  gamepassUrl: pass.url,
  ratePerThousand: 4,
  ...change,
});
const payout = (change: object) => ({
  amount: 25,
  ltcAddress: 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3',
  walletType: 'seller',
  ...change,
});

type Case = [what: string, status: number, message: string | RegExp, call: () => Promise<Called>];

const CASES: Case[] = [
  [
    'an order below the minimum',
    400,
    'Invalid amount',
    () => nova.call('POST', '/api/robux/orders', order({ robuxAmount: 99 })),
  ],
  [
    'an order above the maximum',
    400,
    'Invalid amount',
    () => nova.call('POST', '/api/robux/orders', order({ robuxAmount: 1_000_001 })),
  ],
  [
    'half a Robux',
    400,
    'Invalid amount',
    () => nova.call('POST', '/api/robux/orders', order({ robuxAmount: 1_000.5 })),
  ],
  [
    'an amount with an exponent',
    400,
    'Invalid amount',
    () => nova.call('POST', '/api/robux/orders', order({ robuxAmount: '1e3' })),
  ],
  [
    'an amount that is a list',
    400,
    'Invalid amount',
    () => nova.call('POST', '/api/robux/orders', order({ robuxAmount: [1_000] })),
  ],
  [
    'a rate outside 1 to 6',
    400,
    'Invalid amount',
    () => nova.call('POST', '/api/robux/orders', order({ ratePerThousand: 6.01 })),
  ],
  [
    'a rate of three decimals',
    400,
    'Invalid amount',
    () => nova.call('POST', '/api/robux/orders', order({ ratePerThousand: 3.455 })),
  ],
  [
    'an address that is no gamepass',
    400,
    /^Invalid gamepass/,
    () =>
      nova.call(
        'POST',
        '/api/robux/orders',
        order({ gamepassUrl: 'https://www.roblox.com.evil/game-pass/1' }),
      ),
  ],
  [
    'a gamepass that is not there',
    404,
    'Invalid gamepass',
    () => nova.call('POST', '/api/robux/orders', order({ gamepassUrl: '999999999' })),
  ],
  [
    'a pass at another price',
    409,
    'Price mismatch',
    () => nova.call('POST', '/api/robux/orders', order({ robuxAmount: 900 })),
  ],
  [
    'a rate that nobody sells at',
    409,
    'Out of stock',
    () => nova.call('POST', '/api/robux/orders', order({ ratePerThousand: 3.99 })),
  ],
  ['too little money', 409, 'Insufficient balance', () => nova.call('POST', '/api/robux/orders', order({}))],
  ['an order by a seller', 403, 'Unauthorized', () => sela.call('POST', '/api/robux/orders', order({}))],
  ['an unknown field', 400, /tip/, () => nova.call('POST', '/api/robux/orders', order({ tip: 1 }))],
  ['no body', 400, /robuxAmount/, () => nova.call('POST', '/api/robux/orders')],
  ['a body that is no object', 400, /Invalid input/, () => nova.call('POST', '/api/robux/orders', [1])],
  [
    'a bad idempotency key',
    400,
    /Invalid input/,
    () => nova.call('POST', '/api/robux/orders', order({}), { 'idempotency-key': 'with blank' }),
  ],
  [
    'a payout below the minimum',
    400,
    'Minimum withdrawal is $10',
    () => sela.call('POST', '/api/wallet/withdraw', payout({ amount: 9.99 })),
  ],
  [
    'a payout of nothing',
    400,
    'Invalid amount',
    () => sela.call('POST', '/api/wallet/withdraw', payout({ amount: 0 })),
  ],
  [
    'a negative payout',
    400,
    'Invalid amount',
    () => sela.call('POST', '/api/wallet/withdraw', payout({ amount: '-25' })),
  ],
  [
    'a tenth of a cent',
    400,
    'Invalid amount',
    () => sela.call('POST', '/api/wallet/withdraw', payout({ amount: 25.001 })),
  ],
  [
    'a payout with fees above the balance',
    409,
    'Insufficient balance',
    () => sela.call('POST', '/api/wallet/withdraw', payout({ amount: 49 })),
  ],
  [
    'a payout at another price',
    409,
    'Price mismatch',
    () => sela.call('POST', '/api/wallet/withdraw', payout({ price: 84 })),
  ],
  [
    'an address with a typo',
    400,
    /^Invalid LTC address/,
    () =>
      sela.call(
        'POST',
        '/api/wallet/withdraw',
        payout({ ltcAddress: 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs4' }),
      ),
  ],
  [
    'a Bitcoin address',
    400,
    /^Invalid LTC address/,
    () =>
      sela.call(
        'POST',
        '/api/wallet/withdraw',
        payout({ ltcAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }),
      ),
  ],
  [
    'an address that is a number',
    400,
    /^Invalid LTC address/,
    () => sela.call('POST', '/api/wallet/withdraw', payout({ ltcAddress: 7 })),
  ],
  [
    'a payout of the buyer wallet',
    400,
    /walletType/,
    () => sela.call('POST', '/api/wallet/withdraw', payout({ walletType: 'buyer' })),
  ],
  [
    'a cookie that is none',
    400,
    /^Invalid cookie/,
    () => sela.call('POST', '/api/roblox-accounts', { cookie: 'nothing', ratePerThousand: 4 }),
  ],
  [
    'a cookie that the platform does not know',
    400,
    /^Invalid cookie/,
    () =>
      sela.call('POST', '/api/roblox-accounts', {
        cookie: game.cookie.replace(/.{6}$/, 'AAAAAA'),
        ratePerThousand: 4,
      }),
  ],
  [
    'a rate above 6 for an account',
    400,
    /Invalid amount/,
    () => sela.call('POST', '/api/roblox-accounts', { cookie: game.cookie, ratePerThousand: 6.5 }),
  ],
  [
    'the same account again',
    409,
    /already/,
    () => sela.call('POST', '/api/roblox-accounts', { cookie: game.cookie, ratePerThousand: 4 }),
  ],
  [
    'an account that is not confirmed to be one’s own',
    400,
    /yours/,
    () =>
      sela.call('POST', '/api/roblox-accounts', {
        cookie: game.cookie,
        ratePerThousand: 4,
        ownershipConfirmed: false,
      }),
  ],
  ['a wallet that nobody has', 400, /walletType/, () => nova.call('GET', '/api/wallet?walletType=savings')],
  ['page zero', 400, /page/, () => nova.call('GET', '/api/robux/orders?page=0')],
  [
    'somebody else’s order',
    404,
    'Order not found',
    () => nova.call('GET', '/api/robux/orders/01a1febe-003b-7ed0-ba9f-8613c5ff18c3'),
  ],
  [
    'a role that nobody may give himself',
    403,
    'Unauthorized',
    () => nova.call('PUT', `/api/users/${nova.id}`, { role: 'admin' }),
  ],
  [
    'somebody else’s role',
    404,
    'Not found',
    () => nova.call('PUT', `/api/users/${sela.id}`, { role: 'buyer' }),
  ],
];

describe('S4.12 bad input is refused by name, and nothing moves', () => {
  test.each(CASES)('%s', async (_what, status, message, call) => {
    const before = await fingerprint();
    const answer = await call();
    expect(answer.status).toBe(status);
    expect(answer.body.message).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    );
    expect(answer.body.code).toMatch(/^[a-z_0-9]+$/);
    expect(friendlyMessage(status, String(answer.body.message))).not.toBe('');
    expect(await fingerprint()).toEqual(before);
  });

  test('the books balance after all of it', async () => {
    expect(await proveBooks(world.services.db)).toEqual([]);
  });
});

describe('what is no call of ours', () => {
  const nobody = () => caller(world.app, '');

  test.each([
    ['GET', '/api/nothing', 404],
    ['GET', '/api/robux/orders/x/y', 404],
    ['DELETE', '/api/auth/user', 405],
    ['OPTIONS', '/api/wallet', 405],
  ])('%s %s is %i, for everybody', async (method, path, status) => {
    expect((await nobody().call(method, path)).status).toBe(status);
  });

  test('a text body is 415, a large one 413, one that is no JSON 400', async () => {
    const text = { 'content-type': 'text/plain' };
    expect((await nova.call('POST', '/api/gamepass/validate', 'url=1', text)).status).toBe(415);
    expect((await nova.call('POST', '/api/gamepass/validate', { url: 'x'.repeat(300_000) })).status).toBe(
      413,
    );
    const json = { 'content-type': 'application/json' };
    expect((await nova.call('POST', '/api/gamepass/validate', '{"url":', json)).status).toBe(400);
  });

  test('a write from another site is refused, one of a script or our own page is not', async () => {
    const body = { url: String(pass.id) };
    const from = (headers: Record<string, string>) =>
      nova.call('POST', '/api/gamepass/validate', body, headers);
    expect((await from({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await from({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await from({ 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await from({ origin: 'http://localhost:80' })).status).toBe(200);
    expect((await from({})).status).toBe(200);
  });

  test('no answer carries a stack, a version of the server or a cached secret', async () => {
    const answer = await nova.call('GET', '/api/auth/user');
    expect(answer.headers['x-powered-by']).toBeUndefined();
    expect(answer.headers['cache-control']).toMatch(/no-cache|no-store/);
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });
});
