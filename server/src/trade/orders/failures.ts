import { text } from '@sterling/contract/texts.ts';
import { type Db, inSeconds, inTransaction, type Tx } from '../../platform/db/pool.ts';
import { toStore, WITH_VALUES } from '../../platform/stored-texts.rules.ts';
import { addReason } from '../reviews/reviews.ts';
import { lockOpen, type Order } from './order.ts';
import { OPEN_STATES } from './purchasing/attempts.rules.ts';
import { STAFF_CHECK_SECONDS } from './purchasing/attempts.ts';
import { appendOrderEvent } from './timeline.ts';

/** Failures in a row after which staff decides about an order. */
const MAX_FAILURES = 5;

/** Counts a failed step of an order. After five in a row the order goes to staff; its money stays held until they decide. */
export async function recordFailure(db: Db, orderId: string, error: unknown): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOpen(tx, orderId);
    if (!order) return;
    const failures = order.failures + 1;
    await tx.updateTable('orders').set({ failures }).where('id', '=', orderId).execute();
    if (failures >= MAX_FAILURES) await giveToStaff(tx, order, reasonOf(error));
  });
}

/** Forgets the failures of an order whose step has succeeded. */
export async function forgetFailures(db: Db, orderId: string): Promise<void> {
  await db
    .updateTable('orders')
    .set({ failures: 0 })
    .where('id', '=', orderId)
    .where('endedAt', 'is', null)
    .execute();
}

/** Postpones an order that waits for a decision of staff. */
export async function waitForStaff(db: Db, orderId: string): Promise<void> {
  await db
    .updateTable('orders')
    .set({ nextCheckAt: inSeconds(STAFF_CHECK_SECONDS) })
    .where('id', '=', orderId)
    .where('endedAt', 'is', null)
    .execute();
}

/** Opens a review of a locked order. Other orders of its account continue. */
export async function giveToStaff(tx: Tx, order: Order, why: string): Promise<void> {
  if (order.status === 'pending')
    await tx.updateTable('orders').set({ status: 'processing' }).where('id', '=', order.id).execute();
  await tx
    .updateTable('orders')
    .set({ status: 'manual', nextCheckAt: inSeconds(STAFF_CHECK_SECONDS) })
    .where('id', '=', order.id)
    .execute();
  await tx
    .updateTable('purchaseAttempts')
    .set({ holdsAccount: false })
    .where('orderId', '=', order.id)
    .where('state', 'in', OPEN_STATES)
    .execute();
  await addReason(tx, { kind: 'manual_order', subjectId: order.id, userId: order.sellerId }, why);
  await appendOrderEvent(tx, order, { code: 'failing' });
}

/** The reason for staff. Messages of unknown errors stay in the log, because they may contain secrets. */
function reasonOf(error: unknown): string {
  if ((error as { constraint?: string }).constraint === 'purchase_attempts_once') {
    return text(
      'This account was paid for the same gamepass before. Approve only if its Roblox records show two purchases',
    );
  }
  const name = error instanceof Error ? error.name : 'unknown error';
  return toStore(WITH_VALUES.failedOrder, { times: MAX_FAILURES, error: name });
}
