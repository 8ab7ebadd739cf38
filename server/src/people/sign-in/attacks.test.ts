import { afterAll, beforeAll, expect, test } from 'vitest';
import { caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { withWrongClock } from '../../../test/process-clock.ts';
import { controlOf } from '../../../test/sandbox.ts';
import { openVisitor, type Visitor } from '../../../test/visitor.ts';
import { SESSION_COOKIES } from '../sessions/sessions.reads.ts';

/** Attacks on the Discord sign-in: stolen links, login CSRF, replays and open redirects. */
let world: TestApp;
beforeAll(async () => {
  world = await openTestApp();
});
afterAll(() => world.close());

const session = (visitor: Visitor) => visitor.cookie(SESSION_COOKIES.plain);
const REFUSED = '/login?error=invalid_state';

/** A visitor who approved the sign-in at Discord and has not opened the callback URL `back` yet. */
async function approved(name: string): Promise<{ visitor: Visitor; back: string }> {
  const visitor = openVisitor(world);
  const { location } = await visitor.go('/auth/discord');
  return { visitor, back: await visitor.approve(location, name) };
}

test('a link with the attacker’s code signs no one in, whether or not the victim has started a sign-in', async () => {
  const { back } = await approved('mallory');
  const idle = openVisitor(world);
  expect((await idle.go(back)).location).toBe(REFUSED);
  expect(session(idle)).toBeUndefined();

  const busy = openVisitor(world);
  await busy.go('/auth/discord');
  expect((await busy.go(back)).location).toBe(REFUSED);
  expect(session(busy)).toBeUndefined();
});

test('a signed-in user stays signed in as themselves when they open such a link', async () => {
  const victim = openVisitor(world);
  await victim.signIn('victor');
  const before = session(victim);
  const { back } = await approved('mallory');
  expect((await victim.go(back)).location).toBe(REFUSED);
  expect(session(victim)).toBe(before);
});

test('a link on another site does not sign a browser in without a question', async () => {
  const promptFrom = async (site: string) => {
    const { location } = await openVisitor(world).go('/auth/discord?prompt=none', { 'sec-fetch-site': site });
    return new URL(location).searchParams.get('prompt');
  };
  expect(await promptFrom('cross-site')).toBe('consent');
  for (const site of ['same-origin', 'none']) expect(await promptFrom(site)).toBe('none');
});

test('rare day 11: a sign-in may begin in a process whose clock is hours late', async () => {
  const visitor = openVisitor(world);
  const { location } = await withWrongClock(-7_200_000, () => visitor.go('/auth/discord'));
  expect((await visitor.go(await visitor.approve(location, 'wilma'))).location).toBe('/role-selection');
});

test('a callback works once: neither its state nor its code can be used again', async () => {
  const { visitor, back } = await approved('wanda');
  expect((await visitor.go(back)).location).toBe('/role-selection');
  expect((await visitor.go(back)).location).toBe(REFUSED);

  const attempt = await approved('wanda');
  const cookie = `sterling-sign-in=${attempt.visitor.cookie('sterling-sign-in')}`;
  await attempt.visitor.go(attempt.back);
  const thief = openVisitor(world);
  expect((await thief.go(attempt.back, { cookie })).location).toBe(REFUSED);
  expect(session(thief)).toBeUndefined();
});

test('a code without its verifier, a malformed attempt cookie, and repeated parameters lead to the sign-in page', async () => {
  const { back } = await approved('wanda');
  const state = new URLSearchParams(back.split('?')[1]).get('state')!;
  const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const visits = [
    { path: back, attempt: forged({ state, codeVerifier: 'x'.repeat(43), returnTo: null, silent: false }) },
    { path: back, attempt: forged({ state: [state], codeVerifier: 1 }) },
    { path: back, attempt: forged(null) },
    { path: back, attempt: '%%%' },
    { path: `${back}&state=${state}&code=x`, attempt: forged({ state, codeVerifier: 'x'.repeat(43) }) },
  ];
  for (const { path, attempt } of visits) {
    const visitor = openVisitor(world);
    const { location } = await visitor.go(path, { cookie: `sterling-sign-in=${attempt}` });
    expect(location).toMatch(/^\/login\?error=(invalid_state|access_denied)$/);
    expect(session(visitor)).toBeUndefined();
  }
});

test.each([
  'https://evil.test/',
  '//evil.test/',
  '/\\evil.test/',
  '/\t/evil.test',
  '\\\\evil.test',
  'javascript:alert(1)',
  '/%0d%0aset-cookie:x=1',
  '/..//evil.test',
  '/.//evil.test',
  'evil.test',
])('?return=%s does not lead to another site', async (target) => {
  const visitor = openVisitor(world);
  const location = await visitor.signIn('rover', `/auth/discord?return=${encodeURIComponent(target)}`);
  const landed = new URL(location, 'https://ours.test');
  expect(landed.origin).toBe('https://ours.test');
  // access 9: also after the path is normalised
  expect(location.startsWith('//')).toBe(false);
  expect(visitor.cookie('x')).toBeUndefined();
});

test('a sign-in that Discord does not confirm says so, and keeps the page to return to', async () => {
  const visitor = openVisitor(world);
  const { location } = await visitor.go('/auth/discord?return=/wallet');
  const back = await visitor.approve(location, 'wanda');
  await controlOf(world.sandboxUrl)('POST', '/faults', {
    service: 'discord',
    path: '/token',
    times: 9,
    kind: 'html',
  });
  expect((await visitor.go(back)).location).toBe('/login?error=discord_failed&return=%2Fwallet');
  await controlOf(world.sandboxUrl)('DELETE', '/faults');
  expect(session(visitor)).toBeUndefined();
});

test('a sign-in creates a new token and ends the browser’s earlier session', async () => {
  const visitor = openVisitor(world);
  await visitor.signIn('nina');
  const first = session(visitor);
  await visitor.signIn('nina', '/auth/discord?return=/wallet');
  expect(session(visitor)).not.toBe(first);
  const asBefore = caller(world.app, `${SESSION_COOKIES.plain}=${first}`);
  expect((await asBefore.call('GET', '/api/auth/user')).status).toBe(401);
});
