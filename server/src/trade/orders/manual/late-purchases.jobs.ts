import { sql } from 'kysely';
import { orNull } from '../../../outside/game-platform.ts';
import { type Db, inSeconds, inTransaction } from '../../../platform/db/pool.ts';
import { repeat } from '../../../platform/loop.ts';
import type { OrderServices } from '../../../services.ts';
import { withAccountLock } from '../../../supply/roblox-accounts/account-lock.ts';
import { type LateFinding, recordLook } from './late-purchases.ts';
import { readLateRecords } from './manual.lookups.ts';

const POLL_EVERY_MS = 5_000;

/** Looks for purchases whose orders have moved on, until `signal` is aborted. Any number of processes may run this. */
export async function followLatePurchases(services: OrderServices, signal: AbortSignal): Promise<void> {
  const { log } = services;
  const failed = 'could not look for late purchases';
  await repeat(() => lookForLatePurchases(services), { everyMs: POLL_EVERY_MS, failed, log, signal });
}

/** Looks for all due purchases. One that fails is looked for again in a minute and delays no other. */
export async function lookForLatePurchases(services: OrderServices): Promise<void> {
  for (const due of await claimDue(services.db))
    await lookFor(services, due).catch((err) =>
      services.log.error({ err, orderId: due.orderId }, 'could not look for a late purchase'),
    );
}

async function lookFor(services: OrderServices, due: Due): Promise<void> {
  const finding = await look(services, due);
  await inTransaction(services.db, (tx) => recordLook(tx, due.id, finding));
}

interface Due {
  readonly id: string;
  readonly orderId: string;
  readonly accountId: string;
  readonly passId: number;
  /** Null: its seller has deleted their data. */
  readonly robloxUserId: number | null;
}

const MAX_CLAIMED = 20;

/** Claims due looks for a minute, so a crash or an outage only delays them. */
async function claimDue(db: Db): Promise<Due[]> {
  const due = db
    .selectFrom('latePurchases')
    .where('nextLookAt', '<=', sql<Date>`now()`)
    .orderBy('nextLookAt')
    .limit(MAX_CLAIMED)
    .select('id')
    .forUpdate()
    .skipLocked();
  return db
    .updateTable('latePurchases')
    .set({ nextLookAt: inSeconds(60) })
    .where('id', 'in', due)
    .returning(['id', 'orderId', 'accountId', 'passId', 'robloxUserId'])
    .execute();
}

/** Ownership is public. The account's records are read only when it owns the pass, and while no other step uses the account. */
async function look(services: OrderServices, due: Due): Promise<LateFinding> {
  const robloxUserId = String(due.robloxUserId);
  const owns =
    due.robloxUserId === null
      ? null
      : await orNull(services.game.ownsGamepass(robloxUserId, String(due.passId)));
  let finding: LateFinding = { owns, paidRobux: null, areRecordsRead: false };
  if (!owns) return finding;
  await withAccountLock(services.db, due.accountId, async (db) => {
    finding = { owns, ...(await readLateRecords({ ...services, db }, { ...due, robloxUserId })) };
  });
  return finding;
}
