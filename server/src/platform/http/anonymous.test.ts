import { endpoints } from '@sterling/contract/api.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { controlOf, type SandboxRequest } from '../../../test/sandbox.ts';
import { setSetting } from '../../../test/settings.ts';
import { openVisitor } from '../../../test/visitor.ts';
import { sealAttempt } from '../../people/sign-in/attempts.ts';

/** Calls without a session: their limits, and what happens before Discord is asked. */
let world: TestApp;
let control: ReturnType<typeof controlOf>;
beforeAll(async () => {
  world = await openTestApp();
  control = controlOf(world.sandboxUrl);
});
afterAll(() => world.close());
beforeEach(() => world.database.asOwner('delete from writes'));

const REPORT = { robloxUsername: 'a', contact: 'b', text: 'c' };
const CALLBACK = '/auth/discord/callback';
const call = (from: string, url: string, payload?: object) =>
  world.app.inject({
    method: payload ? 'POST' : 'GET',
    url,
    remoteAddress: from,
    headers: { host: 'localhost:5000' },
    ...(payload && { payload }),
  });
/** Fills the limit of a call for one network. */
const fill = (route: string, network: string, times: number) =>
  world.database.asOwner(`insert into writes (who) select $1 from generate_series(1, $2)`, [
    `${route} by ${network}`,
    times,
  ]);

/** The calls that Discord received during an action. */
async function askedDuring(act: () => Promise<unknown>): Promise<string[]> {
  await control('DELETE', '/requests');
  await act();
  const asked = await control<SandboxRequest[]>('GET', '/requests?service=discord');
  return asked.map(({ path }) => path);
}

test('access 6: every address of an IPv6 /64 shares one limit, and other networks have their own', async () => {
  const statuses = [];
  for (let host = 1; host <= 6; host += 1)
    statuses.push((await call(`2001:db8:1:2::${host}`, '/api/reports', REPORT)).statusCode);
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  for (const other of ['2001:db8:1:3::1', '203.0.113.7'])
    expect((await call(other, '/api/reports', REPORT)).statusCode).toBe(201);
});

test('access 6: a report that is refused does not count', async () => {
  const from = '203.0.113.9';
  const report = (payload: object) => call(from, '/api/reports', payload);
  for (const invalid of [{}, { text: '' }, { ...REPORT, more: 1 }])
    expect((await report(invalid)).statusCode).toBe(400);
  await setSetting(world.database, 'maintenance_mode', { enabled: true, updatedAt: null });
  for (let n = 0; n < 3; n += 1) {
    const { statusCode, headers } = await report(REPORT);
    expect([statusCode, headers['retry-after']]).toEqual([503, '60']);
  }
  await setSetting(world.database, 'maintenance_mode', { enabled: false, updatedAt: null });
  const statuses = [];
  for (let n = 0; n < 6; n += 1) statuses.push((await report(REPORT)).statusCode);
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
});

test.each(['/auth/discord', CALLBACK])(
  'access 6: %s is limited per network, before Discord is asked',
  async (path) => {
    await fill(`GET ${path}`, '203.0.113.7', 300);
    const asked = await askedDuring(async () => {
      const refused = await call('203.0.113.7', path);
      expect([refused.statusCode, refused.headers.location]).toEqual([302, '/login?error=too_many_requests']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    });
    expect(asked).toEqual([]);
    expect((await call('203.0.113.8', path)).headers.location).not.toContain('too_many_requests');
  },
);

test('access 6: a network without a session has 6,000 calls a minute, whatever it asks for', async () => {
  const [full, other] = ['198.51.100.1', '192.0.2.1'];
  const callMany = () => Promise.all(Array.from({ length: 100 }, () => call(full, '/healthz')));
  let allowed = 0;
  for (let isLimited = false; !isLimited; ) {
    const statuses = (await callMany()).map(({ statusCode }) => statusCode);
    allowed += statuses.filter((status) => status === 200).length;
    isLimited = statuses.includes(429);
  }
  // more if a new minute began meanwhile
  expect(allowed).toBeGreaterThanOrEqual(6_000);
  const paths = [
    ...['/', '/api/docs', '/healthz', '/no-such-page', '/api/no-such-call'],
    ...endpoints
      .filter(({ access, method }) => access === 'anonymous' && method === 'GET')
      .map(({ path }) => path),
  ];
  for (const path of paths) {
    expect((await call(full, path)).statusCode, path).toBe(429);
    expect((await call(other, path)).statusCode, path).not.toBe(429);
  }
});

test('access 6: Discord is not asked for an attempt that is forged, altered, late, of another state, or used', async () => {
  const { vault } = world.services;
  const plain = { state: 'abc', codeVerifier: 'x'.repeat(43), returnTo: null, silent: false };
  const altered = Buffer.from(sealAttempt(vault, plain, new Date()), 'base64url');
  altered[altered.length - 1]! ^= 1;
  const attempts = [
    Buffer.from(JSON.stringify({ ...plain, begunAt: Date.now() })).toString('base64url'),
    altered.toString('base64url'),
    sealAttempt(vault, plain, new Date(Date.now() - 601_000)),
    vault.seal(JSON.stringify({ ...plain, begunAt: Date.now() }), 'another context').toString('base64url'),
    sealAttempt(vault, { ...plain, state: 'abcd' }, new Date()),
    '',
    '%%%',
  ];
  const asked = await askedDuring(async () => {
    for (const attempt of attempts) {
      const visitor = openVisitor(world);
      const { location } = await visitor.go(`${CALLBACK}?code=x&state=abc`, {
        cookie: `sterling-sign-in=${attempt}`,
      });
      expect(location).toBe('/login?error=invalid_state');
    }
  });
  expect(asked).toEqual([]);
});

test('access 6: an attempt asks Discord once, however often its callback is opened at the same time', async () => {
  const visitor = openVisitor(world);
  const { location } = await visitor.go('/auth/discord');
  const back = await visitor.approve(location, 'wanda');
  const cookie = `sterling-sign-in=${visitor.cookie('sterling-sign-in')}`;
  const asked = await askedDuring(async () => {
    const visits = Array.from({ length: 8 }, () => openVisitor(world).go(back, { cookie }));
    const targets = (await Promise.all(visits)).map((visit) => visit.location);
    expect(targets.toSorted()).toEqual([...Array(7).fill('/login?error=invalid_state'), '/role-selection']);
  });
  expect(asked.filter((path) => path.endsWith('/token'))).toHaveLength(1);
});

test('access 6: what another site’s page loads as a part of itself is refused and does not count', async () => {
  const from = '203.0.113.77';
  await fill('GET /auth/discord', from, 299);
  const visit = (headers: Record<string, string>) =>
    world.app.inject({
      method: 'GET',
      url: '/auth/discord',
      remoteAddress: from,
      headers: { host: 'localhost:5000', 'sec-fetch-site': 'cross-site', ...headers },
    });
  for (const dest of ['image', 'iframe', 'script'])
    expect((await visit({ 'sec-fetch-dest': dest })).statusCode).toBe(403);
  // a link on another site leads to the sign-in
  const { statusCode, headers } = await visit({ 'sec-fetch-dest': 'document' });
  expect([statusCode, headers.location]).toEqual([302, expect.not.stringContaining('error=')]);
});
