import { type Cents, orderTotal, type Rate, type Robux } from '@sterling/contract/money.ts';
import { text } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import { account, lockWallet, postNew, resizeHold, voidHold } from '../../../money/ledger/ledger.ts';
import { inSeconds, moment, type Tx } from '../../../platform/db/pool.ts';
import { enqueue, type Queue } from '../../../platform/jobs/queue.ts';
import { Refusal } from '../../../refusal.ts';
import { takeOffSale } from '../../../supply/roblox-accounts/off-sale.ts';
import {
  lockStock,
  type ReservedAccount,
  recordBalance,
  recordSale,
  releaseStock,
  reserveStock,
} from '../../../supply/roblox-accounts/stock.ts';
import { closeOvertaken } from '../../reviews/reviews.ts';
import { watchSentPurchase } from '../manual/late-purchases.ts';
import type { Attempt, Order } from '../order.ts';
import type { WaitReason } from '../order-events.rules.ts';
import { readBuyingLimit } from '../placing/buying-limits.ts';
import { JOB_LOST_AFTER } from '../placing/order-row.ts';
import {
  hasOpenParts,
  makeNextPartDue,
  orderHoldKey,
  priceOfBought,
  repriceOpenParts,
  reserveForPart,
  wholeId,
} from '../split/parts.ts';
import { appendOrderEvent } from '../timeline.ts';
import type { Reassignment } from './purchase.rules.ts';
import { restrict } from './restrictions.ts';
import { hasTriedEnough, TRIED_ENOUGH } from './sendings.reads.ts';

export interface Bought {
  /** The account's balance after the purchase, if Roblox said it. */
  readonly balanceAfter: Robux | null;
  readonly purchaseToken: string | null;
  /** Staff decided that the pass was bought. Without such a decision, an account is never paid for the same pass twice. */
  readonly isDecided?: boolean | undefined;
}

/** Completes an order whose pass is bought: pays the seller from the hold, once. */
export async function complete(
  tx: Tx,
  order: Order,
  attempt: Attempt,
  { balanceAfter, purchaseToken, isDecided = false }: Bought,
): Promise<void> {
  const robuxAmount = order.robuxAmount as Robux;
  await tx
    .updateTable('purchaseAttempts')
    .set({ state: 'bought', endedAt: sql`now()`, purchaseToken, isDecided, reason: null })
    .where('id', '=', attempt.id)
    .execute();
  await lockWallet(tx, account.buyer(order.buyerId));
  await recordSale(tx, order.accountId, {
    robuxAmount,
    paidRobux: attempt.priceRobux as Robux,
    balanceAfter,
  });
  await postNew(tx, {
    key: `order ${order.id} completed`,
    kind: 'order.completed',
    hold: orderHoldKey(order),
    keepHold: await hasOpenParts(tx, order),
    postings: [
      {
        from: account.buyer(order.buyerId),
        to: account.seller(order.sellerId),
        amount: await priceOfBought(tx, order),
      },
    ],
  });
  await end(tx, order, { status: 'completed', failureReason: null });
  await appendOrderEvent(tx, order, { code: 'bought', robux: order.robuxAmount });
}

/** Delays the order for a reason that is not its own, so no try is used up. */
export const postpone = (tx: Tx, order: Order, afterSeconds: number, reason: WaitReason): Promise<void> =>
  waitFor(tx, order, afterSeconds, reason, order.tries);

/** Checks the order again later, which uses up a try. */
export const retryLater = (tx: Tx, order: Order, afterSeconds: number, reason: WaitReason): Promise<void> =>
  waitFor(tx, order, afterSeconds, reason, order.tries + 1);

async function waitFor(
  tx: Tx,
  order: Order,
  afterSeconds: number,
  reason: WaitReason,
  tries: number,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ nextCheckAt: inSeconds(afterSeconds), tries })
    .where('id', '=', order.id)
    .execute();
  await appendOrderEvent(tx, order, { code: 'waiting', reason });
}

/**
 * Reassigns the order to the cheapest other account within its rate, and resizes the hold to the new total. If there is no such
 * account, if its total exceeds the buyer's balance or limits, or if the purchase was sent through three accounts, the order fails
 * and the buyer is refunded.
 */
export async function reassign(tx: Tx, queue: Queue, assigned: Order, decision: Reassignment): Promise<void> {
  const { accountId, excludedAccounts } = assigned;
  const excluded = [...excludedAccounts, accountId, ...(decision.alsoExcluded ?? [])];
  const order = { ...assigned, excludedAccounts: excluded };
  const robuxAmount = order.robuxAmount as Robux;
  await watchSentPurchase(tx, order);
  await lockWallet(tx, account.buyer(order.buyerId));
  await lockStock(tx);
  await releaseStock(tx, order.accountId, robuxAmount);
  if (decision.balance !== undefined) await recordBalance(tx, order.accountId, decision.balance);
  if (decision.offSale) await takeOffSale(tx, order.accountId, decision.offSale);
  if (decision.restriction) await restrict(tx, order, decision.restriction);
  if (order.status === 'manual') await closeOvertaken(tx, 'manual_order', order.id);
  if (await hasTriedEnough(tx, order.id)) return refund(tx, order, TRIED_ENOUGH);
  const next = await reserveNext(tx, order);
  if (!next) return refund(tx, order, decision.otherwise);
  const total = order.splitId ? (order.totalCents as Cents) : orderTotal(robuxAmount, next.rateCents);
  const obstacle = order.splitId ? null : await tryResize(tx, order, total);
  if (!obstacle) return moveTo(tx, queue, order, { ...next, total });
  // this was the cheapest account, so every other one is too expensive too
  await releaseStock(tx, next.id, robuxAmount);
  await refund(tx, order, obstacle);
}

async function moveTo(
  tx: Tx,
  queue: Queue,
  order: Order,
  { id: accountId, sellerId, rateCents, total: totalCents }: ReservedAccount & { total: Cents },
): Promise<void> {
  const served = { accountId, sellerId, rateCents, totalCents };
  await tx
    .updateTable('orders')
    .set({
      ...served,
      excludedAccounts: order.excludedAccounts,
      status: 'processing',
      tries: 0,
      nextCheckAt: JOB_LOST_AFTER,
      ...NOT_BY_HAND,
    })
    .where('id', '=', order.id)
    .execute();
  await appendOrderEvent(tx, order, { code: 'reassigning' });
  await appendOrderEvent(tx, { ...order, ...served }, { code: 'reassigned', rateCents, totalCents });
  await enqueue(tx, queue, 'orders.buy-gamepass', { orderId: order.id, sellerId });
}

/** Reserves the cheapest other account within the order's rate. For a part, the account must have exactly the part's rate. */
function reserveNext(tx: Tx, order: Order): Promise<ReservedAccount | null> {
  if (order.splitId) return reserveForPart(tx, order);
  const robuxAmount = order.robuxAmount as Robux;
  const maxRateCents = order.maxRateCents as Rate;
  const passId = String(order.passId);
  const exclude = order.excludedAccounts;
  return reserveStock(tx, { robuxAmount, maxRateCents, notOwnedBy: order.buyerId, passId, exclude });
}

const NOT_BY_HAND = { manualDeadline: null, manualPriceRobux: null, storeUrl: null };

/** Fails an order for which certainly nothing was bought: releases the stock and refunds the buyer. */
export async function fail(tx: Tx, order: Order, reason: string): Promise<void> {
  await watchSentPurchase(tx, order);
  await lockWallet(tx, account.buyer(order.buyerId));
  await releaseStock(tx, order.accountId, order.robuxAmount as Robux);
  await refund(tx, order, reason);
}

async function refund(tx: Tx, order: Order, reason: string): Promise<void> {
  const isLast = !(await hasOpenParts(tx, order));
  if (isLast && !(await voidHold(tx, orderHoldKey(order))))
    throw new Error(`order ${order.id} failed without a hold`);
  const refundedCents = isLast ? (order.totalCents as Cents) : await repriceOpenParts(tx, order);
  await end(tx, order, { status: 'failed', failureReason: reason, totalCents: refundedCents });
  await appendOrderEvent(tx, order, { code: 'failed', refundedCents });
}

/** `totalCents`: what the buyer got back. For a part it can differ by a cent from its price, because the other parts are repriced. */
type Ending =
  | { status: 'completed'; failureReason: null }
  | { status: 'failed'; failureReason: string; totalCents: Cents };

async function end(tx: Tx, order: Order, ending: Ending): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ ...ending, excludedAccounts: order.excludedAccounts, nextCheckAt: null, endedAt: moment })
    .where('id', '=', order.id)
    .execute();
  if (order.status === 'manual') await closeOvertaken(tx, 'manual_order', order.id);
  if (await hasOpenParts(tx, order)) await makeNextPartDue(tx, order);
  else await wipeCookie(tx, order);
}

/** Deletes the buyer's cookie, which is no longer needed. */
export async function wipeCookie(tx: Tx, order: Order): Promise<void> {
  await tx.deleteFrom('orderCookies').where('orderId', '=', wholeId(order)).execute();
}

/** Resizes an order's hold. Returns null, or changes nothing and returns why the buyer cannot pay the new total. */
async function tryResize(tx: Tx, order: Order, total: Cents): Promise<string | null> {
  const more = total - order.totalCents;
  const limit = more > 0 ? await readBuyingLimit(tx, order.buyerId) : null;
  if (limit?.leftCents != null && limit.leftCents < more)
    return text('Remaining sellers cost more than your daily new-buyer limit');
  try {
    await resizeHold(tx, orderHoldKey(order), total);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return text('Remaining sellers cost more than your balance');
    throw error;
  }
}
