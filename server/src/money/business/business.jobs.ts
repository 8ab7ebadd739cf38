import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type { Services } from '../../services.ts';

const EVERY_MS = 60_000;
/** Postings in one statement. The first run on an old database takes several. */
const MOST_POSTINGS = 200_000;

/** Keeps the daily sums of the ledger up to date until `signal` is aborted. Any number of processes may run this. */
export async function followBusiness(
  { db, log }: Pick<Services, 'db' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const isBehind = await foldDays(db).catch((err) =>
      log.error({ err }, 'could not sum the days of the ledger'),
    );
    if (!isBehind) await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Folds postings into the daily sums. Answers whether more of them are waiting. */
export async function foldDays(db: Db, most = MOST_POSTINGS): Promise<boolean> {
  const { rows } = await sql<{ folded: number }>`select ledger_fold_days(${most}) as folded`.execute(db);
  return rows[0]!.folded === most;
}
