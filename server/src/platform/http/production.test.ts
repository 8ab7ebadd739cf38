import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { openVisitor } from '../../../test/visitor.ts';
import { buildOperationsServer } from './operations-server.ts';
import { buildServer } from './server.ts';

/** Cookies and headers of a server in production, with the outside world of the sandbox. */
let world: TestApp;
let app: FastifyInstance;
let operations: FastifyInstance;
let nova: Caller;
beforeAll(async () => {
  world = await openTestApp();
  const mode = 'production' as const;
  const config = {
    ...world.services.config,
    mode,
    metricsToken: 'figures',
    publicOrigin: 'http://localhost:5000',
    operations: { host: '127.0.0.1', port: 0 },
  };
  app = await buildServer({ ...world.services, config }, { maxLoopDelayMs: 0 });
  operations = buildOperationsServer({ ...world.services, config });
  nova = await world.signIn('nova');
});
afterAll(async () => {
  await app.close();
  await operations.close();
  await world.close();
});

const FLAGS = '; Path=/; HttpOnly; Secure; SameSite=Lax';
const signedIn = () => caller(app, `__Host-${nova.cookie}`);

test('access 9: every cookie of production has a __Host- name, except the language, which the page sets too', async () => {
  const visitor = openVisitor({ app });
  const { cookies: referrer } = await visitor.go('/?ref=abcd1234');
  expect(referrer).toEqual([`__Host-sterling-referrer=abcd1234; Max-Age=2592000${FLAGS}`]);
  const { location, cookies } = await visitor.go('/auth/discord');
  expect(cookies).toEqual([expect.stringMatching(/^__Host-sterling-sign-in=[\w-]+; Max-Age=600; Path=\/; /)]);
  const back = await visitor.go(await visitor.approve(location, 'wanda'));
  expect(back.location).toBe('/role-selection');
  expect(back.cookies.map((cookie) => cookie.split('=')[0])).toEqual([
    '__Host-sterling-sign-in',
    '__Host-sterling-referrer',
    '__Host-sterling',
    'language',
    '__Host-sterling-device',
  ]);
  expect(back.cookies).toContain('language=en; Max-Age=31536000; Path=/; Secure; SameSite=Lax');
  for (const cookie of back.cookies) expect(cookie).toContain(FLAGS.slice(0, 8));
});

test('access 9: production ignores cookies without the __Host- prefix', async () => {
  expect((await caller(app, nova.cookie).call('GET', '/api/auth/user')).status).toBe(401);
  expect((await signedIn().call('GET', '/api/auth/user')).body).toMatchObject({ username: 'nova' });
  const visitor = openVisitor({ app });
  const { location } = await visitor.go('/auth/discord');
  const back = await visitor.approve(location, 'mallory');
  const planted = `sterling-sign-in=${visitor.cookie('__Host-sterling-sign-in')}`;
  const victim = await openVisitor({ app }).go(back, { cookie: planted });
  expect(victim.location).toBe('/login?error=invalid_state');
});

test('access 9: private answers are stored nowhere, except polled reads, which keep their ETags', async () => {
  const { headers } = await signedIn().call('GET', '/api/auth/sessions');
  expect([headers['cache-control'], headers.etag]).toEqual(['no-store', undefined]);
  const polled = await signedIn().call('GET', '/api/wallet');
  expect(polled.headers).toMatchObject({ 'cache-control': 'private, no-cache', etag: expect.any(String) });
});

test('access 9: a page sets no base, and the API page has the same policy', async () => {
  const policyOf = async (url: string) => (await app.inject({ url })).headers['content-security-policy'];
  const policy = String(await policyOf('/healthz'));
  expect(policy).toContain("base-uri 'none'");
  expect((await app.inject({ url: '/api/docs' })).statusCode).toBe(200);
  expect(await policyOf('/api/docs')).toBe(policy);
});

test('access 9: a logout deletes the cookie and the browser’s cache', async () => {
  const { headers } = await signedIn().call('POST', '/api/auth/logout');
  expect(headers['clear-site-data']).toBe('"cache"');
  expect(String(headers['set-cookie'])).toMatch(/^__Host-sterling=; /);
});

test('access 10: the public port of production has neither /readyz nor /metrics', async () => {
  const headers = { authorization: 'Bearer figures' };
  for (const url of ['/readyz', '/readyz/', '/metrics', '/metrics/', '//metrics']) {
    const { body } = await app.inject({ url, headers });
    expect(body).not.toMatch(/"checks"|sterling_|process_cpu/);
  }
  expect((await app.inject('/healthz')).json()).toEqual({ ok: true });
  expect((await operations.inject('/readyz')).json()).toMatchObject({ checks: { database: 'ok' } });
  expect((await operations.inject('/api/status')).statusCode).toBe(404);
});

test('access 10: the proxy publishes neither, with or without a slash at the end', () => {
  const caddyfile = readFileSync(join(import.meta.dirname, '../../../../deploy/Caddyfile'), 'utf8');
  expect(/@inside path (.*)/.exec(caddyfile)![1]!.split(' ')).toEqual([
    ...['/metrics', '/metrics/*', '/readyz', '/readyz/*'],
  ]);
});

test.each([
  ['Bearer figures', 200],
  ['Bearer figure', 404],
  ['Bearer figures2', 404],
  ['', 404],
])('access 9: metrics with the header "%s" answer %i', async (authorization, status) => {
  expect((await operations.inject({ url: '/metrics', headers: { authorization } })).statusCode).toBe(status);
});
