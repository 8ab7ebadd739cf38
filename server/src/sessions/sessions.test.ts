import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, caller, openTestApp, type TestApp } from '../../test/app.ts';
import { inTransaction } from '../db/pool.ts';
import { SESSION_COOKIES } from './sessions.reads.ts';
import { openSession, rotateSessionsOf, rotateToken } from './sessions.ts';

let world: TestApp;
let nova: Caller;
beforeAll(async () => {
  world = await openTestApp();
});
afterAll(() => world.close());
beforeEach(async () => {
  nova = await world.signIn('nova');
});

async function another(of: Caller, userAgent: string) {
  const token = await inTransaction(world.services.db, (tx) =>
    openSession(tx, of.id, { ip: '10.0.0.7', userAgent }),
  );
  return caller(world.app, `${SESSION_COOKIES.plain}=${token}`);
}

interface Shown {
  readonly id: string;
  readonly current: boolean;
  readonly userAgent: string;
}
const list = async (who: Pick<Caller, 'call'>) =>
  (await who.call('GET', '/api/auth/sessions')).body as unknown as Shown[];
const admitted = async (who: Pick<Caller, 'call'>) =>
  (await who.call('GET', '/api/auth/user')).status === 200;

test('one’s own sessions are listed, newest first, without their tokens', async () => {
  await another(nova, 'phone');
  await world.signIn('nick');
  const sessions = await list(nova);
  expect(sessions).toMatchObject([
    { userAgent: 'phone', ip: '10.0.0.7', current: false },
    { userAgent: 'test', ip: '127.0.0.1', current: true },
  ]);
  const stored = await world.database.asOwner('select encode(token_hash, $1) as hash from sessions', ['hex']);
  for (const { hash } of stored.rows) expect(JSON.stringify(sessions)).not.toContain(hash);
});

test('one session is ended, a stranger’s is not there', async () => {
  const phone = await another(nova, 'phone');
  const nick = await world.signIn('nick');
  const [first] = await list(nova);
  expect((await nick.call('DELETE', `/api/auth/sessions/${first!.id}`)).status).toBe(404);
  expect(await admitted(phone)).toBe(true);
  expect((await nova.call('DELETE', `/api/auth/sessions/${first!.id}`)).body).toEqual({ success: true });
  expect([await admitted(phone), await admitted(nova)]).toEqual([false, true]);
  expect((await nova.call('DELETE', `/api/auth/sessions/${first!.id}`)).status).toBe(404);
});

test('all others are ended at once', async () => {
  const [phone, tablet, nick] = [
    await another(nova, 'phone'),
    await another(nova, 'tablet'),
    await world.signIn('nick'),
  ];
  expect((await nova.call('DELETE', '/api/auth/sessions')).body).toEqual({ success: true, ended: 2 });
  expect(await Promise.all([nova, nick, phone, tablet].map(admitted))).toEqual([true, true, false, false]);
});

test('of many requests at once one gets the new token, and logging out with the old one ends the session', async () => {
  await inTransaction(world.services.db, (tx) => rotateSessionsOf(tx, nova.id));
  const answers = await Promise.all(Array.from({ length: 8 }, () => nova.call('GET', '/api/auth/user')));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  const given = answers.flatMap(({ headers }) => headers['set-cookie'] ?? []);
  expect(given).toHaveLength(1);
  const renewed = caller(world.app, String(given[0]).split(';')[0]!);
  expect(await admitted(renewed)).toBe(true);
  await nova.call('POST', '/api/auth/logout');
  expect(await admitted(renewed)).toBe(false);
});

test('a token is not changed unless it is due', async () => {
  const [session] = await list(nova);
  const token = nova.cookie.split('=')[1]!;
  expect(await rotateToken(world.services.db, session!.id, token)).toBeNull();
});

test('when a session was last seen is noted, to a few minutes', async () => {
  const seen = () =>
    world.services.db
      .selectFrom('sessions')
      .where('userId', '=', nova.id)
      .select('lastSeenAt')
      .executeTakeFirstOrThrow();
  const { lastSeenAt } = await seen();
  await nova.call('GET', '/api/auth/user');
  expect((await seen()).lastSeenAt).toEqual(lastSeenAt);
  await world.database.asOwner(
    `update sessions set last_seen_at = now() - interval '1 hour' where user_id = $1`,
    [nova.id],
  );
  await nova.call('GET', '/api/auth/user');
  expect(Date.now() - (await seen()).lastSeenAt.getTime()).toBeLessThan(60_000);
});
