import { sql } from 'kysely';
import { orNull } from '../../../outside/game-platform.ts';
import { claimInTurns } from '../../../platform/db/claims.ts';
import { type Db, inTransaction } from '../../../platform/db/pool.ts';
import { eachAlone, inParallel, repeat } from '../../../platform/loop.ts';
import type { OrderServices } from '../../../services.ts';
import { withAccountLock } from '../../../supply/roblox-accounts/account-lock.ts';
import { type LateFinding, recordLook } from './late-purchases.ts';
import { readLateRecords } from './manual.lookups.ts';

const POLL_EVERY_MS = 5_000;

/** Looks for purchases whose orders have moved on, until `signal` is aborted. Any number of processes may run this. */
export async function followLatePurchases(services: OrderServices, signal: AbortSignal): Promise<void> {
  const { log } = services;
  const failed = 'could not look for late purchases';
  await repeat(async () => (await lookForLatePurchases(services)) === MAX_CLAIMED, {
    everyMs: POLL_EVERY_MS,
    failed,
    log,
    signal,
  });
}

/** Looks for due purchases, of each seller in turn, and returns how many. One that fails is looked for again in a minute and delays no other. */
export async function lookForLatePurchases(services: OrderServices): Promise<number> {
  const due = await claimDue(services.db);
  const ofAccounts = Map.groupBy(due, ({ accountId }) => accountId).values();
  // two looks at one account would find its lock taken
  await inParallel([...ofAccounts], (looks) => eachAlone(looks, (look) => tryToLook(services, look)));
  return due.length;
}

const tryToLook = (services: OrderServices, due: Due) =>
  lookFor(services, due).catch((err) =>
    services.log.error({ err, orderId: due.orderId }, 'could not look for a late purchase'),
  );

async function lookFor(services: OrderServices, due: Due): Promise<void> {
  const finding = await look(services, due);
  if (finding) await inTransaction(services.db, (tx) => recordLook(tx, due.id, finding));
}

interface Due {
  readonly id: string;
  readonly orderId: string;
  readonly accountId: string;
  readonly passId: number;
  /** Null: its seller has deleted their data. */
  readonly robloxUserId: number | null;
}

const MAX_CLAIMED = 16;

/** Claims due looks for a minute. */
function claimDue(db: Db): Promise<Due[]> {
  return claimInTurns(db, {
    table: 'late_purchases',
    owner: 'seller_id',
    dueAt: 'next_look_at',
    most: MAX_CLAIMED,
    isDue: sql`next_look_at <= now()`,
    nextAt: sql`now() + interval '1 minute'`,
    columns: sql`id, order_id, account_id, pass_id, roblox_user_id`,
  });
}

/**
 * Ownership is public. The account's records are read only when it owns the pass, and while no other step uses the account. Null:
 * another step uses it, so the look counts as none and follows in a minute.
 */
async function look(services: OrderServices, due: Due): Promise<LateFinding | null> {
  const robloxUserId = String(due.robloxUserId);
  const owns =
    due.robloxUserId === null
      ? null
      : await orNull(services.game.ownsGamepass(robloxUserId, String(due.passId)));
  let finding: LateFinding = { owns, paidRobux: null, areRecordsRead: false };
  if (!owns) return finding;
  const isFree = await withAccountLock(services.db, due.accountId, async (db) => {
    finding = { owns, ...(await readLateRecords({ ...services, db }, { ...due, robloxUserId })) };
  });
  return isFree ? finding : null;
}
