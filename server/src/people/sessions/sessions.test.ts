import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { lockIsAwaited, openTransaction } from '../../../test/lock-waits.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { SESSION_COOKIES } from './sessions.reads.ts';
import { createSession, rotateSessionsOf, rotateToken } from './sessions.ts';

let world: TestApp;
let nova: Caller;
beforeAll(async () => {
  world = await openTestApp();
});
afterAll(() => world.close());
beforeEach(async () => {
  nova = await world.signIn('nova');
});

async function addSession(of: Caller, userAgent: string) {
  const token = await inTransaction(world.services.db, (tx) =>
    createSession(tx, of.id, { ip: '10.0.0.7', userAgent }),
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

test('the user’s own sessions are listed, newest first, without their tokens', async () => {
  await addSession(nova, 'phone');
  await world.signIn('nick');
  const sessions = await list(nova);
  expect(sessions).toMatchObject([
    { userAgent: 'phone', ip: '10.0.0.7', current: false },
    { userAgent: 'test', ip: '127.0.0.1', current: true },
  ]);
  const second = await nova.call('GET', '/api/auth/sessions?page=2&pageSize=1');
  expect([second.body, second.headers['x-total-count']]).toEqual([[sessions[1]], '2']);
  expect((await nova.call('GET', '/api/auth/sessions?page=0')).status).toBe(400);
  const stored = await world.database.asOwner('select encode(token_hash, $1) as hash from sessions', ['hex']);
  for (const { hash } of stored.rows) expect(JSON.stringify(sessions)).not.toContain(hash);
});

test('a user can end one of their sessions, and not the session of another user', async () => {
  const phone = await addSession(nova, 'phone');
  const nick = await world.signIn('nick');
  const [first] = await list(nova);
  expect((await nick.call('DELETE', `/api/auth/sessions/${first!.id}`)).status).toBe(404);
  expect(await admitted(phone)).toBe(true);
  expect((await nova.call('DELETE', `/api/auth/sessions/${first!.id}`)).body).toEqual({ success: true });
  expect([await admitted(phone), await admitted(nova)]).toEqual([false, true]);
  expect((await nova.call('DELETE', `/api/auth/sessions/${first!.id}`)).status).toBe(404);
});

test('a user can end all their other sessions together', async () => {
  const [phone, tablet, nick] = [
    await addSession(nova, 'phone'),
    await addSession(nova, 'tablet'),
    await world.signIn('nick'),
  ];
  expect((await nova.call('DELETE', '/api/auth/sessions')).body).toEqual({ success: true, ended: 2 });
  expect(await Promise.all([nova, nick, phone, tablet].map(admitted))).toEqual([true, true, false, false]);
});

test('access 13: a copy of the present session’s token ends too when the user signs out everywhere else', async () => {
  const copy = caller(world.app, nova.cookie);
  expect((await nova.call('DELETE', '/api/auth/sessions')).status).toBe(200);
  // calls of other tabs, which carry the old token, are in flight
  expect([await admitted(copy), await admitted(nova)]).toEqual([true, true]);
  const ahead = await world.database.asOwner(
    `update sessions set previous_until = previous_until - interval '10 seconds' where user_id = $1 returning 1`,
    [nova.id],
  );
  expect(ahead.rowCount).toBe(1);
  expect([await admitted(copy), await admitted(nova)]).toEqual([false, true]);
});

test('access 13: what a copy of the token does in this moment is refused when the user signs out everywhere else', async () => {
  const copy = caller(world.app, nova.cookie);
  const lock = await openTransaction(world.services.db, async (tx) => {
    await tx.selectFrom('users').where('id', '=', nova.id).select('id').forUpdate().execute();
  });
  const signOut = nova.call('DELETE', '/api/auth/sessions');
  await lockIsAwaited(world.database);
  const body = { robuxAmount: 1_000, ratePerThousand: 3 };
  const late = copy.call('POST', '/api/price-alerts', body);
  await lockIsAwaited(world.database, null, 2);
  lock.release();
  expect([(await signOut).status, (await late).status]).toEqual([200, 401]);
  expect((await nova.call('POST', '/api/price-alerts', body)).status).toBe(201);
});

test('access 13: a copy of the replaced token changes nothing and gets no new token', async () => {
  const copy = caller(world.app, nova.cookie);
  expect((await nova.call('DELETE', '/api/auth/sessions')).status).toBe(200);
  expect(await admitted(copy)).toBe(true);
  const alert = { robuxAmount: 1_000, ratePerThousand: 3 };
  expect((await copy.call('POST', '/api/price-alerts', alert)).status).toBe(401);
  expect((await copy.call('POST', '/api/factors/totp/secret')).status).toBe(401);
  const again = await copy.call('DELETE', '/api/auth/sessions');
  expect([again.status, again.headers['set-cookie']]).toEqual([401, undefined]);
  expect(await admitted(nova)).toBe(true);
});

test('access 13: a user whose copied token a thief has renewed first keeps the session and ends the thief’s', async () => {
  const thief = caller(world.app, nova.cookie);
  await inTransaction(world.services.db, (tx) => rotateSessionsOf(tx, nova.id));
  expect((await thief.call('GET', '/api/auth/user')).headers['set-cookie']).toBeDefined();
  expect((await nova.call('DELETE', '/api/auth/sessions')).status).toBe(200);
  expect([await admitted(thief), await admitted(nova)]).toEqual([false, true]);
});

test('one of many concurrent requests gets the new token, and a logout with the old token ends the session', async () => {
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

test('a changed role gives every session of the user a new token', async () => {
  const phone = await addSession(nova, 'phone');
  await nova.call('PUT', `/api/users/${nova.id}`, { role: 'seller' });
  expect((await phone.call('GET', '/api/auth/user')).headers['set-cookie']).toBeDefined();
});

test('a switch of the role and its new token are one transaction, so a copy of the old token gets none between them', async () => {
  const answer = await nova.call('PUT', `/api/users/${nova.id}`, { role: 'seller' });
  expect(answer.headers['set-cookie']).toBeDefined();
  const { rows } = await world.database.asOwner(
    `select u.xmin = s.xmin as together from users u join sessions s on s.user_id = u.id where u.id = $1`,
    [nova.id],
  );
  expect(rows).toEqual([{ together: true }]);
});

test('a token is not rotated unless that is due', async () => {
  const [session] = await list(nova);
  const token = nova.cookie.split('=')[1]!;
  expect(await rotateToken(world.services.db, session!.id, token)).toBeNull();
});

test('the last use of a session is recorded to a few minutes', async () => {
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

test('a session expires after 7 days without use, and after 30 days in any case', async () => {
  const age = (days: number, unusedDays: number) =>
    world.database.asOwner(
      `update sessions set created_at = now() - $1 * interval '1 day', last_seen_at = now() - $2 * interval '1 day',
         expires_at = expires_at - $2 * interval '1 day' where user_id = $3`,
      [days, unusedDays, nova.id],
    );
  const leftDays = async () => {
    const { rows } = await world.database.asOwner(
      `select round(extract(epoch from expires_at - now()) / 86400)::int as days from sessions where user_id = $1`,
      [nova.id],
    );
    return rows[0]!.days;
  };
  expect(await leftDays()).toBe(7);
  await age(6, 6);
  expect(await admitted(nova)).toBe(true);
  expect(await leftDays()).toBe(7);
  await age(28, 1);
  expect(await admitted(nova)).toBe(true);
  expect(await leftDays()).toBe(2);
  await age(28, 8);
  expect(await admitted(nova)).toBe(false);
});
