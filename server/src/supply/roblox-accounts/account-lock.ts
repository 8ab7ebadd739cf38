import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';

/**
 * Runs `work` under the account's lock, which is exclusive across all processes. The database releases it when this process
 * dies, so the holder knows that no other process works on a marked attempt. Returns false if the lock is taken.
 */
export async function withAccountLock(
  db: Db,
  accountId: string,
  work: (connection: Db) => Promise<void>,
): Promise<boolean> {
  const key = sql`hashtextextended(${`account ${accountId}`}, 0)`;
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${key}) as taken`.execute(
      connection,
    );
    if (!rows[0]!.taken) return false;
    try {
      await work(connection);
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection);
    }
    return true;
  });
}
