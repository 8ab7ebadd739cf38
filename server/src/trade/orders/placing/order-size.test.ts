import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../../test/app.ts';

/** Amount and rate are refused before a gamepass URL or a cookie that is missing or malformed. */
let world: TestApp;
let nova: Caller;
beforeAll(async () => {
  world = await openTestApp();
  nova = await world.signIn('nova');
});
afterAll(() => world.close());

const LEAST = ['robuxAmount', 'must be at least 100', 'Minimum purchase amount is 100 Robux'] as const;
const MOST = [
  'robuxAmount',
  'must be at most 1000000',
  'Maximum purchase amount is 1,000,000 Robux',
] as const;
const RANGE = 'Rate must be between $1.00 and $6.00 per 1000 Robux';
const OF_RATE = ['ratePerThousand', 'is out of range', RANGE] as const;
type Case = readonly [body: object, field: string, what: string, hint: string | undefined];

const MALFORMED = { gamepassUrl: 7, buyerCookie: 7 };

const refusalOf = async (path: string, body: object, field: string) => {
  const { status, body: answer } = await nova.call('POST', path, body);
  const details = answer.details as Record<string, string>;
  return [status, answer.code, answer.message, details[field], answer.hint];
};

test.each<Case>([
  [{ robuxAmount: 5 }, ...LEAST],
  [{ robuxAmount: 1_000_001, ...MALFORMED }, ...MOST],
  [{ robuxAmount: '5', ratePerThousand: 9, ...MALFORMED }, ...LEAST],
  [{ robuxAmount: 'x', ratePerThousand: 9 }, 'robuxAmount', 'Invalid amount', undefined],
  [{ robuxAmount: 1_000, ratePerThousand: 9, ...MALFORMED }, ...OF_RATE],
  [
    { robuxAmount: 1_000, ratePerThousand: 'x', ...MALFORMED },
    'ratePerThousand',
    'Invalid amount',
    undefined,
  ],
])('S4.12 an order with %j is refused for its amount or rate', async (body, field, what, hint) => {
  const refused = await refusalOf('/api/robux/orders', body, field);
  expect(refused).toEqual([400, 'invalid_amount', 'Invalid amount', what, hint]);
});

test.each<Case>([
  [{ robuxAmount: 5 }, ...LEAST],
  [{ robuxAmount: 5, maxRatePerThousand: 9, ...MALFORMED }, ...LEAST],
  [{ robuxAmount: 1_000, maxRatePerThousand: 0.99 }, 'maxRatePerThousand', 'is out of range', RANGE],
])('S4.13 a pre-order with %j is refused for its amount or rate', async (body, field, what, hint) => {
  const refused = await refusalOf('/api/pre-orders', body, field);
  expect(refused).toEqual([400, 'invalid_amount', 'Invalid amount', what, hint]);
});

test.each([
  ['/api/robux/orders', { robuxAmount: 1_000, buyerCookie: 7 }],
  ['/api/robux/orders/together', { items: [{ robuxAmount: 1_000, ratePerThousand: 3 }] }],
  ['/api/pre-orders', { robuxAmount: 1_000, maxRatePerThousand: 3, buyerCookie: 7 }],
])('%s with a fitting size and without a URL is refused for the URL', async (path, body) => {
  expect((await nova.call('POST', path, body)).body.code).toBe('invalid_gamepass_url');
});

test('the hint about the size of an order is in the language of the person', async () => {
  const spanish = { 'accept-language': 'es' };
  const { body } = await nova.call('POST', '/api/robux/orders', { robuxAmount: 2_000_000 }, spanish);
  expect(body).toMatchObject({
    values: { maxOrderRobux: '1,000,000' },
    translated: { hint: 'La cantidad máxima de compra es de 1.000.000 Robux' },
  });
});
