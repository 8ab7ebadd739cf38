import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';

/**
 * Runs `work` while nobody else works for that account, in whatever process: a lock that the database lets go when this
 * process dies. So anyone who has it knows that an attempt found marked is nobody's any longer. Answers false when it is taken.
 */
export async function withAccountLock(
  db: Db,
  accountId: string,
  work: (connection: Db) => Promise<void>,
): Promise<boolean> {
  const lane = sql`hashtextextended(${`lane of ${accountId}`}, 0)`;
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${lane}) as taken`.execute(
      connection,
    );
    if (!rows[0]!.taken) return false;
    try {
      await work(connection);
    } finally {
      await sql`select pg_advisory_unlock(${lane})`.execute(connection);
    }
    return true;
  });
}
