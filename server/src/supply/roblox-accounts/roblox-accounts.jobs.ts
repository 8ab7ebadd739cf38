import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../platform/db/pool.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { PROXY_DOWN } from '../proxies/proxies.rules.ts';
import { withAccountLock } from './account-lock.ts';
import { lookAgain } from './roblox-accounts.lookups.ts';
import { recordSeen, returnToSale, type SeenAccount } from './roblox-accounts.ts';
import { isOffSale } from './stock.ts';

type Needed = Pick<Services, 'config' | 'db' | 'vault' | 'game' | 'log'>;

const LOOK_EVERY_MS = 3_000;

/** Reads the balances of accounts on sale anew, each about every ten minutes, so that the stock shown is there. */
export async function followAccounts(services: Needed, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const isBusy = await refreshOne(services).catch((err) => {
      services.log.error({ err }, 'a balance could not be read');
      return false;
    });
    if (!isBusy) await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Reads one balance that is due, of any account; false when none is. An account that is at work is left alone, for its
 * purchase reads its balance anyway; one whose platform does not answer is asked again next time.
 */
export async function refreshOne(services: Needed): Promise<boolean> {
  const accountId = await claimDue(services.db);
  if (accountId === null) return false;
  await lookInLane(services, accountId, (tx, seen) => recordSeen(tx, accountId, seen));
  return true;
}

/** Looks at the accounts behind a proxy that nothing else keeps off sale, and puts them on sale again where their cookies work. */
export async function returnBehind(services: Needed, proxyId: string): Promise<void> {
  const waiting = await services.db
    .selectFrom('robloxAccounts')
    .where('proxyId', '=', proxyId)
    .where('status', '=', 'offline')
    .where('statusReason', '=', PROXY_DOWN)
    .where('isActive', '=', true)
    .select('id')
    .execute();
  for (const { id } of waiting) {
    await lookInLane(services, id, (tx, seen) => returnToSale(tx, id, PROXY_DOWN, seen));
  }
}

/** Looks at an account unless it is at work, and does something with what was seen; a trouble is its own end. */
async function lookInLane(
  services: Needed,
  accountId: string,
  take: (tx: Tx, seen: SeenAccount) => Promise<void>,
): Promise<void> {
  await withAccountLock(services.db, accountId, async (db) => {
    try {
      const seen = await lookAgain({ ...services, db }, accountId);
      if (!isOffSale(seen)) await inTransaction(db, (tx) => take(tx, seen));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      services.log.warn({ err: error, accountId }, 'an account is not to be looked at for now');
    }
  });
}

/** The account that is due the longest, due again in about ten minutes; two workers never claim the same. */
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
