import { sql } from 'kysely';
import { isEmergencyStopped } from '../../people/settings/settings.reads.ts';
import type { Db } from '../../platform/db/pool.ts';
import { runTask } from '../../platform/jobs/queue.ts';
import { repeat } from '../../platform/loop.ts';
import type { OrderServices } from '../../services.ts';
import { withAccountLock } from '../../supply/roblox-accounts/account-lock.ts';
import { deleteOldCookies } from '../../supply/roblox-accounts/order-cookies.ts';
import { claimBlocking, enqueueDueOrders, startNextOrder } from './due-orders.ts';
import { forgetFailures, recordFailure, waitForStaff } from './failures.ts';
import { followLatePurchases } from './manual/late-purchases.jobs.ts';
import { checkManualPurchase } from './manual/manual.jobs.ts';
import { isByHand } from './manual/manual.ts';
import type { Order } from './order.ts';
import { carryOut } from './purchasing/carrying-out.ts';
import { findExperience } from './purchasing/experience.jobs.ts';
import { buy, postponeDuringStop } from './purchasing/purchase.jobs.ts';
import { reconcile, reconcileOpen } from './purchasing/reconcile.jobs.ts';
import { findBoughtSinceBackup } from './purchasing/restored.lookups.ts';
import { followRestrictions } from './purchasing/restrictions.jobs.ts';
import { checkTurn } from './split/split.jobs.ts';
import { readWork } from './work.reads.ts';

/** Orders that one process handles concurrently. They mostly wait for Roblox, and hold no database connection meanwhile. */
const MAX_CONCURRENT_ORDERS = 64;
const POLL_EVERY_MS = 1_000;
const DELETE_EVERY_MS = 10_000;

/** Processes orders until `signal` is aborted. Any number of processes may run this. */
export async function followOrders(services: OrderServices, signal: AbortSignal): Promise<void> {
  const { db, queue, log, maxConcurrentOrders = MAX_CONCURRENT_ORDERS } = services;
  const others = [
    followRestrictions(services, signal),
    followLatePurchases(services, signal),
    followOldCookies(services, signal),
  ];
  // the other half is for other sellers, even while every account of one seller stalls
  const concurrency = { total: maxConcurrentOrders, perGroup: Math.ceil(maxConcurrentOrders / 2) };
  const stop = await runTask(queue, 'orders.buy-gamepass', concurrency, async ({ orderId }) => {
    // While this process stops, other workers find the order when its next check is due.
    if (!signal.aborted) await takeNextStep(services, orderId);
  });
  const failed = 'could not restart due orders';
  await repeat(() => enqueueDueOrders(db, queue), { everyMs: POLL_EVERY_MS, failed, log, signal });
  await stop();
  await Promise.all(others);
}

const followOldCookies = ({ db, log }: OrderServices, signal: AbortSignal): Promise<void> =>
  repeat(() => deleteOldCookies(db), {
    everyMs: DELETE_EVERY_MS,
    failed: 'could not delete the old cookies of buyers',
    log,
    signal,
  });

/**
 * Runs the next step of an order: buys its pass, resolves an open attempt, or checks a purchase by hand. If it throws, the
 * error is logged and counted, and the next check is due within seconds (`nextCheckAt`). After a few failures in a row the
 * order goes to staff. Does nothing before the wait after the last try has ended.
 */
export async function takeNextStep(services: OrderServices, orderId: string): Promise<void> {
  const { db, queue } = services;
  try {
    const work = await readWork(db, orderId);
    if (!work) return;
    const { accountId } = work.order;
    await findExperience(services, work);
    const isMine = await withAccountLock(db, accountId, (connection) =>
      step({ ...services, db: connection }, orderId, accountId),
    );
    if (!isMine) return await makeDue(db, orderId);
    if (work.order.failures > 0) await forgetFailures(db, orderId);
    await startNextOrder(db, queue, accountId);
  } catch (err) {
    await countFailure(services, orderId, err);
  }
}

async function countFailure({ db, log }: OrderServices, orderId: string, err: unknown): Promise<void> {
  log.error({ err, orderId }, 'could not process an order');
  await recordFailure(db, orderId, err).catch((err) =>
    log.error({ err, orderId }, 'could not count a failure'),
  );
}

async function step(services: OrderServices, orderId: string, accountId: string): Promise<void> {
  const found = await readWork(services.db, orderId);
  const work =
    found?.isBlocked && (await checkBlocking(services, { id: orderId, accountId }))
      ? await readWork(services.db, orderId)
      : found;
  if (work?.order.accountId !== accountId || work.isWaiting) return;
  if (work.attempt) return reconcile(services, work, work.attempt);
  if (isByHand(work.order)) return checkManualPurchase(services, work);
  if (work.order.status === 'manual') return waitForStaff(services.db, orderId);
  if (await isEmergencyStopped(services.db)) return postponeDuringStop(services, work.order);
  // before anything can end the order, or give it to another account
  const restored = work.isRestored ? await findBoughtSinceBackup(services, work) : null;
  if (restored) return carryOut(services, work.order, restored);
  if (!(await checkTurn(services.db, work.order))) return;
  await buy(services, work);
  await reconcileOpen(services, orderId);
}

/**
 * Reconciles the unclear purchase that blocks an order, when its check is due. Many orders that wait for the account can keep its
 * lock from the purchase's own job for minutes. The caller holds the lock. Returns false if no check was due.
 */
async function checkBlocking(
  services: OrderServices,
  blocked: Pick<Order, 'id' | 'accountId'>,
): Promise<boolean> {
  const blocking = await claimBlocking(services.db, blocked);
  if (blocking === null) return false;
  await reconcileOpen(services, blocking).catch((err) => countFailure(services, blocking, err));
  return true;
}

/** Makes the order due now, or after its wait. The worker that releases the account's lock starts it. */
async function makeDue(db: Db, orderId: string): Promise<void> {
  await db
    .updateTable('orders')
    .set({ nextCheckAt: sql`greatest(now(), not_before)` })
    .where('id', '=', orderId)
    .where('nextCheckAt', 'is not', null)
    .execute();
}
