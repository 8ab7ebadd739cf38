import { Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { openQueue } from '../jobs/queue.ts';
import { onConnection } from './one-connection.ts';
import { type Db, inTransaction, openPool, REQUEST_LIMITS, type Tx } from './pool.ts';
import { openPreparedPool } from './prepared-pool.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('every kind of connection notices that the machine of the database is gone', async () => {
  const kept = vi.spyOn(Socket.prototype, 'setKeepAlive');
  const kinds: ((url: string) => Promise<unknown>)[] = [
    (url) => onConnection(url, async () => undefined),
    async (url) => {
      const pool = openPool(url, { max: 1 });
      await pool.pg.query('select');
      await pool.close();
    },
    async (url) => {
      const preparedPool = openPreparedPool(url, 1);
      await preparedPool.call('none', 'select', []);
      await preparedPool.close();
    },
    async (url) => {
      const queue = openQueue(url, { listen: false });
      await queue.start();
      await queue.stop();
    },
  ];
  for (const use of kinds) {
    kept.mockClear();
    await use(database.url);
    expect(kept).toHaveBeenCalledWith(true, 10_000);
  }
  kept.mockRestore();
});

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
  await expect(broken).rejects.toThrow('connection error');
  expect(await inTransaction(database.db, pidOf)).toBeGreaterThan(0);
});

test('a prepared connection that breaks during a statement fails only that statement', async () => {
  const preparedPool = openPreparedPool(database.url, 1);
  const [connection] = await preparedPool.call<{ pid: number }>('pid', 'select pg_backend_pid() as pid', []);
  const broken = preparedPool.call('sleep', 'select pg_sleep(600)', []);
  broken.catch(() => undefined);
  await breakOff(connection!.pid);
  await expect(broken).rejects.toThrow('terminating connection');
  expect(await preparedPool.call('one', 'select 1 as one', [])).toEqual([{ one: 1 }]);
  await preparedPool.close();
});

test('who waits for a lock of a frozen process outlasts that process', async () => {
  const seconds = async (db: Db, setting: string) => {
    const { rows } = await sql<{ limit: number }>`
      select extract(epoch from current_setting(${setting})::interval)::float as limit`.execute(db);
    return rows[0]!.limit;
  };
  const web = openPool(database.url, { max: 1, ...REQUEST_LIMITS });
  const idle = await seconds(web.db, 'idle_in_transaction_session_timeout');
  expect(idle).toBeGreaterThan(0);
  expect(idle).toBeLessThan(await seconds(web.db, 'lock_timeout'));
  expect(idle).toBeLessThan(await seconds(web.db, 'statement_timeout'));
  await web.close();
});
