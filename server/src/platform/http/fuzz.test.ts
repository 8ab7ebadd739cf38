import { endpoints } from '@sterling/contract/api.ts';
import type { Endpoint } from '@sterling/contract/endpoint.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { proveBooks } from '../../money/ledger/proof.ts';
import { pollPrices } from '../../money/prices/prices.jobs.ts';

/** Sends invalid input to every endpoint: no 500, no stack trace, and no money moves. */
let world: TestApp;
let people: Caller[];

beforeAll(async () => {
  world = await openTestApp({ actionLimit: false });
  people = [
    await world.signIn('nova'),
    await world.signIn('sela', 'seller'),
    await world.signIn('otto', 'admin', true),
  ];
  await pollPrices(world.services);
});
afterAll(() => world.close());

const RUNS = 12;
const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '‮',
  '1e999',
  '0x10',
  '-0',
  "'; drop table users; --",
  '../../etc/passwd',
  'x'.repeat(5_000),
];
const ODD_NUMBERS = [0, -1, 0.001, 1e15, 2 ** 53, -(2 ** 63), 1e308];
const odd = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...ODD_TEXTS, ...ODD_NUMBERS) },
  fc.constantFrom<unknown>(null, true, [], {}, [[]], { __proto__: null }, ['x']),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double(),
);

/** Bodies with the endpoint's fields, each odd or missing, and sometimes an unknown field. */
function bodyFor(endpoint: Endpoint): fc.Arbitrary<unknown> {
  const names = endpoint.body ? Object.keys(fieldsOf(endpoint.body)) : [];
  const fields = Object.fromEntries(names.map((name) => [name, odd]));
  return fc.oneof(
    { weight: 6, arbitrary: fc.record({ ...fields, extra: odd }, { requiredKeys: [] }) },
    { weight: 1, arbitrary: odd },
  );
}

function fieldsOf(schema: z.ZodMiniType): object {
  const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return properties ?? {};
}

const ENDING = new Set([
  '/api/reset/delete-me',
  '/api/auth/logout',
  '/api/admin/clear-test-balances',
  '/api/admin/emergency-shutdown',
  '/api/auth/sessions',
]);
const CALLS = endpoints
  .filter(({ path }) => !ENDING.has(path))
  .map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const);

async function ledgerRows(): Promise<unknown> {
  const { rows } = await world.database.asOwner(
    'select count(*) from ledger_events union all select count(*) from ledger_holds',
  );
  return rows;
}

describe('fuzz', () => {
  test.each(CALLS)('%s %s', async (method, path, endpoint) => {
    const before = await ledgerRows();
    await fc.assert(
      fc.asyncProperty(bodyFor(endpoint), odd, fc.constantFrom(...people), async (body, place, who) => {
        const url = path.replaceAll(/\{\w+\}/g, encodeURIComponent(textOf(place)) || 'x');
        const query =
          method === 'GET'
            ? `?page=${encodeURIComponent(textOf(place))}&search=${encodeURIComponent(textOf(place))}`
            : '';
        const sent = method === 'GET' || method === 'DELETE' ? undefined : body;
        const answer = await who.call(method, url + query, jsonOf(sent), {
          'content-type': 'application/json',
        });
        expect([500, 501, 504, 505]).not.toContain(answer.status);
        expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|\.ts:\d+|at async/);
      }),
      { numRuns: RUNS },
    );
    expect(await ledgerRows()).toEqual(before);
  });

  test('the books balance after all these calls', async () => {
    expect(await proveBooks(world.services.db)).toEqual([]);
  });
});

/** The value as text that a URL can contain. */
function textOf(value: unknown): string {
  return String(typeof value === 'object' ? JSON.stringify(value) : value).toWellFormed();
}

function jsonOf(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}
