import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../platform/db/pool.ts';
import { repeat } from '../../platform/loop.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { withAccountLock } from './account-lock.ts';
import { checkAccount } from './roblox-accounts.lookups.ts';
import { recordSeen, type SeenAccount } from './roblox-accounts.ts';
import { isOffSale } from './stock.rules.ts';

type Needed = Pick<Services, 'config' | 'db' | 'vault' | 'game' | 'log'>;

const POLL_EVERY_MS = 3_000;

/** Reads the balance of each account on sale about every ten minutes, so that the stock shown exists. Runs until the signal. */
export async function followAccounts(services: Needed, signal: AbortSignal): Promise<void> {
  const { log } = services;
  await repeat(() => refreshOne(services), {
    everyMs: POLL_EVERY_MS,
    failed: 'could not read a balance',
    log,
    signal,
  });
}

/**
 * Reads one due balance; false if none is due. Skips an account whose lock is taken, because its purchase reads the
 * balance anyway. If Roblox does not answer, the account is tried again when it is next due.
 */
export async function refreshOne(services: Needed): Promise<boolean> {
  const accountId = await claimDue(services.db);
  if (accountId === null) return false;
  await checkUnderLock(services, accountId, (tx, seen) => recordSeen(tx, accountId, seen));
  return true;
}

/** Checks an account unless its lock is taken, and calls `take` with the result. Logs refusals. */
export async function checkUnderLock(
  services: Needed,
  accountId: string,
  take: (tx: Tx, seen: SeenAccount) => Promise<void>,
): Promise<void> {
  await withAccountLock(services.db, accountId, async (db) => {
    try {
      const seen = await checkAccount({ ...services, db }, accountId);
      if (!isOffSale(seen)) await inTransaction(db, (tx) => take(tx, seen));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      services.log.warn({ err: error, accountId }, 'could not check an account');
    }
  });
}

/** Claims the account that has been due the longest; it is due again in about ten minutes. Two workers never claim the same account. */
async function claimDue(db: Db): Promise<string | null> {
  const due = db
    .selectFrom('robloxAccounts')
    .where('status', '=', 'online')
    .where('isActive', '=', true)
    .where('balanceDueAt', '<=', sql<Date>`now()`)
    .select('id')
    .orderBy('balanceDueAt')
    .limit(1)
    .forUpdate()
    .skipLocked();
  const claimed = await db
    .updateTable('robloxAccounts')
    .set({ balanceDueAt: sql`now() + interval '9 minutes' + random() * interval '2 minutes'` })
    .where('id', '=', due)
    .returning('id')
    .executeTakeFirst();
  return claimed?.id ?? null;
}
