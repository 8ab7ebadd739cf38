import { sql } from 'kysely';
import { isStoppedOrInMaintenance } from '../../people/settings/settings.reads.ts';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { repeat } from '../../platform/loop.ts';
import type { Services } from '../../services.ts';
import { confirmDue, reportLate } from './endings.ts';
import { TRADE_CLOCK, UNDER_REVIEW } from './trade.ts';

const POLL_EVERY_MS = 5_000;
const MAX_BATCH = 50;

/** Confirms delivered trades whose confirmation time has passed, and reports late ones to staff, until `signal` is aborted. Any number of processes may run this. */
export async function followTransactions(
  { db, log }: Pick<Services, 'db' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const often = { everyMs: POLL_EVERY_MS, log, signal };
  const unconfirmed = (err: unknown, id: string) =>
    log.error({ err, transactionId: id }, 'could not confirm a trade');
  await Promise.all([
    repeat(() => confirmAllDue(db, unconfirmed), { ...often, failed: 'could not confirm the due trades' }),
    repeat(() => reportAllLate(db), { ...often, failed: 'could not report the late trades' }),
  ]);
}

/**
 * Confirms due trades. Not during maintenance or an outage of the web, when buyers cannot dispute, or an emergency stop, when no money moves:
 * their end moves the confirmation times (`move_trade_deadlines()`). A trade that cannot be confirmed does not delay the others.
 */
export async function confirmAllDue(db: Db, failed: (error: unknown, id: string) => void): Promise<void> {
  if (await isStoppedOrInMaintenance(db)) return;
  const due = await db
    .selectFrom('transactions')
    .where('confirmAt', '<=', TRADE_CLOCK)
    .where(({ not }) => not(UNDER_REVIEW))
    .select('id')
    // Random order, because trades that cannot be confirmed would otherwise always come first.
    .orderBy(sql`random()`)
    .limit(MAX_BATCH)
    .execute();
  for (const { id } of due) {
    const confirming = inTransaction(db, (tx) => confirmDue(tx, id));
    await confirming.catch((error) => failed(error, id));
  }
}

/** Reports late trades to staff. Not during maintenance, an emergency stop or an outage of the web, when deadlines stand still. */
export async function reportAllLate(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await isStoppedOrInMaintenance(tx))) await reportLate(tx);
  });
}
