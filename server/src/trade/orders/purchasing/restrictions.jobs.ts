import { sql } from 'kysely';
import { claimInTurns } from '../../../platform/db/claims.ts';
import { type Db, inTransaction } from '../../../platform/db/pool.ts';
import { inParallel, repeat } from '../../../platform/loop.ts';
import { Refusal } from '../../../refusal.ts';
import type { OrderServices } from '../../../services.ts';
import { withAccountLock } from '../../../supply/roblox-accounts/account-lock.ts';
import { isOffSale } from '../../../supply/roblox-accounts/off-sale.rules.ts';
import { checkAccount } from '../../../supply/roblox-accounts/roblox-accounts.lookups.ts';
import { recordSeen } from '../../../supply/roblox-accounts/roblox-accounts.ts';
import { endRestriction } from './restrictions.ts';

const POLL_EVERY_MS = 5_000;

/** Ends expired restrictions until `signal` is aborted. Any number of processes may run this. */
export async function followRestrictions(services: OrderServices, signal: AbortSignal): Promise<void> {
  const { log } = services;
  const failed = 'could not end the expired restrictions';
  await repeat(async () => (await endRestrictions(services)) === MAX_CLAIMED, {
    everyMs: POLL_EVERY_MS,
    failed,
    log,
    signal,
  });
}

/**
 * Checks accounts whose restriction has expired, of each seller in turn, and puts them on sale again unless the check finds a
 * problem. Returns how many were due. An account that cannot be checked now is checked again in 20 seconds and delays no other.
 */
export async function endRestrictions(services: OrderServices): Promise<number> {
  const due = await claimDue(services.db);
  await inParallel(due, ({ id }) =>
    withAccountLock(services.db, id, (db) => tryToEnd({ ...services, db }, id)),
  );
  return due.length;
}

async function tryToEnd(services: OrderServices, accountId: string): Promise<void> {
  try {
    const seen = await checkAccount(services, accountId);
    await inTransaction(services.db, async (tx) => {
      if (!isOffSale(seen)) await recordSeen(tx, accountId, seen);
      await endRestriction(tx, accountId, { isWorking: !isOffSale(seen) });
    });
  } catch (error) {
    const level = error instanceof Refusal ? 'warn' : 'error';
    services.log[level]({ err: error, accountId }, 'could not check an account with an expired restriction');
  }
}

const MAX_CLAIMED = 8;

/** Claims due accounts for 20 seconds. */
function claimDue(db: Db): Promise<{ id: string }[]> {
  return claimInTurns(db, {
    table: 'roblox_accounts',
    owner: 'user_id',
    dueAt: 'restricted_until',
    most: MAX_CLAIMED,
    isDue: sql`restricted_until <= now() and removed_at is null`,
    nextAt: sql`now() + interval '20 seconds'`,
    columns: sql`id`,
  });
}
