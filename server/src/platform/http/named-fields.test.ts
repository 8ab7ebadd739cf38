import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { enrolApp } from '../../../test/factors.ts';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import { freshAddress } from '../../../test/payer.ts';
import { credit } from '../../../test/wallets.ts';
import { pollPrices } from '../../money/prices/prices.jobs.ts';

/** Sends amounts and rates that are odd or just outside of their limits. The refusal names the field, and nothing is stored. */
let world: OrderWorld;
let nova: Caller;
let sela: Caller & { readonly accountId: string };
let otto: Caller;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  await pollPrices(world.services);
  sela = await world.seller(50_000, 3);
  await credit(world.services.db, sela.id, 100_000, { wallet: 'seller' });
  nova = await world.buyer(100_000);
  otto = await world.signIn('otto', 'admin', true);
  await enrolApp(sela);
});
afterAll(() => world.close());

/** Texts of JSON. The first two are no JSON, and the third is read as Infinity. */
const ODD = [
  'NaN',
  'Infinity',
  '1e999',
  '-1e999',
  '1e21',
  '0.30000000000000004',
  '1e-9',
  '" 3"',
  '"3 "',
  '"٣"',
];

interface Case {
  readonly who: () => Caller;
  readonly method: 'POST' | 'PUT';
  readonly path: () => string;
  readonly body: () => Promise<object> | object;
  /** Fields with values outside of their limits, as JSON. */
  readonly outside: Readonly<Record<string, readonly string[]>>;
}

const ROBUX = ['0', '-0', '-1', '99', '1000001'];
const RATE = ['0', '-0', '-3', '0.99', '6.01'];
const passUrl = async () => (await world.pass(1_000)).url;
const rule = () => ({
  name: 'Night',
  floor: 2,
  ceiling: 4,
  belowCents: null,
  baseRate: 3,
  pausesBelowFloor: false,
  stockSteps: [],
  dayTimes: [],
  accountIds: [sela.accountId],
});

const CASES: Readonly<Record<string, Case>> = {
  'an order': {
    who: () => nova,
    method: 'POST',
    path: () => '/api/robux/orders',
    body: async () => ({ robuxAmount: 1_000, gamepassUrl: await passUrl(), ratePerThousand: 3 }),
    outside: { robuxAmount: ROBUX, ratePerThousand: RATE },
  },
  'a pre-order': {
    who: () => nova,
    method: 'POST',
    path: () => '/api/pre-orders',
    body: async () => ({ robuxAmount: 1_000, gamepassUrl: await passUrl(), maxRatePerThousand: 2 }),
    outside: { robuxAmount: ROBUX, maxRatePerThousand: RATE },
  },
  'a standing order': {
    who: () => nova,
    method: 'POST',
    path: () => '/api/standing-orders',
    body: async () => ({
      robuxAmount: 1_000,
      gamepassUrl: await passUrl(),
      ratePerThousand: 3,
      weekday: 3,
      hour: 9,
      tz: 'UTC',
    }),
    outside: { robuxAmount: ROBUX, ratePerThousand: RATE, weekday: ['0', '8', '1.5'], hour: ['-1', '24'] },
  },
  'a price alert': {
    who: () => nova,
    method: 'POST',
    path: () => '/api/price-alerts',
    body: () => ({ robuxAmount: 1_000, ratePerThousand: 3 }),
    outside: { robuxAmount: ROBUX, ratePerThousand: RATE },
  },
  'a price rule': {
    who: () => sela,
    method: 'POST',
    path: () => '/api/price-rules',
    body: rule,
    outside: { floor: RATE, ceiling: RATE, baseRate: RATE, belowCents: ['-1', '501', '0.5'] },
  },
  'the rate of an account': {
    who: () => sela,
    method: 'PUT',
    path: () => `/api/roblox-accounts/${sela.accountId}`,
    body: () => ({ ratePerThousand: 3 }),
    outside: { ratePerThousand: RATE },
  },
  'the rate of several accounts': {
    who: () => sela,
    method: 'POST',
    path: () => '/api/roblox-accounts/bulk',
    body: () => ({ ids: [sela.accountId, sela.accountId], action: 'rate', ratePerThousand: 3 }),
    outside: { ratePerThousand: RATE },
  },
  'an alert for low stock': {
    who: () => sela,
    method: 'PUT',
    path: () => '/api/roblox-accounts/stock-alert',
    body: () => ({ robux: 500 }),
    outside: { robux: ['0', '-0', '-1', '1000000001'] },
  },
  'a listing': {
    who: () => sela,
    method: 'POST',
    path: () => '/api/listings',
    body: () => ({
      title: 'Golden Crown',
      itemType: 'premium_items',
      deliveryTime: '1 hour',
      quantity: 1,
      pricePerUnit: 100,
    }),
    outside: { quantity: ['0', '-0', '-1'], pricePerUnit: ['0', '-0', '-1', '0.001', '1000000000.01'] },
  },
  'a withdrawal': {
    who: () => sela,
    method: 'POST',
    path: () => '/api/wallet/withdraw',
    body: () => ({ amount: 25, ltcAddress: freshAddress(), walletType: 'seller' }),
    outside: { amount: ['0', '-0', '-25'] },
  },
  'withdrawals without a check': {
    who: () => sela,
    method: 'PUT',
    path: () => '/api/factors/withdrawal-limit',
    body: () => ({ perDay: 50 }),
    outside: { perDay: ['-0.01', '-1'] },
  },
  'a correction': {
    who: () => otto,
    method: 'POST',
    path: () => '/api/admin/corrections',
    body: () => ({ userId: nova.id, walletType: 'buyer', amount: 25, reason: 'a gift' }),
    outside: { amount: ['0', '-0', '1000000000.01', '-1000000000.01'] },
  },
  'a price of the owner': {
    who: () => otto,
    method: 'POST',
    path: () => '/api/admin/price',
    body: () => ({ usd: 85, minutes: 5 }),
    outside: { usd: ['0', '-0', '-85', '1000000'], minutes: ['0', '-1', '1.5'] },
  },
};

/** Everything that these calls could store. Entries about refused calls may be written. */
async function stored(): Promise<unknown> {
  const { rows } = await world.database.asOwner(`
    select (select count(*) from ledger_events) as events, (select count(*) from ledger_holds) as holds,
      (select count(*) from orders) as orders, (select count(*) from pre_orders) as pre_orders,
      (select count(*) from standing_orders) as standing, (select count(*) from price_alerts) as alerts,
      (select count(*) from price_rules) as rules, (select count(*) from listings) as listings,
      (select count(*) from withdrawals) as withdrawals, (select count(*) from corrections) as corrections,
      (select count(*) from prices) as prices, (select count(*) from idempotency_keys where status is not null) as answers,
      (select count(*) from stock_alerts) as stock_alerts, (select sum(rate_cents) from roblox_accounts) as rates,
      (select count(*) from withdrawal_preferences) as preferences`);
  return rows[0];
}

test.each(Object.entries(CASES))(
  'rare day 24: %s with an odd amount is refused by the name of the field',
  { timeout: 120_000 },
  async (name, { who, method, path, body, outside }) => {
    const correct = await body();
    const before = await stored();
    const send = (text: string, key: string) =>
      who().call(method, path(), text, {
        'content-type': 'application/json',
        'idempotency-key': `${name.replaceAll(' ', '-')}-${key}`,
      });
    const wrong: unknown[] = [];
    for (const [field, values] of Object.entries(outside))
      for (const [nth, value] of [...ODD, ...values].entries()) {
        const text = JSON.stringify({ ...correct, [field]: 'HERE' }).replace('"HERE"', value);
        const { status, body: answer } = await send(text, `${field}-${nth}`);
        const isJson = !['NaN', 'Infinity'].includes(value);
        const names = Object.keys((answer.details ?? {}) as object);
        if (status !== 400 || (isJson && !names.includes(field)))
          wrong.push(`${field} ${value}: ${status} ${JSON.stringify(answer)}`);
      }
    expect(wrong).toEqual([]);
    expect(await stored()).toEqual(before);
    const accepted = await send(JSON.stringify(correct), 'correct');
    expect([accepted.status < 300, accepted.body]).toEqual([true, accepted.body]);
  },
);

test('rare day 24: a basket with one odd item, or with too many items, places nothing', async () => {
  const [first, second] = [await passUrl(), await passUrl()];
  const good = { robuxAmount: 1_000, gamepassUrl: first, ratePerThousand: 3 };
  const before = await stored();
  const send = (text: string) =>
    nova.call('POST', '/api/robux/orders/together', text, { 'content-type': 'application/json' });
  for (const field of ['robuxAmount', 'ratePerThousand'])
    for (const value of ODD.slice(2)) {
      const odd = JSON.stringify({ ...good, gamepassUrl: second, [field]: 'HERE' }).replace('"HERE"', value);
      const { status, body } = await send(`{"items":[${JSON.stringify(good)},${odd}]}`);
      expect([value, status, body.details]).toEqual([value, 400, { [`items.1.${field}`]: 'Invalid amount' }]);
    }
  for (const count of [0, 21, 300]) {
    const { status, body } = await send(JSON.stringify({ items: Array.from({ length: count }, () => good) }));
    expect([count, status, Object.keys((body.details ?? {}) as object)]).toEqual([count, 400, ['items']]);
  }
  expect(await stored()).toEqual(before);
});

test('rare day 24: an account that a price rule names twice is one account, and too many accounts are refused', async () => {
  const before = await stored();
  const many = { ...rule(), accountIds: Array.from({ length: 2_001 }, () => sela.accountId) };
  const refused = await sela.call('POST', '/api/price-rules', many);
  expect([refused.status, refused.body.details]).toEqual([
    400,
    { accountIds: 'must have at most 2000 entries' },
  ]);
  expect(await stored()).toEqual(before);
  const twice = { ...rule(), accountIds: [sela.accountId, sela.accountId.toUpperCase()] };
  const added = await sela.call('POST', '/api/price-rules', twice);
  expect([added.status, added.body]).toMatchObject([201, { accounts: 1, accountIds: [sela.accountId] }]);
});
