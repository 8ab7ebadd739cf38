import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { repeat } from '../../platform/loop.ts';
import type { Services } from '../../services.ts';

const EVERY_MS = 60_000;
/** Postings in one statement. The first run on an old database takes several. */
const MAX_POSTINGS = 200_000;

/** Keeps the daily sums of the ledger up to date until `signal` is aborted. Any number of processes may run this. */
export async function followBusiness(
  { db, log }: Pick<Services, 'db' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  await repeat(() => foldDays(db), {
    everyMs: EVERY_MS,
    failed: 'could not sum the days of the ledger',
    log,
    signal,
  });
}

/** Folds postings into the daily sums. Returns whether more of them are waiting. */
export async function foldDays(db: Db, maxPostings = MAX_POSTINGS): Promise<boolean> {
  const { rows } = await sql<{ folded: number }>`select ledger_fold_days(${maxPostings}) as folded`.execute(
    db,
  );
  return rows[0]!.folded === maxPostings;
}
