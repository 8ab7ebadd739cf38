import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { makePerson } from '../../../test/wallets.ts';
import { createSession, rotateToken } from '../../people/sessions/sessions.ts';
import { inTransaction } from '../db/pool.ts';
import { openPreparedPool, type PreparedPool } from '../db/prepared-pool.ts';
import { runOnce } from '../idempotency/answers.ts';
import { openRequestContexts, type RequestContexts } from './request-context.ts';

let database: TestDatabase;
let calls: PreparedPool;
/** What the database was asked: statement and values. */
let questions: [text: string, values: readonly unknown[]][];
let requestContexts: RequestContexts;
beforeAll(async () => {
  database = await openTestDatabase();
  calls = openPreparedPool(database.url, 1);
  requestContexts = openRequestContexts({
    ...calls,
    call: (name, text, values) => {
      questions.push([text, values]);
      return calls.call(name, text, values);
    },
  });
});
beforeEach(() => {
  questions = [];
});
afterAll(async () => {
  await calls.close();
  await database.close();
});

async function somebody(): Promise<{ id: string; token: string }> {
  const id = await makePerson(database.db, 'nova', 0);
  return { id, token: await openFor(id) };
}
const openFor = (id: string) =>
  inTransaction(database.db, (tx) => createSession(tx, id, { ip: '127.0.0.1', userAgent: 'test' }));

test('who asks at the same time is asked for together, and each gets their own answer', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, somebody));
  const asked = people.flatMap(({ token }, index) => [
    requestContexts.toRead(token),
    index % 2 === 0 ? requestContexts.toWrite(token, null) : requestContexts.toRead('nobody knows it'),
  ]);
  const found = (await Promise.all(asked)).map(({ visitor }) => visitor?.id ?? null);
  expect(found).toEqual(people.flatMap(({ id }, index) => [id, index % 2 === 0 ? id : null]));
  expect(questions).toHaveLength(1);
});

test('settings come with writes of known people, anyone who asks first', async () => {
  const { token } = await somebody();
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

test('a key has what it got, for its owner only', async () => {
  const [nova, other] = [await somebody(), await somebody()];
  const keyed = { userId: nova.id, key: 'once', requestHash: Buffer.alloc(32, 7) };
  await runOnce(database.db, keyed, 201, async () => ({ said: 'yes' }));
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

test('nobody is behind a token that is over, or whose person is banned or deleted', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, somebody));
  const [over, barred, deleted, stands] = people.map(({ id }) => id);
  await database.asOwner(`update sessions set expires_at = now() where user_id = '${over}'`);
  await database.asOwner(`update users set is_banned = true where id = '${barred}'`);
  await database.asOwner(`update users set deleted_at = now() where id = '${deleted}'`);
  const found = await Promise.all(people.map(({ token }) => requestContexts.toRead(token)));
  expect(found.map(({ visitor }) => visitor?.id ?? null)).toEqual([null, null, null, stands]);
});

test('a token that was replaced holds for a moment longer', async () => {
  const { id, token } = await somebody();
  const { visitor } = await requestContexts.toRead(token);
  await database.asOwner(`update sessions set rotation_due = true where user_id = '${id}'`);
  const next = await rotateToken(database.db, visitor!.sessionId, token);
  const who = async () =>
    (await Promise.all([token, next].map((each) => requestContexts.toRead(each)))).map(
      (each) => each.visitor?.id,
    );
  expect(await who()).toEqual([id, id]);
  await database.asOwner(`update sessions set previous_until = now() where user_id = '${id}'`);
  expect(await who()).toEqual([undefined, id]);
});

test('planned while there is next to nothing, it is by an index for the whole of a key, and through no table but that of settings', async () => {
  const { token } = await somebody();
  await Promise.all(Array.from({ length: 20 }, () => requestContexts.toWrite(token, 'a key')));
  const [[text, values]] = questions as [(typeof questions)[0]];
  const lines = (await calls.call<{ 'QUERY PLAN': string }>('plan', `explain ${text}`, values)).map(
    Object.values,
  );
  expect(lines.join('\n')).toContain('Index Cond: ((user_id = u.id) AND (key = a.key))');
  expect(lines.join('\n')).not.toMatch(/Seq Scan on (?!settings)/);
});

test('without a token nothing is asked', async () => {
  const nobody = { visitor: null, settings: null, stored: null };
  expect(await Promise.all([requestContexts.toRead(null), requestContexts.toWrite(null, 'a key')])).toEqual([
    nobody,
    nobody,
  ]);
  expect(questions).toEqual([]);
});

test('a question that fails fails for all who asked it, and for nobody after them', async () => {
  const { id, token } = await somebody();
  await database.asOwner('alter table sessions rename to sessions_away');
  const failed = await Promise.allSettled([requestContexts.toRead(token), requestContexts.toRead('another')]);
  await database.asOwner('alter table sessions_away rename to sessions');
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await requestContexts.toRead(token)).visitor?.id).toBe(id);
});
