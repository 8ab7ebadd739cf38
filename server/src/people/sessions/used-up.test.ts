import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { checkByCode, enrolApp, forgetSteps } from '../../../test/factors.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { SESSION_COOKIES } from './sessions.reads.ts';
import { createSession } from './sessions.ts';

/**
 * A thief has a session of a person, and a withdrawal to the thief's address waits a day. The person is told, and what helps them is
 * "sign out everywhere else". Both share the person's 100 actions an hour.
 */
let world: TestApp;
beforeAll(async () => {
  world = await openTestApp();
});
afterAll(() => world.close());

async function robbed(): Promise<{ nova: Caller; thief: Omit<Caller, 'id'>; thiefId: string }> {
  const nova = await world.signIn('nova', 'seller');
  const stolen = await stolenSession(nova);
  // cheap writes, as soon as one is allowed
  for (let writes = 0; writes < 101; writes += 1)
    await stolen.thief.call('PUT', '/api/users/me/language', { language: 'en' });
  return { nova, ...stolen };
}

async function stolenSession(nova: Caller): Promise<{ thief: Omit<Caller, 'id'>; thiefId: string }> {
  const token = await inTransaction(world.services.db, (tx) =>
    createSession(tx, nova.id, { ip: '203.0.113.9', userAgent: 'thief' }),
  );
  const thief = caller(world.app, `${SESSION_COOKIES.plain}=${token}`);
  const { rows } = await world.database.asOwner(
    `select id from sessions where user_id = $1 and user_agent = 'thief'`,
    [nova.id],
  );
  return { thief, thiefId: String(rows[0].id) };
}

test.each([
  ['signs out everywhere else', (_id: string) => ['DELETE', '/api/auth/sessions']],
  ['ends the other session', (id: string) => ['DELETE', `/api/auth/sessions/${id}`]],
  ['signs out', (_id: string) => ['POST', '/api/auth/logout']],
])('a person whose actions someone else has used up still %s', async (_name, path) => {
  const { nova, thiefId } = await robbed();
  const [method, url] = path(thiefId) as [string, string];
  expect((await nova.call(method, url)).status).toBe(200);
});

test('a member of the staff who has decided a hundred reviews this hour can still press the emergency stop', async () => {
  const ada = await world.signIn('ada', 'admin');
  for (let writes = 0; writes < 101; writes += 1)
    await ada.call('PUT', '/api/users/me/language', { language: 'en' });
  const answer = await ada.call('POST', '/api/admin/emergency-shutdown', { enabled: true });
  expect(answer.status).toBe(200);
});

test('signing out everywhere else does not renew the actions of a session that protect a person', async () => {
  const nova = await world.signIn('nova');
  const tries = async () => {
    for (let n = 1; n <= 101; n += 1)
      if ((await nova.call('DELETE', '/api/auth/sessions')).status === 429) return n;
    return null;
  };
  expect(await tries()).toBe(101);
});

test('a thief with one session cannot keep the person from passing a check', async () => {
  const nova = await world.signIn('nova', 'seller');
  const app = await enrolApp(nova);
  const { thief } = await stolenSession(nova);
  await forgetSteps(world);
  const isRefused = async () => (await checkByCode(thief, '000000')).status === 429;
  for (let tries = 0; tries < 5; tries += 1) expect(await isRefused()).toBe(false);
  expect(await isRefused()).toBe(true);
  expect((await checkByCode(nova, app.code())).status).toBe(200);
  // a session that replaces the thief's has no new tries
  expect((await thief.call('DELETE', '/api/auth/sessions')).status).toBe(200);
  expect(await isRefused()).toBe(true);
});
