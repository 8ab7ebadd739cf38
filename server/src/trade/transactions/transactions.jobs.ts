import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { readSettings } from '../../people/settings/settings.reads.ts';
import { type Db, inTransaction, type Tx } from '../../platform/db/pool.ts';
import type { Services } from '../../services.ts';
import { confirmDue } from './endings.ts';

const LOOK_EVERY_MS = 1_000;
const MAX_AT_ONCE = 50;

/** Confirms delivered trades whose time is over, until `signal` is aborted. Any number of processes may do so. */
export async function followTransactions(
  { db, log }: Pick<Services, 'db' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await confirmAllDue(db, (err, id) =>
      log.error({ err, transactionId: id }, 'a trade is not confirmed'),
    ).catch((err) => log.error({ err }, 'trades are not confirmed'));
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Confirms what is due now. While the emergency stop or maintenance keeps buyers from objecting, what falls due is put
 * off to an hour from now, so that they can once it is over. One that cannot be confirmed keeps no other waiting.
 */
export async function confirmAllDue(db: Db, failed: (error: unknown, id: string) => void): Promise<void> {
  if (await isClosed(db)) return putOff(db);
  const due = await db
    .selectFrom('transactions')
    .where('confirmAt', '<=', sql<Date>`now()`)
    .select('id')
    // not the oldest first: those that cannot be confirmed would be it for ever
    .orderBy(sql`random()`)
    .limit(MAX_AT_ONCE)
    .execute();
  for (const { id } of due) {
    const confirming = inTransaction(db, async (tx) => (await isClosed(tx)) || confirmDue(tx, id));
    await confirming.catch((error) => failed(error, id));
  }
}

async function isClosed(db: Db | Tx): Promise<boolean> {
  const { maintenance_mode: maintenance, emergency_shutdown: stop } = await readSettings(db);
  return maintenance.enabled || stop.enabled;
}

async function putOff(db: Db): Promise<void> {
  await db
    .updateTable('transactions')
    .set({ confirmAt: sql`now() + interval '1 hour'` })
    .where('confirmAt', '<=', sql<Date>`now() + interval '59 minutes'`)
    .execute();
}
