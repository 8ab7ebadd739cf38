import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';

/**
 * By how many seconds the database's clock is behind its last recorded minute; 0 if it was not set back. A web process records each
 * minute, so a difference of less than a minute is not seen.
 */
export async function secondsSetBack(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from max(minute) - now())::float8 as seconds from heartbeats`.execute(db);
  return Math.max(0, Math.round(rows[0]!.seconds ?? 0));
}
