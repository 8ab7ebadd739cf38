import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { runTask } from '../../platform/jobs/queue.ts';
import type { OrderServices } from '../../services.ts';
import { withAccountLock } from '../../supply/roblox-accounts/account-lock.ts';
import { enqueueDueOrders, wakeNext } from './due-orders.ts';
import { watchByHand } from './manual/manual.jobs.ts';
import { isByHand } from './manual/manual.ts';
import { buy } from './purchasing/purchase.jobs.ts';
import { reconcile, reconcileOpen } from './purchasing/reconcile.jobs.ts';
import { followRestrictions } from './purchasing/restrictions.jobs.ts';
import { isItsTurn } from './split/split.jobs.ts';
import { readWork } from './work.reads.ts';

/** Orders that one process works on at the same time. */
const AT_ONCE = 8;
const LOOK_EVERY_MS = 1_000;

/** Carries orders out in this process until `signal` is aborted. Any number of processes may do so. */
export async function followOrders(services: OrderServices, signal: AbortSignal): Promise<void> {
  const { db, queue, log } = services;
  const restrictions = followRestrictions(services, signal);
  await runTask(queue, 'orders.buy-gamepass', AT_ONCE, async ({ orderId }) => {
    // when this process is to end, other workers find the order by its next check
    if (!signal.aborted) await fulfil(services, orderId);
  });
  while (!signal.aborted) {
    await enqueueDueOrders(db, queue).catch((err) => log.error({ err }, 'orders are not looked after'));
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  await queue.offWork('orders.buy-gamepass');
  await restrictions;
}

/**
 * Takes an order one step on: buys its pass, finds out what an earlier attempt did, or whether its seller has bought it. A bug or a broken database leaves
 * the order as it is; it is looked at again within seconds (`nextCheckAt`).
 */
export async function fulfil(services: OrderServices, orderId: string): Promise<void> {
  const { db, queue, log } = services;
  try {
    const work = await readWork(db, orderId);
    if (!work) return;
    const { accountId } = work.order;
    const isMine = await withAccountLock(db, accountId, (connection) =>
      step({ ...services, db: connection }, orderId, accountId),
    );
    if (isMine) await wakeNext(db, queue, accountId);
    else await waitForAccount(db, orderId);
  } catch (err) {
    log.error({ err, orderId }, 'an order could not be taken on');
  }
}

async function step(services: OrderServices, orderId: string, accountId: string): Promise<void> {
  const work = await readWork(services.db, orderId);
  if (work?.order.accountId !== accountId) return;
  if (work.attempt) return reconcile(services, work, work.attempt);
  if (isByHand(work.order)) return watchByHand(services, work);
  if (!(await isItsTurn(services.db, work.order))) return;
  await buy(services, work);
  await reconcileOpen(services, orderId);
}

/** Due from now on: anyone who leaves the lane starts it. */
async function waitForAccount(db: Db, orderId: string): Promise<void> {
  await db
    .updateTable('orders')
    .set({ nextCheckAt: sql`now()` })
    .where('id', '=', orderId)
    .where('nextCheckAt', 'is not', null)
    .execute();
}
