import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { repeat } from '../../platform/loop.ts';
import type { Services } from '../../services.ts';

const EVERY_MS = 60 * 60_000;

/** Deletes expired sessions, old network addresses and old contacts every hour, until `signal` is aborted. */
export async function followRetention(
  { db, log }: Pick<Services, 'db' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const failed = 'could not delete expired data';
  await repeat(() => forgetOldTraces(db), { everyMs: EVERY_MS, failed, log, signal });
}

/** Deletes data whose time is over. `delete_expired_rows()` has the times. */
export async function forgetOldTraces(db: Db): Promise<void> {
  await sql`select delete_expired_rows()`.execute(db);
}
