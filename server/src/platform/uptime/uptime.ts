import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';

/** Notes that the service answers in this minute, and drops minutes that nobody counts any longer. */
export async function beat(db: Db): Promise<void> {
  await sql`insert into heartbeats (minute) values (date_trunc('minute', now())) on conflict do nothing`.execute(
    db,
  );
  await sql`delete from heartbeats where minute < now() - interval '31 days'`.execute(db);
}
