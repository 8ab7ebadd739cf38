import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { repeat } from '../../platform/loop.ts';
import type { Services } from '../../services.ts';
import { PROXY_DOWN } from '../proxies/proxies.rules.ts';
import { checkUnderLock } from './roblox-accounts.jobs.ts';
import { returnToSale } from './roblox-accounts.ts';
import { UNVERIFIED_PURCHASE } from './stock.rules.ts';

type Needed = Pick<Services, 'config' | 'db' | 'vault' | 'game' | 'log'>;

const POLL_EVERY_MS = 3_000;
const MAX_CLAIMED = 8;
/** Together with the polling, an account that works again is on sale within 30 seconds. */
const RETRY = sql`interval '20 seconds'`;

/** Puts accounts on sale again whose reason to be off sale has passed. Runs until the signal, in any number of processes. */
export async function followReturns(services: Needed, signal: AbortSignal): Promise<void> {
  const { log } = services;
  const failed = 'could not return accounts to sale';
  await repeat(async () => (await returnAccounts(services)) === MAX_CLAIMED, {
    everyMs: POLL_EVERY_MS,
    failed,
    log,
    signal,
  });
}

/**
 * Checks accounts that are off sale only because of a proxy that works now, or because of a purchase that is decided now. An
 * account that works goes on sale again; others are checked again in 20 seconds. Returns how many were checked.
 */
export async function returnAccounts(services: Needed): Promise<number> {
  await forgetDecidedPurchases(services.db);
  const due = await claimDue(services.db);
  await Promise.all(
    due.map(({ id, statusReason }) =>
      checkUnderLock(services, id, (tx, seen) => returnToSale(tx, id, statusReason!, seen)),
    ),
  );
  return due.length;
}

const hasOpenAttempt = sql<boolean>`exists (
  select from purchase_attempts p where p.account_id = roblox_accounts.id and p.state in ('marked', 'unclear'))`;
const hasFailingProxy = sql<boolean>`exists (
  select from proxies p where p.id = roblox_accounts.proxy_id and p.status <> 'active')`;

/** An account that its seller has deactivated stays off sale, without the reason that has passed. */
async function forgetDecidedPurchases(db: Db): Promise<void> {
  await db
    .updateTable('robloxAccounts')
    .set({ statusReason: null })
    .where('status', '=', 'offline')
    .where('isActive', '=', false)
    .where('statusReason', '=', UNVERIFIED_PURCHASE)
    .where((is) => is.not(hasOpenAttempt))
    .execute();
}

/** Claims due accounts, of each seller in turn: accounts behind a proxy that stalls take ten seconds each. */
async function claimDue(db: Db) {
  const ranked = db
    .selectFrom('robloxAccounts')
    .where('status', '=', 'offline')
    .where('isActive', '=', true)
    .where('removedAt', 'is', null)
    .where((is) => is.or([is('returnDueAt', 'is', null), is('returnDueAt', '<=', sql<Date>`now()`)]))
    .where('statusReason', 'in', [PROXY_DOWN, UNVERIFIED_PURCHASE])
    .where((is) => is.not(hasFailingProxy))
    .where((is) => is.not(hasOpenAttempt))
    .select([
      'id',
      sql<number>`row_number() over (partition by user_id order by return_due_at nulls first, id)`.as('turn'),
    ]);
  const next = db.selectFrom(ranked.as('ranked')).select('id').orderBy('turn').limit(MAX_CLAIMED);
  const due = db.selectFrom('robloxAccounts').where('id', 'in', next).select('id').forUpdate().skipLocked();
  return db
    .updateTable('robloxAccounts')
    .set({ returnDueAt: sql`now() + ${RETRY}` })
    .where('id', 'in', due)
    .returning(['id', 'statusReason'])
    .execute();
}
