import { type RawBuilder, sql } from 'kysely';
import { claimInTurns } from '../../platform/db/claims.ts';
import type { Db } from '../../platform/db/pool.ts';
import { inParallel, repeat } from '../../platform/loop.ts';
import type { Services } from '../../services.ts';
import { PROXY_DOWN } from '../proxies/proxies.rules.ts';
import { COOKIE_REFUSED, UNVERIFIED_PURCHASE } from './off-sale.rules.ts';
import { checkUnderLock } from './roblox-accounts.jobs.ts';
import { returnToSale } from './roblox-accounts.ts';

type Needed = Pick<Services, 'config' | 'db' | 'vault' | 'game' | 'log'>;

const POLL_EVERY_MS = 3_000;
const MAX_CLAIMED = 8;
/** Together with the polling, an account that works again is on sale within 30 seconds. */
const RETRY = sql`interval '20 seconds'`;
/** A cookie that stays refused costs few calls. */
const RETRY_REFUSED = sql`interval '15 minutes'`;
const MAX_REFUSALS = 3;

/** Puts accounts on sale again whose reason to be off sale has passed. Runs until the signal, in any number of processes. */
export async function followReturns(services: Needed, signal: AbortSignal): Promise<void> {
  const { log } = services;
  const failed = 'could not return accounts to sale';
  await repeat(async () => (await returnAccounts(services)) >= MAX_CLAIMED, {
    everyMs: POLL_EVERY_MS,
    failed,
    log,
    signal,
  });
}

/**
 * Checks accounts that are off sale only because of a proxy that works now, because of a purchase that is decided now, or because
 * Roblox refused the cookie a short time ago. An account that works goes on sale again. Returns how many were checked.
 */
export async function returnAccounts(services: Needed): Promise<number> {
  await forgetPassedReasons(services.db);
  const due = [...(await claimPassed(services.db)), ...(await claimRefused(services.db))];
  await inParallel(due, ({ id, statusReason }) =>
    checkUnderLock(services, id, (tx, seen) => returnToSale(tx, id, statusReason, seen)),
  );
  return due.length;
}

const hasOpenAttempt = sql<boolean>`exists (
  select from purchase_attempts p where p.account_id = roblox_accounts.id and p.state in ('marked', 'unclear'))`;
const hasFailingProxy = sql<boolean>`exists (
  select from proxies p where p.id = roblox_accounts.proxy_id and p.status <> 'active')`;

/** An account that its seller has deactivated stays off sale, without a reason that has passed or promises its return. */
async function forgetPassedReasons(db: Db): Promise<void> {
  await db
    .updateTable('robloxAccounts')
    .set({ statusReason: null })
    .where('status', '=', 'offline')
    .where('isActive', '=', false)
    .where((is) =>
      is.or([
        is('statusReason', '=', PROXY_DOWN),
        is.and([is('statusReason', '=', UNVERIFIED_PURCHASE), is.not(hasOpenAttempt)]),
      ]),
    )
    .execute();
}

interface DueReturn {
  readonly id: string;
  readonly statusReason: string;
}

const claimPassed = (db: Db) =>
  claimDue(
    db,
    sql`status = 'offline' and status_reason in (${PROXY_DOWN}, ${UNVERIFIED_PURCHASE})
      and not ${hasFailingProxy} and not ${hasOpenAttempt}`,
    RETRY,
  );

/**
 * Roblox may refuse good cookies during an outage, so a refused one is checked for six hours. An account that is refused again and
 * again after its return is not: it would take orders that it cannot buy.
 */
const claimRefused = (db: Db) =>
  claimDue(
    db,
    sql`status = 'invalid_cookie' and status_reason = ${COOKIE_REFUSED} and id in (
      select account_id from account_events where code = 'cookie_ended' and at > now() - interval '6 hours'
      group by account_id having count(*) <= ${MAX_REFUSALS})`,
    RETRY_REFUSED,
  );

/** Claims due accounts: accounts behind a proxy that stalls take ten seconds each. */
function claimDue(db: Db, isOff: RawBuilder<unknown>, retry: RawBuilder<unknown>): Promise<DueReturn[]> {
  return claimInTurns(db, {
    table: 'roblox_accounts',
    owner: 'user_id',
    dueAt: 'return_due_at',
    most: MAX_CLAIMED,
    isDue: sql`${isOff} and is_active and removed_at is null and coalesce(return_due_at <= now(), true)`,
    nextAt: sql`now() + ${retry}`,
    columns: sql`id, status_reason`,
  });
}
