import { robux } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  openTestSandbox,
  type SandboxAccount,
  type SandboxPass,
  type TestSandbox,
} from '../../../test/sandbox.ts';
import { type GamePlatform, type GameSession, GameTrouble, type Trouble } from '../game-platform.ts';
import { openGamePlatform } from './game-platform.ts';

let sandbox: TestSandbox;
let game: GamePlatform;
/** Sells Robux: the account that pays. */
let sela: SandboxAccount;
/** Owns the pass. */
let nova: SandboxAccount;
let pass: SandboxPass;

beforeAll(async () => {
  sandbox = await openTestSandbox();
  game = openGamePlatform(sandbox.config, { timeoutMs: 1_500 });
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  sela = await sandbox.account('sela', 5_000);
  nova = await sandbox.account('nova', 0);
  pass = await sandbox.pass(nova.id, 1_000);
  await sandbox.forget();
});

interface Session extends GameSession {
  readonly persisted: string[];
}

function sessionOf({ cookie }: { cookie: string }, proxyUrl: string | null = null): Session {
  const persisted: string[] = [];
  return {
    cookie,
    csrf: null,
    proxyUrl,
    persisted,
    rotated: async (rotated) => void persisted.push(rotated),
  };
}

async function troubleOf(asked: Promise<unknown>): Promise<Trouble> {
  const error = await asked.then(
    (answer) => new Error(`answered ${JSON.stringify(answer)}`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof GameTrouble)) throw error;
  return error.trouble;
}

const arm = (fault: object) => sandbox.control('POST', '/faults', { service: 'game-platform', ...fault });
const change = (account: SandboxAccount, values: object) =>
  sandbox.control('PATCH', `/game/accounts/${account.id}`, values);
const changePass = (values: object) => sandbox.control('PATCH', `/game/passes/${pass.id}`, values);
const look = (account: SandboxAccount) =>
  sandbox.control<SandboxAccount>('GET', `/game/accounts/${account.id}`);
const purchase = (over: object = {}) => ({
  productId: String(pass.productId),
  expectedPrice: robux(1_000),
  idempotencyKey: crypto.randomUUID(),
  ...over,
});
const purchases = async () => (await sandbox.requests()).filter(({ path }) => path.endsWith('/purchase'));

describe('reading', () => {
  it('says whose session it is and what it holds', async () => {
    const session = sessionOf(sela);
    expect(await game.whoAmI(session)).toEqual({ id: String(sela.id), name: sela.username });
    expect(await game.robuxBalance(session)).toBe(5_000);
  });

  it('asks again for a portrait that is pending', async () => {
    const found = await game.headshots([String(sela.id), '1']);
    expect([...found.keys()]).toEqual([String(sela.id)]);
    expect(found.get(String(sela.id))).toMatch(/^http/);
    expect(await sandbox.requests()).toHaveLength(2);
  });

  it('leaves out a portrait that is blocked', async () => {
    await change(sela, { moderated: true });
    expect(await game.headshots([String(sela.id)])).toEqual(new Map());
  });

  it('reads a pass with its base price, its creator and its product', async () => {
    expect(await game.gamepass(String(pass.id))).toEqual({
      id: String(pass.id),
      productId: String(pass.productId),
      name: 'Pass at 1000',
      priceRobux: 1_000,
      payerPrice: 1_000,
      discounts: [],
      isForSale: true,
      creatorType: 'User',
      creatorTargetId: String(nova.id),
      creatorName: nova.username,
    });
  });

  it('sees what the payer would pay, beside the base price', async () => {
    await change(sela, { plusPercent: 10 });
    expect(await game.gamepass(String(pass.id), sessionOf(sela))).toMatchObject({
      priceRobux: 1_000,
      payerPrice: 900,
      discounts: [{ type: 'RobloxPlusSubscription', amountRobux: 100, percent: 10 }],
    });
    await change(sela, { plusPercent: 0, regionFactor: 0.5 });
    expect(await game.gamepass(String(pass.id), sessionOf(sela))).toMatchObject({ priceRobux: 500 });
  });

  it('names a group by its own id', async () => {
    await changePass({ groupId: 4_711 });
    const seen = await game.gamepass(String(pass.id));
    expect(seen).toMatchObject({ creatorType: 'Group', creatorTargetId: '4711' });
  });

  it('knows passes off sale and passes that are gone', async () => {
    await changePass({ isForSale: false });
    expect(await game.gamepass(String(pass.id))).toMatchObject({ isForSale: false, priceRobux: null });
    await changePass({ deleted: true });
    expect(await game.gamepass(String(pass.id))).toBeNull();
  });

  it('sees ownership turn true, and the purchase among the transactions', async () => {
    const [sellerId, passId] = [String(sela.id), String(pass.id)];
    expect(await game.ownsGamepass(sellerId, passId)).toBe(false);
    await sandbox.control('POST', '/game/buy', { accountId: sela.id, passId: pass.id });
    expect(await game.ownsGamepass(sellerId, passId)).toBe(true);
    const rows = await game.recentPurchases(sessionOf(sela), sellerId);
    expect(rows).toEqual([
      { passId, amount: 1_000, at: expect.any(Date), token: expect.stringMatching(/./) },
    ]);
  });

  it('finds the experience of a pass', async () => {
    expect(await game.universeOfGamepass(String(nova.id), String(pass.id))).toBe(String(pass.universeId));
    expect(await game.universeOfGamepass(String(nova.id), '1')).toBeNull();
  });

  it('sends the cookie to nobody who needs none, and an honest name', async () => {
    await game.gamepass(String(pass.id));
    const [request] = await sandbox.requests();
    expect(request!.headers.cookie).toBeUndefined();
    expect(request!.headers['user-agent']).toBe('Sterling/0.1 (sandbox)');
  });
});

const ERRORS = (code: number, message: string) => ({ errors: [{ code, message }] });
const CHALLENGE = ERRORS(0, 'Challenge is required to authorize the request');

describe('troubles of a read', () => {
  it.each<[name: string, fault: object, trouble: Trouble]>([
    [
      'no cookie: our bug',
      { status: 401, body: ERRORS(0, 'Authentication cookie is empty') },
      { kind: 'protocol' },
    ],
    [
      'dead cookie',
      { status: 401, body: ERRORS(9002, 'User is not authenticated') },
      { kind: 'invalid_cookie' },
    ],
    [
      'denied',
      { status: 401, body: ERRORS(0, 'Authorization has been denied for this request.') },
      { kind: 'invalid_cookie' },
    ],
    ['401 without a body', { status: 401 }, { kind: 'invalid_cookie' }],
    ['moderated', { status: 403, body: ERRORS(0, 'User is moderated') }, { kind: 'moderated' }],
    [
      'errors as an object',
      { status: 403, body: { errors: { code: 0, message: 'User is moderated' } } },
      { kind: 'moderated' },
    ],
    ['another 403', { status: 403, body: ERRORS(1, 'The user is invalid') }, { kind: 'protocol' }],
    [
      '429 with retry-after',
      { status: 429, headers: { 'retry-after': '17' } },
      { kind: 'rate_limited', retryAfterSeconds: 17 },
    ],
    [
      '429 with x-ratelimit-reset',
      { status: 429, headers: { 'x-ratelimit-reset': '41' } },
      { kind: 'rate_limited', retryAfterSeconds: 41 },
    ],
    [
      '429 with nothing',
      { status: 429, body: ERRORS(0, 'Too many requests') },
      { kind: 'rate_limited', retryAfterSeconds: null },
    ],
    ['500', { status: 500, body: ERRORS(0, 'InternalServerError') }, { kind: 'unavailable' }],
    ['502 in HTML', { kind: 'html' }, { kind: 'unavailable' }],
    ['404', { status: 404, body: { errorCode: 'NotFound' } }, { kind: 'not_found' }],
    ['200 with nothing', { status: 200 }, { kind: 'protocol' }],
    ['200 with another shape', { status: 200, body: { id: 'x', name: 7 } }, { kind: 'protocol' }],
    ['cut short', { kind: 'truncate' }, { kind: 'protocol' }],
    ['endless', { kind: 'huge' }, { kind: 'protocol' }],
    ['slow', { kind: 'slow', seconds: 5 }, { kind: 'unavailable' }],
    ['no answer', { kind: 'timeout-after' }, { kind: 'unavailable' }],
    ['line broken', { kind: 'reset-before' }, { kind: 'unavailable' }],
    [
      'sent elsewhere',
      { status: 302, headers: { location: 'http://127.0.0.1:1/steal' } },
      { kind: 'protocol' },
    ],
    [
      'challenge, all headers',
      {
        status: 403,
        headers: {
          'rblx-challenge-id': 'a',
          'rblx-challenge-type': 'captcha',
          'rblx-challenge-metadata': 'e30=',
        },
        body: CHALLENGE,
      },
      { kind: 'challenge', type: 'captcha' },
    ],
    [
      'challenge, type only',
      { status: 403, headers: { 'rblx-challenge-type': 'chef' } },
      { kind: 'challenge', type: 'chef' },
    ],
    [
      'challenge, id only',
      { status: 403, headers: { 'rblx-challenge-id': 'a' } },
      { kind: 'challenge', type: 'unknown' },
    ],
    [
      'challenge, bad metadata only',
      { status: 403, headers: { 'rblx-challenge-metadata': '%%%' } },
      { kind: 'challenge', type: 'unknown' },
    ],
    ['challenge, body only', { status: 403, body: CHALLENGE }, { kind: 'challenge', type: 'unknown' }],
    [
      'challenge of an odd type',
      { status: 403, headers: { 'rblx-challenge-type': '<b>x</b>' } },
      { kind: 'challenge', type: 'unknown' },
    ],
  ])('%s', async (_name, fault, trouble) => {
    await arm({ kind: 'status', ...fault });
    expect(await troubleOf(game.whoAmI(sessionOf(sela)))).toEqual(trouble);
    expect(await sandbox.requests()).toHaveLength(1);
  });

  it('a platform that is not there is unavailable', async () => {
    const nowhere = {
      ...sandbox.config,
      game: { hosts: { ...sandbox.config.game.hosts, users: 'http://127.0.0.1:1' } },
    };
    const nobody = openGamePlatform(nowhere);
    expect(await troubleOf(nobody.whoAmI(sessionOf(sela)))).toEqual({ kind: 'unavailable' });
    expect(await troubleOf(nobody.whoAmI(sessionOf(sela, 'http://127.0.0.1:1')))).toEqual({ kind: 'proxy' });
  });

  it('no message holds the cookie', async () => {
    await change(sela, { cookieValid: false });
    const error = (await game.robuxBalance(sessionOf(sela)).catch((thrown) => thrown)) as GameTrouble;
    expect(error.trouble.kind).toBe('invalid_cookie');
    expect(JSON.stringify([error.message, error.stack, error.cause])).not.toContain(sela.cookie.slice(-40));
  });
});

describe('the session', () => {
  it('gets its CSRF token once and keeps it', async () => {
    const session = sessionOf(sela);
    expect(await game.buyGamepass(session, purchase({ expectedPrice: robux(1) }))).toMatchObject({
      reason: 'PriceChanged',
    });
    expect(await game.buyGamepass(session, purchase({ expectedPrice: robux(2) }))).toMatchObject({
      reason: 'PriceChanged',
    });
    expect((await sandbox.requests()).map(({ status }) => status)).toEqual([403, 200, 200]);
  });

  it('gets another token when the kept one is stale, and repeats once only', async () => {
    const session = sessionOf(sela);
    session.csrf = 'stale';
    await arm({
      kind: 'status',
      status: 403,
      headers: { 'x-csrf-token': 'other' },
      body: ERRORS(0, 'XSRF token invalid'),
    });
    expect(await troubleOf(game.buyGamepass(session, purchase()))).toEqual({ kind: 'protocol' });
    expect((await purchases()).map(({ status }) => status)).toEqual([403, 403]);
    expect((await look(sela)).robux).toBe(5_000);
  });

  it('persists a rotated cookie before it goes on, on an error too', async () => {
    const session = sessionOf(sela);
    await arm({
      kind: 'status',
      status: 500,
      headers: { 'set-cookie': '.ROBLOSECURITY=ROTATED-1; path=/; secure' },
    });
    expect(await troubleOf(game.whoAmI(session))).toEqual({ kind: 'unavailable' });
    expect([session.cookie, session.persisted]).toEqual(['ROTATED-1', ['ROTATED-1']]);
    expect(await game.whoAmI(session)).toMatchObject({ id: String(sela.id) });
    expect(await troubleOf(game.whoAmI(sessionOf(sela)))).toEqual({ kind: 'invalid_cookie' });
  });

  it('persists one that came with an answer that cannot be read', async () => {
    const session = sessionOf(sela);
    await arm({ kind: 'huge', headers: { 'set-cookie': '.ROBLOSECURITY=ROTATED-2; path=/' } });
    expect(await troubleOf(game.whoAmI(session))).toEqual({ kind: 'protocol' });
    expect(session.persisted).toEqual(['ROTATED-2']);
  });

  it('does not go on with a cookie that could not be persisted', async () => {
    const session: GameSession = {
      ...sessionOf(sela),
      rotated: () => Promise.reject(new Error('no database')),
    };
    await arm({ kind: 'slow', seconds: 0, headers: { 'set-cookie': '.ROBLOSECURITY=ROTATED-3; path=/' } });
    await expect(game.whoAmI(session)).rejects.toThrow('no database');
    expect(session.cookie).toBe(sela.cookie);
  });
});

describe('a proxy', () => {
  const proxyUrl = () => sandbox.url.replace('http://', 'http://ann:secret@');
  const direct = async () => (await sandbox.requests()).filter(({ via }) => via === null);

  it('is the way of every call of its session', async () => {
    expect(await game.robuxBalance(sessionOf(sela, proxyUrl()))).toBe(5_000);
    const [request] = await sandbox.requests();
    expect(request!.via).toMatch(/^ann@/);
  });

  it.each([
    ['wants another password', { kind: 'status', status: 407 }],
    ['hangs up', { kind: 'reset-before' }],
    ['says nothing', { kind: 'timeout-before' }],
    ['breaks in the middle', { kind: 'reset-after' }],
  ])('that %s is a proxy trouble, and nothing goes direct', async (_name, fault) => {
    await sandbox.control('POST', '/faults', { service: 'proxy', ...fault });
    expect(await troubleOf(game.whoAmI(sessionOf(sela, proxyUrl())))).toEqual({ kind: 'proxy' });
    expect(await direct()).toEqual([]);
  });

  it('that breaks under a purchase leaves it unclear', async () => {
    const session = sessionOf(sela, proxyUrl());
    await game.buyGamepass(session, purchase({ expectedPrice: robux(1) }));
    const other = { ...sessionOf(sela, proxyUrl()), csrf: session.csrf };
    await sandbox.control('POST', '/faults', { service: 'proxy', kind: 'reset-after' });
    expect(await game.buyGamepass(other, purchase())).toMatchObject({ kind: 'unclear' });
    expect((await look(sela)).robux).toBe(4_000);
  });
});

describe('buying', () => {
  it('pays once and says what is left', async () => {
    const answer = await game.buyGamepass(sessionOf(sela), purchase());
    expect(answer).toEqual({ kind: 'bought', balanceAfter: 4_000 });
    expect(await look(sela)).toMatchObject({ robux: 4_000, owns: [pass.id] });
    expect((await look(nova)) as unknown).toMatchObject({ pendingRobux: 700 });
  });

  it('pays once for the same key', async () => {
    const wanted = purchase();
    await game.buyGamepass(sessionOf(sela), wanted);
    expect(await game.buyGamepass(sessionOf(sela), wanted)).toEqual({ kind: 'bought', balanceAfter: 4_000 });
    expect((await look(sela)).robux).toBe(4_000);
  });

  it('is refused with the price where it changed, and with what is missing where funds are short', async () => {
    const at = (price: number) =>
      game.buyGamepass(sessionOf(sela), purchase({ expectedPrice: robux(price) }));
    expect(await at(900)).toMatchObject({ kind: 'refused', reason: 'PriceChanged', price: 1_000 });
    await change(sela, { robux: 600 });
    expect(await at(1_000)).toMatchObject({ kind: 'refused', reason: 'InsufficientFunds', shortfall: 400 });
    await change(sela, {
      restriction: { reason: 'FraudUseOfUnauthorizedOffPlatformTransactions', minutes: 90 },
    });
    expect(await at(1_000)).toMatchObject({
      reason: 'EconomicRestriction',
      restriction: { key: 'FraudUseOfUnauthorizedOffPlatformTransactions', minutes: 90 },
    });
  });

  it.each([
    'NotForSale',
    'NotAvailableInRobux',
    'SaleExpired',
    'SupplyExausted',
    'SaleUnavailableAtSaleLocation',
    'ContentRatingRestricted',
    'AlreadyOwned',
    'TwoStepVerificationRequired',
    'TooManyPurchases',
    'PendingTransactionAlreadyExists',
    'AccountRestrictionsRestricted',
    'UnknownBirthday',
    'InsufficientMembership',
    'Unauthorized',
    'InvalidArguments',
    'InvalidTransaction',
    'UnexpectedSeller',
    'ApplicationError',
    'ExceptionOccurred',
    'EconomyDisabled',
  ])('%s keeps its name', async (reason) => {
    await arm({ kind: 'status', status: 200, path: '/purchase', body: { purchased: false, reason } });
    expect(await game.buyGamepass(sessionOf(sela), purchase())).toMatchObject({ kind: 'refused', reason });
  });

  it.each<[name: string, fault: object, debited: number]>([
    [
      'a reason that nobody knows',
      { kind: 'status', status: 200, body: { purchased: false, reason: 'Moonphase' } },
      0,
    ],
    ['no reason at all', { kind: 'status', status: 200, body: { purchased: false, productId: 1 } }, 0],
    ['an empty 200', { kind: 'status', status: 200 }, 0],
    ['a 500', { kind: 'status', status: 500, body: ERRORS(0, 'x') }, 0],
    ['a redirect', { kind: 'status', status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 0],
    ['time-out before the debit', { kind: 'timeout-before' }, 0],
    ['time-out after the debit', { kind: 'timeout-after' }, 1_000],
    ['reset before the debit', { kind: 'reset-before' }, 0],
    ['reset after the debit', { kind: 'reset-after' }, 1_000],
    ['half an answer', { kind: 'truncate' }, 1_000],
    ['502 after the debit', { kind: 'html' }, 1_000],
    ['16 MB of answer', { kind: 'huge' }, 1_000],
  ])('%s is unclear, and sent once', async (_name, fault, debited) => {
    const session = sessionOf(sela);
    await arm({ path: '/purchase', ...fault });
    expect(await game.buyGamepass(session, purchase())).toEqual({
      kind: 'unclear',
      detail: expect.any(String),
    });
    expect((await look(sela)).robux).toBe(5_000 - debited);
    expect(await purchases()).toHaveLength(2);
  });

  it.each<[name: string, fault: object, trouble: Trouble]>([
    [
      'out of service',
      { status: 400, body: ERRORS(0, 'Purchasing is unavailable.') },
      { kind: 'unavailable' },
    ],
    [
      'another egress',
      { status: 401, body: ERRORS(9002, 'User is not authenticated') },
      { kind: 'invalid_cookie' },
    ],
    [
      'too many',
      { status: 429, headers: { 'retry-after': '3' } },
      { kind: 'rate_limited', retryAfterSeconds: 3 },
    ],
    ['moderated', { status: 403, body: ERRORS(0, 'User is moderated') }, { kind: 'moderated' }],
  ])('%s: the platform did not act', async (_name, fault, trouble) => {
    await arm({ kind: 'status', path: '/purchase', ...fault });
    expect(await troubleOf(game.buyGamepass(sessionOf(sela), purchase()))).toEqual(trouble);
    expect((await look(sela)).robux).toBe(5_000);
  });

  it.each(['captcha', 'twostepverification', 'chef', 'blocksession', 'denied', 'privateaccesstoken'])(
    'a challenge of type %s wins over the CSRF token beside it: not repeated, nothing paid',
    async (challenge) => {
      await change(sela, { challenge });
      const session = sessionOf(sela);
      expect(await troubleOf(game.buyGamepass(session, purchase()))).toEqual({
        kind: 'challenge',
        type: challenge,
      });
      expect(await purchases()).toHaveLength(2);
      expect((await look(sela)).robux).toBe(5_000);
    },
  );

  it('a challenge on the very first call is not taken for the handshake', async () => {
    const session = sessionOf(sela);
    await game.buyGamepass(session, purchase({ expectedPrice: robux(1) }));
    await change(sela, { challenge: 'captcha' });
    await sandbox.forget();
    expect(await troubleOf(game.buyGamepass(session, purchase()))).toEqual({
      kind: 'challenge',
      type: 'captcha',
    });
    expect(await purchases()).toHaveLength(1);
  });
});

describe("setting a pass's price", () => {
  const wanted = (price: number, over: object = {}) => ({
    passId: String(pass.id),
    universeId: String(pass.universeId),
    price: robux(price),
    ...over,
  });

  it('sets it, puts the pass on sale and ends managed pricing', async () => {
    await changePass({ isForSale: false });
    expect(await game.setGamepassPrice(sessionOf(nova), wanted(1_430))).toEqual({ kind: 'set' });
    await change(sela, { regionFactor: 0.4 });
    expect(await game.gamepass(String(pass.id), sessionOf(sela))).toMatchObject({
      isForSale: true,
      payerPrice: 1_430,
    });
  });

  it('says why not, in the words of the platform', async () => {
    const set = (account: SandboxAccount, over: object) =>
      game.setGamepassPrice(sessionOf(account), wanted(5, over));
    expect(await set(sela, {})).toEqual({ kind: 'refused', errorCode: 'UnauthorizedAccess', field: null });
    expect(await set(nova, { passId: '1' })).toEqual({
      kind: 'refused',
      errorCode: 'PassNotFound',
      field: null,
    });
    expect(await set(nova, { price: robux(0) })).toEqual({
      kind: 'refused',
      errorCode: 'BadRequest',
      field: 'price',
    });
    await changePass({ activeInPO: true });
    expect(await set(nova, {})).toEqual({ kind: 'refused', errorCode: 'ActiveInPO', field: null });
  });

  it('believes only what it reads back', async () => {
    await arm({ kind: 'status', method: 'PATCH', status: 204 });
    expect(await game.setGamepassPrice(sessionOf(nova), wanted(77))).toMatchObject({
      errorCode: 'NotApplied',
    });
    await arm({ kind: 'timeout-after', method: 'PATCH' });
    expect(await game.setGamepassPrice(sessionOf(nova), wanted(78))).toMatchObject({ kind: 'unclear' });
    await arm({ kind: 'status', status: 500, path: '/creator' });
    expect(await game.setGamepassPrice(sessionOf(nova), wanted(79))).toMatchObject({ kind: 'unclear' });
    await change(nova, { cookieValid: false });
    expect(await troubleOf(game.setGamepassPrice(sessionOf(nova), wanted(80)))).toEqual({
      kind: 'invalid_cookie',
    });
  });
});
