import { sql } from 'kysely';
import { type Db, readClock } from '../db/pool.ts';

/**
 * How many seconds the clock of this process is ahead of the database's; negative when it is behind. Times about money and limits come
 * from the database's clock, so the operator must hear when the two disagree. The time that the question takes is no difference.
 */
export async function clockDifference(db: Db): Promise<number> {
  const before = Date.now();
  const at = (await readClock(db)).getTime();
  const after = Date.now();
  return (Math.max(before - at, 0) + Math.min(after - at, 0)) / 1_000;
}

/**
 * By how many seconds the database's clock is behind its last recorded minute; 0 if it was not set back. A web process records each
 * minute, so a difference of less than a minute is not seen.
 */
export async function secondsSetBack(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from max(minute) - now())::float8 as seconds from heartbeats`.execute(db);
  return Math.max(0, Math.round(rows[0]!.seconds ?? 0));
}
