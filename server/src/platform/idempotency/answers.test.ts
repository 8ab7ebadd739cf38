import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { lockIsAwaited, openTransaction } from '../../../test/lock-waits.ts';
import { makePerson } from '../../../test/wallets.ts';
import { inTransaction, type Tx } from '../db/pool.ts';
import { type Answer, type Keyed, refuseEarlier, runOnce } from './answers.ts';

let database: TestDatabase;
let nova: string;
beforeAll(async () => {
  database = await openTestDatabase();
  nova = await makePerson(database.db, 'nova');
});
afterAll(() => database.close());

/** A call that began some seconds after the first one. */
const keyed = (key: string, seconds = 0): Keyed => ({
  userId: nova,
  key,
  requestHash: Buffer.alloc(32, seconds),
  beganAt: new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)),
});

const write = (
  call: Keyed,
  transact = <R>(work: (tx: Tx) => Promise<R>) => inTransaction(database.db, work),
) => runOnce(transact, call, 201, async () => ({ said: call.beganAt.getUTCSeconds() }));
const refused = (call: Keyed) => inTransaction(database.db, (tx) => refuseEarlier(tx, call));

test('a call that began before a refused one has no effect, and a later one has', async () => {
  expect(await refused(keyed('a', 2))).toBeNull();
  await expect(write(keyed('a', 1))).rejects.toMatchObject({ code: 'overtaken' });
  expect(await write(keyed('a', 3))).toMatchObject({ body: { said: 3 }, replayed: false });
  expect(await write(keyed('a', 3))).toMatchObject({ body: { said: 3 }, replayed: true });
});

test('a call that began at the same time as a refused one has no effect', async () => {
  await refused(keyed('g', 1));
  await expect(write(keyed('g', 1))).rejects.toMatchObject({ code: 'overtaken' });
});

test('the latest refused call counts, in whatever order calls were refused', async () => {
  await refused(keyed('b', 3));
  await refused(keyed('b', 1));
  await expect(write(keyed('b', 2))).rejects.toMatchObject({ code: 'overtaken' });
});

test('a call that is refused after an earlier one had its effect gets its answer, or learns that it was another call', async () => {
  await write(keyed('c'));
  expect(await refused(keyed('c'))).toMatchObject({ status: 201, body: { said: 0 }, replayed: true });
  await expect(refused(keyed('c', 1))).rejects.toMatchObject({ code: 'key_reused' });
});

test('a refused call waits while an earlier call with its key is writing', async () => {
  let first: Answer | undefined;
  const { finished, release } = await openTransaction(database.db, async (tx) => {
    first = await write(keyed('d'), (work) => work(tx));
  });
  const second = refused(keyed('d'));
  await lockIsAwaited(database);
  release();
  await finished;
  expect(await second).toEqual({ ...first, replayed: true });
});

test('a call that waits for a refused one has no effect', async () => {
  const { finished, release } = await openTransaction(database.db, async (tx) => {
    await refuseEarlier(tx, keyed('e', 1));
  });
  const first = write(keyed('e'));
  const isOvertaken = expect(first).rejects.toMatchObject({ code: 'overtaken' });
  await lockIsAwaited(database);
  release();
  await finished;
  await isOvertaken;
});

test('of two calls after a refused one, one has an effect', async () => {
  await refused(keyed('f'));
  const answers = await Promise.all([write(keyed('f', 1)), write(keyed('f', 1))]);
  expect(answers.map(({ replayed }) => replayed).toSorted()).toEqual([false, true]);
});
