import { sql } from 'kysely';
import { type Db, inTransaction } from '../../../platform/db/pool.ts';
import { repeat } from '../../../platform/loop.ts';
import { Refusal } from '../../../refusal.ts';
import type { OrderServices } from '../../../services.ts';
import { withAccountLock } from '../../../supply/roblox-accounts/account-lock.ts';
import { checkAccount } from '../../../supply/roblox-accounts/roblox-accounts.lookups.ts';
import { recordSeen } from '../../../supply/roblox-accounts/roblox-accounts.ts';
import { isOffSale } from '../../../supply/roblox-accounts/stock.rules.ts';
import { endRestriction } from './restrictions.ts';

const POLL_EVERY_MS = 5_000;

/** Ends expired restrictions until `signal` is aborted. Any number of processes may run this. */
export async function followRestrictions(services: OrderServices, signal: AbortSignal): Promise<void> {
  const { log } = services;
  const failed = 'could not end the expired restrictions';
  await repeat(() => endRestrictions(services), { everyMs: POLL_EVERY_MS, failed, log, signal });
}

/**
 * Checks the accounts whose restriction has expired, and puts them on sale again unless the check finds a problem. An
 * account that cannot be checked now is checked again in 20 seconds and delays no other.
 */
export async function endRestrictions(services: OrderServices): Promise<void> {
  for (const accountId of await claimDue(services.db)) {
    await withAccountLock(services.db, accountId, async (db) => {
      try {
        const seen = await checkAccount({ ...services, db }, accountId);
        await inTransaction(db, async (tx) => {
          if (!isOffSale(seen)) await recordSeen(tx, accountId, seen);
          await endRestriction(tx, accountId, { isWorking: !isOffSale(seen) });
        });
      } catch (error) {
        const level = error instanceof Refusal ? 'warn' : 'error';
        services.log[level](
          { err: error, accountId },
          'could not check an account with an expired restriction',
        );
      }
    });
  }
}

const MAX_CLAIMED = 5;

/** Claims due accounts for 20 seconds, so a crash or an outage only delays them. */
async function claimDue(db: Db): Promise<string[]> {
  const due = db
    .selectFrom('robloxAccounts')
    .where('restrictedUntil', '<=', sql<Date>`now()`)
    .where('removedAt', 'is', null)
    .select('id')
    .limit(MAX_CLAIMED)
    .forUpdate()
    .skipLocked();
  const claimed = await db
    .updateTable('robloxAccounts')
    .set({ restrictedUntil: sql`now() + interval '20 seconds'` })
    .where('id', 'in', due)
    .returning('id')
    .execute();
  return claimed.map(({ id }) => id);
}
