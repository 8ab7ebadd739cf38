import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { makePerson } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { openWatched, readStored } from './watched-scripts.ts';

let database: TestDatabase;
let userId: string;
beforeAll(async () => {
  database = await openTestDatabase();
  userId = await makePerson(database.db, 'nova');
});
afterAll(() => database.close());

let nextIndex = 0;
const scriptOf = (hash: Buffer) => Buffer.concat([Buffer.from([0, 20]), hash]);
async function store(db: TestDatabase['db'], script: Buffer): Promise<void> {
  nextIndex += 1;
  await db
    .insertInto('addresses')
    .values({ address: `a${nextIndex}`, script, account: 'deposit', branch: 1, index: nextIndex, userId })
    .execute();
}
const refresh = (watched: ReturnType<typeof openWatched>) =>
  inTransaction(database.db, (tx) => watched.refresh(tx));
const setAddedBy = (script: Buffer, id: string) =>
  database.asOwner('update addresses set added_by = $1::xid8 where script = $2', [id, script]);
const random = () => scriptOf(randomBytes(20));

test('matches every stored script and almost no other', async () => {
  const scripts = Array.from({ length: 2_000 }, random);
  await Promise.all(scripts.map((script) => store(database.db, script)));
  await store(database.db, scriptOf(Buffer.alloc(20)));
  const watched = openWatched();
  await refresh(watched);
  expect(scripts.every((script) => watched.mayBeOurs(script.toString('hex')))).toBe(true);
  expect(watched.mayBeOurs(scriptOf(Buffer.alloc(20)).toString('hex'))).toBe(true);
  const others = Array.from({ length: 20_000 }, () => random().toString('hex'));
  expect(others.filter((script) => watched.mayBeOurs(script)).length).toBeLessThan(3);
});

test('finds a script whose transaction was open while a later one was loaded', async () => {
  const watched = openWatched();
  const [early, late] = [random(), random()];
  const opened = Promise.withResolvers<void>();
  const seen = Promise.withResolvers<void>();
  const slow = database.db.transaction().execute(async (tx) => {
    await store(tx, early);
    opened.resolve();
    await seen.promise;
  });
  await opened.promise;
  await store(database.db, late);
  await refresh(watched);
  expect(watched.mayBeOurs(late.toString('hex'))).toBe(true);
  expect(watched.mayBeOurs(early.toString('hex'))).toBe(false);
  seen.resolve();
  await slow;
  await refresh(watched);
  expect(watched.mayBeOurs(early.toString('hex'))).toBe(true);
});

test('finds a script of a promoted standby, whose transaction ids were set back', async () => {
  const watched = openWatched();
  await refresh(watched);
  const late = random();
  await store(database.db, late);
  await setAddedBy(late, '3');
  await refresh(watched);
  // the test can tell a full refresh from any other
  expect(watched.mayBeOurs(late.toString('hex'))).toBe(false);
  const { rows } = await database.asOwner(
    `select pg_get_functiondef('present_database'::regproc) as definition`,
  );
  try {
    await database.asOwner(`create or replace function present_database()
      returns table (system text, database bigint, timeline integer) language sql stable as $$ select 'same', 1::bigint, 99 $$`);
    await refresh(watched);
  } finally {
    await database.asOwner(rows[0].definition);
  }
  expect(watched.mayBeOurs(late.toString('hex'))).toBe(true);
});

test('reads addresses of a restored database once, although their transaction ids are ahead', async () => {
  const restored = random();
  await store(database.db, restored);
  await setAddedBy(restored, '1000000000000');
  const read = (last: Parameters<typeof readStored>[1]) =>
    inTransaction(database.db, async (tx) => readStored(tx, last));
  const first = await read(null);
  expect(has(first, restored)).toBe(true);
  expect(has(await read(first), restored)).toBe(false);
  const [added, own] = [random(), random()];
  await store(database.db, added);
  const second = await inTransaction(database.db, async (tx) => {
    await store(tx, own);
    return readStored(tx, first);
  });
  // an open transaction of another test makes recent addresses be read again, so only these three are certain
  expect([restored, added, own].map((script) => has(second, script))).toEqual([false, true, true]);
});

const has = ({ found }: Awaited<ReturnType<typeof readStored>>, script: Buffer): boolean =>
  found?.includes(script.subarray(2, 6)) ?? false;
