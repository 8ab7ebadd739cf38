import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { makePerson } from '../../../test/wallets.ts';
import { createSession, rotateToken } from '../../people/sessions/sessions.ts';
import { inTransaction } from '../db/pool.ts';
import { openPreparedPool, type PreparedPool } from '../db/prepared-pool.ts';
import { runOnce } from '../idempotency/answers.ts';
import { openRequestContexts, type RequestContexts } from './request-context.ts';

let database: TestDatabase;
let preparedPool: PreparedPool;
/** Statements and values that the database received. */
let queries: [text: string, values: readonly unknown[]][];
let requestContexts: RequestContexts;
beforeAll(async () => {
  database = await openTestDatabase();
  preparedPool = openPreparedPool(database.url, 1);
  requestContexts = openRequestContexts({
    ...preparedPool,
    call: (name, text, values) => {
      queries.push([text, values]);
      return preparedPool.call(name, text, values);
    },
  });
});
beforeEach(() => {
  queries = [];
});
afterAll(async () => {
  await preparedPool.close();
  await database.close();
});

async function openSessionOfNewUser(): Promise<{ id: string; token: string }> {
  const id = await makePerson(database.db, 'nova', 0);
  return { id, token: await openSessionOf(id) };
}
const openSessionOf = (id: string) =>
  inTransaction(database.db, (tx) => createSession(tx, id, { ip: '127.0.0.1', userAgent: 'test' }));

test('concurrent requests share one query, and each gets its own user', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, openSessionOfNewUser));
  const asked = people.flatMap(({ token }, index) => [
    requestContexts.toRead(token),
    index % 2 === 0 ? requestContexts.toWrite(token, null) : requestContexts.toRead('nobody knows it'),
  ]);
  const found = (await Promise.all(asked)).map(({ caller }) => caller?.id ?? null);
  expect(found).toEqual(people.flatMap(({ id }, index) => [id, index % 2 === 0 ? id : null]));
  expect(queries).toHaveLength(1);
});

test('settings come with the writes of known users, whichever request comes first', async () => {
  const { token } = await openSessionOfNewUser();
  const [nobody, reader, writer, last] = await Promise.all([
    requestContexts.toWrite('nobody knows it', null),
    requestContexts.toRead(token),
    requestContexts.toWrite(token, null),
    requestContexts.toWrite(token, 'a key'),
  ]);
  expect([nobody.settings, reader.settings]).toEqual([null, null]);
  expect(writer.settings).toMatchObject({ emergency_shutdown: { enabled: false } });
  expect(last.settings).toEqual(writer.settings);
});

test('a stored answer is found under its key, for its user only', async () => {
  const [nova, other] = [await openSessionOfNewUser(), await openSessionOfNewUser()];
  const keyed = { userId: nova.id, key: 'once', requestHash: Buffer.alloc(32, 7), beganAt: new Date() };
  await runOnce(
    (work) => inTransaction(database.db, work),
    keyed,
    201,
    async () => ({ said: 'yes' }),
  );
  const stored = await Promise.all([
    requestContexts.toWrite(nova.token, 'once'),
    requestContexts.toWrite(other.token, 'once'),
    requestContexts.toWrite(nova.token, 'twice'),
    requestContexts.toWrite(nova.token, null),
    requestContexts.toRead(nova.token),
  ]);
  const got = { requestHash: keyed.requestHash, status: 201, reply: { said: 'yes' } };
  expect(stored.map((each) => each.stored)).toEqual([got, null, null, null, null]);
});

test('an expired token, and the token of a banned or deleted user, have no user', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, openSessionOfNewUser));
  const [expired, banned, deleted, valid] = people.map(({ id }) => id);
  await database.asOwner(`update sessions set expires_at = now() where user_id = '${expired}'`);
  await database.asOwner(`update users set is_banned = true where id = '${banned}'`);
  await database.asOwner(`update users set deleted_at = now() where id = '${deleted}'`);
  const found = await Promise.all(people.map(({ token }) => requestContexts.toRead(token)));
  expect(found.map(({ caller }) => caller?.id ?? null)).toEqual([null, null, null, valid]);
  expect(found.map(({ isBanned }) => isBanned)).toEqual([false, true, false, false]);
});

test('a replaced token stays valid for a short time', async () => {
  const { id, token } = await openSessionOfNewUser();
  const { caller } = await requestContexts.toRead(token);
  await database.asOwner(`update sessions set rotation_due = true where user_id = '${id}'`);
  const next = await rotateToken(database.db, caller!.sessionId, token);
  const who = async () =>
    (await Promise.all([token, next].map((each) => requestContexts.toRead(each)))).map(
      (each) => each.caller?.id,
    );
  expect(await who()).toEqual([id, id]);
  await database.asOwner(`update sessions set previous_until = now() where user_id = '${id}'`);
  expect(await who()).toEqual([undefined, id]);
});

test('a plan made on small tables still uses indexes, and scans no table but settings', async () => {
  const { token } = await openSessionOfNewUser();
  await Promise.all(Array.from({ length: 20 }, () => requestContexts.toWrite(token, 'a key')));
  const [[text, values]] = queries as [(typeof queries)[0]];
  const lines = (await preparedPool.call<{ 'QUERY PLAN': string }>('plan', `explain ${text}`, values)).map(
    Object.values,
  );
  expect(lines.join('\n')).toContain('Index Cond: ((user_id = u.id) AND (key = a.key))');
  expect(lines.join('\n')).not.toMatch(/Seq Scan on (?!settings)/);
});

test('without a token there is no query', async () => {
  const nobody = { caller: null, isBanned: false, settings: null, stored: null, beganAt: null };
  expect(await Promise.all([requestContexts.toRead(null), requestContexts.toWrite(null, 'a key')])).toEqual([
    nobody,
    nobody,
  ]);
  expect(queries).toEqual([]);
});

test('a failed query fails for all requests that shared it, and for no later ones', async () => {
  const { id, token } = await openSessionOfNewUser();
  await database.asOwner('alter table sessions rename to sessions_away');
  const failed = await Promise.allSettled([requestContexts.toRead(token), requestContexts.toRead('another')]);
  await database.asOwner('alter table sessions_away rename to sessions');
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await requestContexts.toRead(token)).caller?.id).toBe(id);
});
