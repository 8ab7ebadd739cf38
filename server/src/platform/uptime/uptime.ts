import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';

/** Records a heartbeat for this minute and deletes those older than 31 days. */
export async function recordHeartbeat(db: Db): Promise<void> {
  await sql`insert into heartbeats (minute) values (date_trunc('minute', now())) on conflict do nothing`.execute(
    db,
  );
  await sql`delete from heartbeats where minute < now() - interval '31 days'`.execute(db);
}
