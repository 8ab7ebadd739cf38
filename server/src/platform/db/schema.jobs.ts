import type { Logger } from 'pino';
import { openFailureLog } from '../failure-log.ts';
import { repeat } from '../loop.ts';
import { Outage } from '../outage.ts';
import { schemaDifference } from './migrate.ts';
import type { Db } from './pool.ts';

const LOOK_EVERY_MS = 10_000;

/**
 * Logs once a minute that another version has migrated the database below this process, until `signal` is aborted. Worker and
 * signer have no `/readyz` that could say so.
 */
export async function followSchema(
  { db, log }: { readonly db: Db; readonly log: Logger },
  signal: AbortSignal,
): Promise<void> {
  const unfit = openFailureLog(log, 'this process may not fit its database');
  const step = async () => {
    const difference = await schemaDifference(db);
    if (difference === null) unfit.worked();
    else unfit.failed(new Outage(difference));
  };
  const failed = 'cannot see whether another version has migrated the database';
  await repeat(step, { everyMs: LOOK_EVERY_MS, failed, log, signal });
}
