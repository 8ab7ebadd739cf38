import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { enrolApp } from '../../../test/factors.ts';

/** What answers to bad input tell, and the token after one's own change of role. */
let world: TestApp;
let sela: Caller;
beforeAll(async () => {
  world = await openTestApp();
  sela = await world.signIn('sela', 'seller');
});
afterAll(() => world.close());

test.each([
  ['plain names', (n: number) => `field${n}`],
  ['long names', (n: number) => `${n}${'x'.repeat(1_000)}`],
  ['names that grow as JSON', (n: number) => `${n}${'\u0001"€'.repeat(100)}`],
])(
  'access 15: a refusal of unknown fields with %s names at most 20 and stays short',
  async (_what, nameOf) => {
    const fields = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [nameOf(n), 1]));
    const { status, body } = await sela.call('POST', '/api/listings', fields);
    expect(status).toBe(400);
    expect(Object.keys(body.details as object).length).toBeLessThanOrEqual(20);
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(8_000);
  },
);

test('access 15: 20,000 unknown fields do not come back', async () => {
  const fields = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`f${n}`, 1]));
  const { status, body } = await sela.call('POST', '/api/listings', fields);
  expect([status, JSON.stringify(body).length < 8_000]).toEqual([400, true]);
});

test.each([{ quantity: 0 }, { pricePerUnit: 0 }])(
  'access 15: %j is refused before a listing is looked up',
  async (change) => {
    const path = `/api/listings/${crypto.randomUUID()}`;
    expect((await sela.call('PATCH', path, change)).body).toMatchObject({ code: 'invalid_amount' });
    expect((await sela.call('PATCH', path, { quantity: 1 })).status).toBe(404);
  },
);

test.each([
  [{}, 'is missing'],
  [{ role: 5 }, 'has the wrong type'],
])('a refusal of %j names the field in its message and in its details', async (body, what) => {
  expect((await sela.call('PUT', `/api/users/${sela.id}`, body)).body).toMatchObject({
    message: `Invalid input: role ${what}`,
    details: { role: what },
  });
});

test.each([
  ['status=closed', 'status must be one of: active, pending, sold, cancelled'],
  [`search=${'x'.repeat(201)}`, 'search is too long'],
])('a refusal of the query %s names the field', async (query, what) => {
  const { status, body } = await sela.call('GET', `/api/listings?${query}`);
  expect([status, body.message]).toEqual([400, `Invalid input: ${what}`]);
});

test.each([
  ['PATCH', '/api/listings'],
  ['PUT', '/api/roblox-accounts'],
])('%s %s without a change says so in its details', async (method, path) => {
  const { status, body } = await sela.call(method, `${path}/${crypto.randomUUID()}`, {});
  expect([status, body.hint]).toEqual([400, 'There is nothing to change.']);
  expect(body.details).toEqual({ body: 'must change something' });
});

test.each(['/api/listings?search=%00&status=active', '/api/roblox-accounts?search=a%00b'])(
  'GET %s: a text that cannot be stored is named in the details',
  async (path) => {
    const { status, body } = await sela.call('GET', path);
    expect([status, body.hint]).toEqual([400, 'A text contains characters that cannot be stored.']);
    expect(body.details).toEqual({ search: 'must not contain control characters' });
  },
);

test.each([
  [{ perHour: 150 }, { 'value.perHour': 'must be one of: 100, 200, 500' }],
  [{ perHour: 200, x: 1 }, { 'value.x': 'is not a field of this call' }],
  [{}, { 'value.perHour': 'is missing' }],
])('a setting with the value %j is refused with the part at fault', async (value, details) => {
  const ada = await world.signIn('ada', 'admin');
  const answer = await ada.call('PUT', '/api/admin/settings/action_limit', { value });
  const [[field, what]] = Object.entries(details) as [[string, string]];
  const message = `Invalid input: ${field} ${what}`;
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', message } });
  expect(answer.body.details).toEqual(details);
});

test.each([
  ['/api/gamepass/find', { from: 'no user!' }, 'invalid_pass_owner', 'names no user and no experience'],
  [
    '/api/credentials',
    { name: 'Shop', scopes: ['read'], networks: ['x'] },
    'invalid_network',
    'has an entry that is no network',
  ],
])(
  'POST %s: the refusal of a text that names nothing says which field it was',
  async (path, given, code, what) => {
    const nova = await world.signIn('nova');
    await enrolApp(nova);
    const { status, body } = await nova.call('POST', path, given);
    expect([status, body.code]).toEqual([400, code]);
    expect(Object.entries(body.details as object)).toEqual([[Object.keys(given).at(-1), what]]);
  },
);

test('a person reads the allowed values in their language', async () => {
  const spanish = { 'accept-language': 'es' };
  const { body } = await sela.call('GET', '/api/listings?status=closed', undefined, spanish);
  const status = 'debe ser uno de: active, pending, sold, cancelled';
  expect(body).toMatchObject({ translated: { details: { status } } });
});

test('access 15: switching one’s own role renews the token of every session', async () => {
  const old = caller(world.app, sela.cookie);
  await sela.call('PUT', `/api/users/${sela.id}`, { role: 'buyer' });
  expect(sela.cookie).toMatch(/^sterling=[\w-]{43}$/);
  expect(sela.cookie).not.toBe(old.cookie);
  const after = await sela.call('GET', '/api/auth/user');
  expect(after.body).toMatchObject({ role: 'buyer' });
  expect(after.headers['set-cookie']).toBeUndefined();
  // the old token ends within minutes
  await world.database.asOwner(`update sessions set previous_until = now() where user_id = '${sela.id}'`);
  expect((await old.call('GET', '/api/auth/user')).status).toBe(401);
});
