import type { RobuxOrder } from '@sterling/contract/orders.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../../test/app.ts';
import { type OrderWorld, openOrderWorld, type Seller } from '../../../../test/order-world.ts';
import type { OnWire } from '../../../../test/wire.ts';
import type { PurchaseReason } from '../../../outside/game-platform.ts';

/** Faults of Roblox during an order, through the real adapters. docs/guide/faults.md lists the tests of other faults. */
let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld();
});
afterEach(async () => {
  expect(await world.differences()).toEqual([]);
  await world.clear();
});
afterAll(() => world.close());

const onPurchase = (values: object) => world.fault({ method: 'POST', path: '/purchase', ...values });
const errors = (code: number, message: string) => ({ errors: [{ code, message }] });

test('no cookie: 401 with code 0 is our bug, so the account stays on sale', async () => {
  const { sela, order } = await bought(() =>
    onPurchase({ status: 401, body: errors(0, 'Authentication cookie is empty') }),
  );
  expect(order).toMatchObject({ status: 'completed', accountId: sela.accountId });
  expect((await world.accountOf(sela)).status).toBe('online');
  expect(await debits(sela)).toBe(1);
});

test('dead cookie in the middle of an order: the account is invalid_cookie, and the order is reassigned', async () => {
  const { sela, mira, order } = await bought(() =>
    onPurchase({ status: 401, body: errors(9002, 'User is not authenticated') }),
  );
  expect(order).toMatchObject({ status: 'completed', accountId: mira.accountId });
  expect((await world.accountOf(sela)).status).toBe('invalid_cookie');
  expect([await debits(sela), await debits(mira)]).toEqual([0, 1]);
});

test('cookie bound to another IP address: the purchase fails with 401, and the account is invalid_cookie with a hint', async () => {
  const { sela, mira, order } = await bought(({ game }) =>
    world.control('PATCH', `/game/accounts/${game.id}`, { boundEgress: 'somewhere else' }),
  );
  expect(order.accountId).toBe(mira.accountId);
  const { status, statusReason } = await world.accountOf(sela);
  expect([status, statusReason]).toEqual([
    'invalid_cookie',
    expect.stringContaining('proxy or region changed'),
  ]);
});

type Outcome = 'other' | 'same' | 'failed';
type Reason = Exclude<PurchaseReason, 'EconomicRestriction'> | 'AReasonThatNobodyKnows';
const REASONS: Readonly<Record<Reason, readonly [outcome: Outcome, status: string]>> = {
  InsufficientFunds: ['other', 'online'],
  PriceChanged: ['same', 'online'],
  NotForSale: ['failed', 'online'],
  NotAvailableInRobux: ['failed', 'online'],
  SaleExpired: ['failed', 'online'],
  SupplyExausted: ['failed', 'online'],
  SaleUnavailableAtSaleLocation: ['other', 'online'],
  ContentRatingRestricted: ['failed', 'online'],
  AlreadyOwned: ['other', 'online'],
  TwoStepVerificationRequired: ['other', '2fa_required'],
  TooManyPurchases: ['same', 'online'],
  PendingTransactionAlreadyExists: ['same', 'online'],
  AccountRestrictionsRestricted: ['other', 'offline'],
  UnknownBirthday: ['other', 'offline'],
  InsufficientMembership: ['other', 'offline'],
  Unauthorized: ['other', 'offline'],
  InvalidArguments: ['failed', 'online'],
  InvalidTransaction: ['failed', 'online'],
  UnexpectedSeller: ['failed', 'online'],
  ApplicationError: ['same', 'online'],
  ExceptionOccurred: ['same', 'online'],
  EconomyDisabled: ['same', 'online'],
  AReasonThatNobodyKnows: ['same', 'online'],
};
const REASON_ROWS = Object.entries(REASONS).map(([reason, outcome]) => [reason, ...outcome] as const);
test.each(REASON_ROWS)('S4.11 refusal reason %s → %s, account %s', async (reason, outcome, status) => {
  const { sela, mira, nova, order } = await bought(() =>
    onPurchase({ status: 200, body: { purchased: false, reason } }),
  );
  expect(order.status).toBe(outcome === 'failed' ? 'failed' : 'completed');
  expect(order.accountId).toBe(outcome === 'other' ? mira.accountId : sela.accountId);
  expect((await world.accountOf(sela)).status).toBe(status);
  const expected = { same: [1, 0], other: [0, 1], failed: [0, 0] }[outcome];
  expect([await debits(sela), await debits(mira)]).toEqual(expected);
  const left = { same: 800, other: 700, failed: 1_000 }[outcome];
  expect(await world.wallet(nova)).toEqual({ posted: left, held: 0, available: left });
  const isOurFault = ['InvalidArguments', 'InvalidTransaction', 'UnexpectedSeller'].includes(reason);
  expect(await auditedRefusals(order.id)).toEqual(isOurFault ? [{ reason }] : []);
});

test('a refusal that names the missing Robux corrects the balance of the account', async () => {
  const body = { purchased: false, reason: 'InsufficientFunds', shortfallPrice: 300 };
  const { sela, mira, order } = await bought(() => onPurchase({ status: 200, body }));
  expect(order.accountId).toBe(mira.accountId);
  expect(await world.accountOf(sela)).toMatchObject({ status: 'online', robuxBalance: 700 });
});

/** The refusals of an order in the audit log. */
async function auditedRefusals(orderId: string): Promise<object[]> {
  const { rows } = await world.database.asOwner(
    `select after ->> 'reason' as reason from audit_log where action = 'orders.refused' and subject_id = $1`,
    [orderId],
  );
  return rows;
}

test('failureReason with expirationTimeInMinutes: the account is restricted, with key and end time', async () => {
  const restriction = { reason: 'FraudSuspiciousAccountPatterns', minutes: 90 };
  const { sela, mira, order } = await bought(({ game }) =>
    world.control('PATCH', `/game/accounts/${game.id}`, { restriction }),
  );
  expect(order.accountId).toBe(mira.accountId);
  const { status, statusReason } = await world.accountOf(sela);
  expect(status).toBe('offline');
  expect(statusReason).toMatch(/until \d{4}-\d\d-\d\d \d\d:\d\d UTC \(FraudSuspiciousAccountPatterns\)/);
});

const PRICES: [name: string, change: (sela: Seller, passId: number) => Promise<unknown>, paid: number][] = [
  ['Plus 10 percent', (sela) => changeAccount(sela, { plusPercent: 10 }), 900],
  ['Plus 20 percent', (sela) => changeAccount(sela, { plusPercent: 20 }), 800],
  ['Plus 15 percent', (sela) => changeAccount(sela, { plusPercent: 15 }), 0],
  ['regional', (sela) => changeAccount(sela, { regionFactor: 0.5 }), 0],
];
test.each(PRICES)('prices of the payer: %s is paid only in an allowed shape', async (_name, change, paid) => {
  const { sela, mira, order } = await bought(async (sela, pass) => {
    await change(sela, pass.id);
    await world.control('PATCH', `/game/passes/${pass.id}`, { managedPricing: true });
  });
  expect(order.status).toBe('completed');
  expect(order.accountId).toBe(paid > 0 ? sela.accountId : mira.accountId);
  expect((await world.gameAccount(sela)).robux).toBe(5_000 - paid);
});

test('prices of the payer: a price with two discounts is not paid', async () => {
  const discounts = [
    { type: 'RobloxPlusSubscription', percent: 10 },
    { type: 'Sale', percent: 10 },
  ];
  const { sela, mira, order } = await bought((_sela, pass) =>
    world.control('PATCH', `/game/passes/${pass.id}`, { discounts }),
  );
  expect(order).toMatchObject({
    status: 'failed',
    failureReason: expect.stringContaining('Turn off regional and managed pricing'),
  });
  expect([await debits(sela), await debits(mira)]).toEqual([0, 0]);
});

test('decoy product: the pass’s own product is bought, never another product whose id equals the pass id', async () => {
  const sela = await world.seller(5_000, 2);
  const nova = await world.buyer(1_000);
  await world.control('DELETE', '/requests');
  const placed = await nova.call('POST', '/api/robux/orders', {
    robuxAmount: 1_000,
    gamepassUrl: DECOYED_PASS,
  });
  expect(placed.status).toBe(201);
  expect((await world.final(nova, placed)).status).toBe('completed');
  expect((await world.gameAccount(sela)).owns).toEqual([Number(DECOYED_PASS)]);
  expect(await purchasePaths()).toEqual([expect.not.stringContaining(DECOYED_PASS)]);
});
/** A pass of the sandbox. Another creator's product has the same id. */
const DECOYED_PASS = '1100000301';

test.each([
  ['with retry-after', { 'retry-after': '1' }],
  ['without', {}],
  ['with x-ratelimit-reset', { 'x-ratelimit-reset': '1' }],
])('429 %s: the order pauses and does not retry in a loop', async (_name, headers) => {
  await world.control('DELETE', '/requests');
  const { sela, order } = await bought(() => onPurchase({ status: 429, headers, body: {} }));
  expect(order).toMatchObject({ status: 'completed', accountId: sela.accountId });
  expect(order.events.map(({ what }) => what)).toContain('Roblox is rate-limiting us');
  // the CSRF handshake and the call, before and after the pause
  expect((await purchasePaths({ all: true })).length).toBe(4);
});

test.each([
  ['500 with JSON', { status: 500, body: errors(0, 'InternalServerError') }],
  ['502 with HTML', { kind: 'html' }],
  ['an empty 200', { status: 200 }],
  ['truncated JSON', { kind: 'truncate' }],
  ['16 MB of body', { kind: 'huge' }],
])('%s in the check before paying: the order waits, and buys once', async (_name, answer) => {
  const { sela, order } = await bought(() => world.fault({ path: '/user/currency', times: 2, ...answer }));
  expect(order).toMatchObject({ status: 'completed', accountId: sela.accountId });
  expect(await debits(sela)).toBe(1);
});

test('Set-Cookie rotation on an error in the middle of an order: the next call uses the new cookie', async () => {
  const { sela, order } = await bought(() =>
    world.fault({
      path: '/user/currency',
      status: 500,
      headers: { 'set-cookie': '.ROBLOSECURITY=ROTATED-ON-AN-ERROR; path=/; secure' },
    }),
  );
  expect(order).toMatchObject({ status: 'completed', accountId: sela.accountId });
  const again = await sela.call('POST', `/api/roblox-accounts/${sela.accountId}/balance`);
  expect(again.body).toMatchObject({ status: 'online', robuxBalance: 4_000 });
});

/** Places an order of 1,000 that sela's account gets first, after `between` ran. mira's account costs more and works. */
async function bought(
  between: (sela: Seller, pass: { id: number }) => Promise<unknown>,
): Promise<{ sela: Seller; mira: Seller; nova: Caller; order: OnWire<typeof RobuxOrder> }> {
  const sela = await world.seller(5_000, 2);
  const mira = await world.seller(5_000, 3);
  const nova = await world.buyer(1_000);
  const pass = await world.pass(1_000);
  await between(sela, pass);
  const placed = await world.order(nova, pass, 1_000, { ratePerThousand: 6 });
  expect([placed.status, placed.body.accountId]).toEqual([201, sela.accountId]);
  return { sela, mira, nova, order: await world.final(nova, placed) };
}

const changeAccount = ({ game }: Seller, values: object) =>
  world.control('PATCH', `/game/accounts/${game.id}`, values);

async function debits(seller: Seller): Promise<number> {
  const { transactions } = await world.gameAccount(seller);
  return transactions.filter(({ type }) => type === 'Purchase').length;
}

async function purchasePaths({ all = false } = {}): Promise<string[]> {
  const requests = await world.control<{ method: string; path: string; status: number }[]>(
    'GET',
    '/requests?service=game-platform',
  );
  return requests
    .filter(
      ({ method, path, status }) =>
        method === 'POST' && path.endsWith('/purchase') && (all || status === 200),
    )
    .map(({ path }) => path);
}
