import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, inTransaction } from '../../../platform/db/pool.ts';
import { Refusal } from '../../../refusal.ts';
import type { OrderServices } from '../../../services.ts';
import { withAccountLock } from '../../../supply/roblox-accounts/account-lock.ts';
import { lookAgain } from '../../../supply/roblox-accounts/roblox-accounts.lookups.ts';
import { recordSeen } from '../../../supply/roblox-accounts/roblox-accounts.ts';
import { isOffSale } from '../../../supply/roblox-accounts/stock.ts';
import { endRestriction } from './restrictions.ts';

const LOOK_EVERY_MS = 5_000;

/** Ends restrictions when their time has come, until `signal`. Any number of processes may do so. */
export async function followRestrictions(services: OrderServices, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await endRestrictions(services).catch((err) => services.log.error({ err }, 'restrictions are not ended'));
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Looks at the accounts whose restriction is over by what the platform said, and puts them on sale again, or where the
 * look shows a trouble, leaves them with it. What cannot be looked at now is looked at in a minute.
 */
export async function endRestrictions(services: OrderServices): Promise<void> {
  for (const accountId of await claimDue(services.db)) {
    await withAccountLock(services.db, accountId, async (db) => {
      try {
        const seen = await lookAgain({ ...services, db }, accountId);
        await inTransaction(db, async (tx) => {
          if (!isOffSale(seen)) await recordSeen(tx, accountId, seen);
          await endRestriction(tx, accountId, { isWell: !isOffSale(seen) });
        });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        services.log.warn({ err: error, accountId }, 'whether a restriction is over cannot be seen for now');
      }
    });
  }
}

const MAX_AT_ONCE = 5;

/** Accounts that are due, due again in a minute should this process die. */
async function claimDue(db: Db): Promise<string[]> {
  const due = db
    .selectFrom('robloxAccounts')
    .where('restrictedUntil', '<=', sql<Date>`now()`)
    .where('removedAt', 'is', null)
    .select('id')
    .limit(MAX_AT_ONCE)
    .forUpdate()
    .skipLocked();
  const claimed = await db
    .updateTable('robloxAccounts')
    .set({ restrictedUntil: sql`now() + interval '1 minute'` })
    .where('id', 'in', due)
    .returning('id')
    .execute();
  return claimed.map(({ id }) => id);
}
