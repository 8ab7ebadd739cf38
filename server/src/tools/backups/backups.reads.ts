import { sql } from 'kysely';
import { ageSecondsOf } from '../../platform/clock/ages.ts';
import type { Db } from '../../platform/db/pool.ts';

interface LastBackup {
  readonly at: Date;
  readonly ageSeconds: number;
  /** Its name. The file may have been pruned or moved since. */
  readonly file: string;
}

/** The last backup that the owner panel made. Null before the first one. */
export async function readLastBackup(db: Db): Promise<LastBackup | null> {
  const { rows } = await sql<LastBackup>`
    select at, subject_id as file, ${ageSecondsOf('at')}::float8 as age_seconds
    from audit_log where action = 'backups.made' order by id desc limit 1`.execute(db);
  return rows[0] ?? null;
}
