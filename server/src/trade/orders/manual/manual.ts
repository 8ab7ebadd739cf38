import type { Robux } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/pool.ts';
import type { Queue } from '../../../platform/jobs/queue.ts';
import { openReview } from '../../reviews/reviews.ts';
import { wrongPrice } from '../order-events.rules.ts';
import { type Attempt, complete, inSeconds, type Order, reassign } from '../purchasing/fulfilment.ts';
import { appendOrderEvent } from '../timeline.ts';
import type { ManualPurchase } from './manual.lookups.ts';
import { judgeManualPurchase } from './manual.rules.ts';

export interface ByHand {
  readonly priceRobux: Robux;
  readonly storeUrl: string;
  /** The seller's time limit (setting manual_deadline). */
  readonly minutes: number;
}

/** Whether the seller buys the order's pass in their own browser. */
export const isByHand = (order: Pick<Order, 'status' | 'manualDeadline'>): boolean =>
  order.status === 'manual' && order.manualDeadline !== null;

/**
 * Gives a locked order to its seller, who buys the pass in their own browser. Returns false and changes nothing if this
 * account has another order for the same pass, because one purchase cannot serve two orders.
 */
export async function beginByHand(
  tx: Tx,
  order: Order,
  { priceRobux, storeUrl, minutes }: ByHand,
): Promise<boolean> {
  if (await isPassTaken(tx, order)) return false;
  await tx.updateTable('orders').set({ status: 'processing' }).where('id', '=', order.id).execute();
  const { manualDeadline } = await tx
    .updateTable('orders')
    .set({
      status: 'manual',
      manualDeadline: inSeconds(minutes * 60),
      manualPriceRobux: priceRobux,
      storeUrl,
      tries: 0,
      nextCheckAt: inSeconds(CHECK_SECONDS),
    })
    .where('id', '=', order.id)
    .returning('manualDeadline')
    .executeTakeFirstOrThrow();
  await appendOrderEvent(tx, order, { code: 'manual', until: manualDeadline!.toISOString() });
  return true;
}

/** Whether this account has another order for the pass that was bought or may be bought. */
async function isPassTaken(tx: Tx, { id, accountId, passId }: Order): Promise<boolean> {
  const other = await tx
    .selectFrom('orders')
    .where('accountId', '=', accountId)
    .where('passId', '=', passId)
    .where('id', '<>', id)
    .where('status', 'in', ['manual', 'unclear', 'completed'])
    .select('id')
    .executeTakeFirst();
  return other !== undefined;
}

/** Settles a locked manual order after a check: completes it, postpones the next check, reassigns it or escalates it. */
export async function settleByHand(
  tx: Tx,
  queue: Queue,
  order: Order,
  purchase: ManualPurchase,
): Promise<void> {
  const priceRobux = order.manualPriceRobux!;
  const isLate = purchase.askedAt > order.manualDeadline!;
  const finding = judgeManualPurchase({ priceRobux, isLate, checksWithoutRecord: order.tries }, purchase);
  if (finding === 'bought') return completeByHand(tx, order, purchase);
  if (finding === 'too-late') return reassign(tx, queue, order, NOT_IN_TIME);
  if (finding === 'wait-for-record')
    return scheduleCheck(tx, order, RECORD_SECONDS, { tries: order.tries + 1 });
  if (finding === 'wait') return scheduleCheck(tx, order, CHECK_SECONDS, { tries: 0 });
  const facts = { paidRobux: purchase.paidRobux!, orderedRobux: priceRobux };
  const reviewReason = wrongPrice(facts);
  await scheduleCheck(tx, order, ESCALATED_SECONDS, { reviewReason });
  await openReview(tx, { kind: 'manual_order', subjectId: order.id, userId: order.sellerId, facts });
  await appendOrderEvent(tx, order, { code: 'manual_wrong_price', ...facts });
}

/** Completes an order that the seller bought by hand, according to Roblox or to a decision of staff. */
export async function completeByHand(
  tx: Tx,
  order: Order,
  { paidRobux, balance, purchaseToken }: Pick<ManualPurchase, 'paidRobux' | 'balance' | 'purchaseToken'>,
): Promise<void> {
  const { robuxBalance } = await tx
    .selectFrom('robloxAccounts')
    .where('id', '=', order.accountId)
    .select('robuxBalance')
    .executeTakeFirstOrThrow();
  const attempt: Attempt = await tx
    .insertInto('purchaseAttempts')
    .values({
      orderId: order.id,
      accountId: order.accountId,
      passId: order.passId,
      priceRobux: paidRobux ?? order.manualPriceRobux!,
      balanceBefore: robuxBalance,
      reason: 'by hand',
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await complete(tx, order, attempt, { balanceAfter: balance, purchaseToken });
}

/** The account stays off sale until the seller activates it again. */
const NOT_IN_TIME = {
  do: 'another-account',
  offSale: {
    status: 'offline',
    reason: 'An order was not bought in time. Activate the account when you are at hand again.',
  },
  otherwise: 'The seller did not buy it in time, and no other can serve this order at your rate',
} as const;

/** A person needs some time. `POST …/bought` checks immediately. */
const CHECK_SECONDS = 20;
const RECORD_SECONDS = 3;
const ESCALATED_SECONDS = 60;

/** Schedules the next check after about `seconds`, but not later than the deadline. */
async function scheduleCheck(
  tx: Tx,
  { id, manualDeadline }: Order,
  seconds: number,
  values: { tries: number } | { reviewReason: string },
): Promise<void> {
  const jittered = inSeconds(Math.round(seconds * (0.75 + Math.random() / 2)));
  const nextCheckAt = sql<Date>`least(${jittered}, greatest(${manualDeadline!}::timestamptz, ${inSeconds(1)}))`;
  await tx
    .updateTable('orders')
    .set({ ...values, nextCheckAt })
    .where('id', '=', id)
    .execute();
}
