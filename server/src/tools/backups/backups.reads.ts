import { sql } from 'kysely';
import { ageSecondsOf } from '../../platform/clock/ages.ts';
import type { Db } from '../../platform/db/pool.ts';

/** When the owner panel made the last backup, and its age in seconds. Null before the first one. */
export async function readLastBackup(db: Db): Promise<{ at: Date; ageSeconds: number } | null> {
  const { rows } = await sql<{ at: Date; ageSeconds: number }>`
    select at, ${ageSecondsOf('at')}::float8 as age_seconds
    from audit_log where action = 'backups.made' order by id desc limit 1`.execute(db);
  return rows[0] ?? null;
}
