import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { makePerson } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { openWatched } from './watched-scripts.ts';

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
