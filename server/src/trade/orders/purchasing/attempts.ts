import { sql, type UpdateObject } from 'kysely';
import { type Db, inSeconds, type Tx } from '../../../platform/db/pool.ts';
import type { DB } from '../../../platform/db/types.generated.ts';
import { takeOffSaleUntilDecided } from '../../../supply/roblox-accounts/off-sale.ts';
import { openReview } from '../../reviews/reviews.ts';
import type { Attempt, Order } from '../order.ts';
import { appendOrderEvent } from '../timeline.ts';
import { OPEN_STATES } from './attempts.rules.ts';

/** Records that an attempt is about to be sent. From now on the pass may be bought. */
export async function markAttempt(
  tx: Tx,
  order: Order,
  { priceRobux, balanceBefore }: Pick<Attempt, 'priceRobux' | 'balanceBefore'>,
): Promise<Attempt> {
  const { id: orderId, accountId, passId } = order;
  await tx.updateTable('orders').set({ status: 'processing' }).where('id', '=', orderId).execute();
  await appendOrderEvent(tx, order, { code: 'buying' });
  return tx
    .insertInto('purchaseAttempts')
    .values({ orderId, accountId, passId, priceRobux, balanceBefore })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Records that an attempt that had no effect is sent again, with the same key. Null if another worker was faster. */
export async function markAgain(tx: Tx, order: Order, attempt: Attempt): Promise<Attempt | null> {
  const marked = await changeIfStillOpen(tx, attempt, {
    state: 'marked',
    sendings: attempt.sendings + 1,
    quietChecks: 0,
    oddChecks: 0,
    markedAt: sql<Date>`now()`,
    callEndedAt: null,
  });
  if (!marked) return null;
  await tx.updateTable('orders').set({ status: 'processing' }).where('id', '=', order.id).execute();
  await appendOrderEvent(tx, order, { code: 'buying_again' });
  return marked;
}

/**
 * Closes an attempt that certainly bought nothing. `wasSent`: whether Roblox may have seen its latest sending. Returns false if the
 * attempt was sent again meanwhile or is closed.
 */
export async function closeAttempt(
  tx: Tx,
  attempt: Attempt,
  { reason, wasSent = true }: { readonly reason: string; readonly wasSent?: boolean | undefined },
): Promise<boolean> {
  const closed = await changeIfStillOpen(tx, attempt, {
    state: 'refused',
    endedAt: sql<Date>`now()`,
    reason,
    wasSent: wasSent || attempt.sendings > 1,
  });
  return closed !== null;
}

/** The latest attempt of the order and its account that Roblox saw and refused. */
export async function lastRefused(db: Db, { id, accountId }: Order): Promise<Attempt | null> {
  const refused = await db
    .selectFrom('purchaseAttempts')
    .where('orderId', '=', id)
    .where('accountId', '=', accountId)
    .where('state', '=', 'refused')
    .where('wasSent', '=', true)
    .orderBy('markedAt', 'desc')
    .limit(1)
    .selectAll()
    .executeTakeFirst();
  return refused ?? null;
}

/**
 * Opens a refused attempt again, because it took effect all the same. The account has no other open attempt, and the caller holds
 * its lock.
 */
export async function reopen(tx: Tx, order: Order, { id }: Attempt): Promise<void> {
  await tx
    .updateTable('purchaseAttempts')
    .set({ state: 'unclear', endedAt: null, quietChecks: 0, oddChecks: 0 })
    .where('id', '=', id)
    .execute();
  await waitForChecks(tx, order);
}

/** Changes an open attempt, unless another worker has sent it again or closed it since it was read. */
async function changeIfStillOpen(
  tx: Tx,
  { id, sendings }: Attempt,
  values: UpdateObject<DB, 'purchaseAttempts'>,
): Promise<Attempt | null> {
  const changed = await tx
    .updateTable('purchaseAttempts')
    .set(values)
    .where('id', '=', id)
    .where('sendings', '=', sendings)
    .where('state', 'in', OPEN_STATES)
    .returningAll()
    .executeTakeFirst();
  return changed ?? null;
}

/**
 * Records that the answer to an attempt was lost. The order waits until checks show what the attempt did. `hasEnded`: its call
 * has just ended; otherwise nobody knows when.
 */
export async function becomeUnclear(
  tx: Tx,
  order: Order,
  attempt: Attempt,
  { reason, hasEnded }: { reason: string; hasEnded: boolean },
): Promise<void> {
  const callEndedAt = hasEnded ? sql<Date>`clock_timestamp()` : null;
  if (await changeIfStillOpen(tx, attempt, { state: 'unclear', reason, callEndedAt }))
    await waitForChecks(tx, order);
}

/** An order that waits for staff stays with them. Its attempts are checked all the same. */
async function waitForChecks(tx: Tx, order: Order): Promise<void> {
  if (order.status === 'manual') return;
  await tx
    .updateTable('orders')
    .set({ status: 'unclear', nextCheckAt: inSeconds(1) })
    .where('id', '=', order.id)
    .execute();
  await appendOrderEvent(tx, order, { code: 'answer_lost' });
}

/** Records an inconclusive check of an unclear attempt, and schedules the next one. */
export async function recordCheck(
  tx: Tx,
  order: Order,
  attempt: Attempt,
  { afterSeconds, ...checks }: Pick<Attempt, 'quietChecks' | 'oddChecks'> & { afterSeconds: number },
): Promise<void> {
  await tx.updateTable('purchaseAttempts').set(checks).where('id', '=', attempt.id).execute();
  const nextCheckAt = inSeconds(order.status === 'manual' ? STAFF_CHECK_SECONDS : afterSeconds);
  await tx.updateTable('orders').set({ nextCheckAt }).where('id', '=', order.id).execute();
}

/** Escalates an order to staff. The account goes off sale, and the money stays held until the pass appears or staff decides. */
export async function escalate(tx: Tx, order: Order): Promise<void> {
  await takeOffSaleUntilDecided(tx, order.accountId);
  await tx
    .updateTable('orders')
    .set({ status: 'manual', nextCheckAt: inSeconds(STAFF_CHECK_SECONDS) })
    .where('id', '=', order.id)
    .execute();
  await openReview(tx, { kind: 'manual_order', subjectId: order.id, userId: order.sellerId });
  await appendOrderEvent(tx, order, { code: 'escalated' });
}

/** An outage may have hidden the purchase, so orders that wait for staff are checked soon after it. */
export const STAFF_CHECK_SECONDS = 20;
