import { sql } from 'kysely';
import { ageSecondsOf } from '../../platform/clock/ages.ts';
import type { Db } from '../../platform/db/pool.ts';

export interface Backlog {
  /** Orders that the worker has not finished. Orders that wait for a seller or for staff do not count. */
  readonly waiting: number;
  /** Age of the oldest of them; 0 without one. */
  readonly oldestSeconds: number;
}

/** The orders that wait for the worker. */
export async function orderBacklog(db: Db): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select count(*)::int as waiting, coalesce(max(${ageSecondsOf('created_at')}), 0)::int as oldest_seconds
    from orders where next_check_at is not null and status in ('pending', 'processing', 'unclear')`.execute(
    db,
  );
  return rows[0]!;
}
