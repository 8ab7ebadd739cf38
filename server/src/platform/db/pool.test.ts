import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { inTransaction, type Tx } from './pool.ts';
import { openPreparedPool } from './prepared-pool.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const pidOf = async (tx: Tx) => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
  return rows[0]!.pid;
};

/** Terminates a connection. Resolves when it is gone. */
async function breakOff(pid: number): Promise<void> {
  await database.asOwner('select pg_terminate_backend($1, 10000)', [pid]);
}

test('a connection that breaks during a transaction fails only that transaction', async () => {
  const broken = inTransaction(database.db, async (tx) => {
    await breakOff(await pidOf(tx));
    await pidOf(tx);
  });
  await expect(broken).rejects.toThrow();
  expect(await inTransaction(database.db, pidOf)).toBeGreaterThan(0);
});

test('a prepared connection that breaks during a statement fails only that statement', async () => {
  const preparedPool = openPreparedPool(database.url, 1);
  const [connection] = await preparedPool.call<{ pid: number }>('pid', 'select pg_backend_pid() as pid', []);
  const broken = preparedPool.call('sleep', 'select pg_sleep(600)', []);
  broken.catch(() => undefined);
  await breakOff(connection!.pid);
  await expect(broken).rejects.toThrow();
  expect(await preparedPool.call('one', 'select 1 as one', [])).toEqual([{ one: 1 }]);
  await preparedPool.close();
});
