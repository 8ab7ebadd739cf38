import { sql } from 'kysely';
import { claimInTurns } from '../../platform/db/claims.ts';
import { type Db, inTransaction, type Tx } from '../../platform/db/pool.ts';
import { inParallel, repeat } from '../../platform/loop.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { withAccountLock } from './account-lock.ts';
import { isOffSale } from './off-sale.rules.ts';
import { checkAccount } from './roblox-accounts.lookups.ts';
import { recordSeen, type SeenAccount } from './roblox-accounts.ts';

type Needed = Pick<Services, 'config' | 'db' | 'vault' | 'game' | 'log'>;

const POLL_EVERY_MS = 3_000;

/** Accounts that are read at the same time. They mostly wait for Roblox. */
const MAX_CLAIMED = 16;

/** Reads the balance of each account on sale about every ten minutes, so that the stock shown exists. Runs until the signal. */
export async function followAccounts(services: Needed, signal: AbortSignal): Promise<void> {
  const { log } = services;
  await repeat(async () => (await refreshBalances(services)) === MAX_CLAIMED, {
    everyMs: POLL_EVERY_MS,
    failed: 'could not read a balance',
    log,
    signal,
  });
}

/**
 * Reads due balances, of each seller in turn, and returns how many were due. Skips an account whose lock is taken, because its
 * purchase reads the balance anyway. If Roblox does not answer, the account is tried again when it is next due.
 */
export async function refreshBalances(services: Needed): Promise<number> {
  const due = await claimDue(services.db);
  await inParallel(due, ({ id, isFirstToday }) =>
    checkUnderLock(services, id, (tx, seen) => recordSeen(tx, id, seen), { withPicture: isFirstToday }),
  );
  return due.length;
}

/** Checks an account unless its lock is taken, and calls `take` with the result. Logs refusals. */
export async function checkUnderLock(
  services: Needed,
  accountId: string,
  take: (tx: Tx, seen: SeenAccount) => Promise<void>,
  { withPicture = true } = {},
): Promise<void> {
  await withAccountLock(services.db, accountId, async (db) => {
    try {
      const seen = await checkAccount({ ...services, db }, accountId, { withPicture });
      if (!isOffSale(seen)) await inTransaction(db, (tx) => take(tx, seen));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      services.log.warn({ err: error, accountId }, 'could not check an account');
    }
  });
}

interface DueBalance {
  readonly id: string;
  /** The addresses of pictures expire after weeks, so a picture is read once a day. */
  readonly isFirstToday: boolean;
}

/** Claims due accounts; they are due again in about ten minutes. */
function claimDue(db: Db): Promise<DueBalance[]> {
  return claimInTurns(db, {
    table: 'roblox_accounts',
    owner: 'user_id',
    dueAt: 'balance_due_at',
    most: MAX_CLAIMED,
    isDue: sql`status = 'online' and is_active and balance_due_at <= now()`,
    nextAt: sql`now() + interval '9 minutes' + random() * interval '2 minutes'`,
    columns: sql`id, balance_read_at < date_trunc('day', now(), 'UTC') as is_first_today`,
  });
}
