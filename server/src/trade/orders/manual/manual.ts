import type { Robux } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/pool.ts';
import type { Queue } from '../../../platform/jobs/queue.ts';
import { openReview } from '../../reviews/reviews.ts';
import { wrongPrice } from '../order-events.rules.ts';
import { type Attempt, complete, inSeconds, type Order, reassign } from '../purchasing/fulfilment.ts';
import { appendOrderEvent } from '../timeline.ts';
import type { HandSight } from './manual.lookups.ts';
import { judgeByHand } from './manual.rules.ts';

export interface ByHand {
  readonly priceRobux: Robux;
  readonly storeUrl: string;
  /** How long the seller has (setting manual_deadline). */
  readonly minutes: number;
}

/** Whether an order is its seller's to buy in their own browser. */
export const isByHand = (order: Pick<Order, 'status' | 'manualDeadline'>): boolean =>
  order.status === 'manual' && order.manualDeadline !== null;

/**
 * Gives a locked order to its seller, to be bought in their own browser. Answers false, with nothing changed, when another
 * order of this account is about the same pass: one purchase cannot serve two.
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
      nextCheckAt: inSeconds(LOOK_SECONDS),
    })
    .where('id', '=', order.id)
    .returning('manualDeadline')
    .executeTakeFirstOrThrow();
  await appendOrderEvent(tx, order, { code: 'manual', until: manualDeadline!.toISOString() });
  return true;
}

/** Whether this account bought the pass for another order, or is to buy it by hand. */
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

/** Draws the conclusion from a look at a locked order that is by hand: completed, left alone for now, or handed on. */
export async function settleByHand(tx: Tx, queue: Queue, order: Order, sight: HandSight): Promise<void> {
  const priceRobux = order.manualPriceRobux!;
  const isLate = sight.askedAt > order.manualDeadline!;
  const finding = judgeByHand({ priceRobux, isLate, looksWithoutRecord: order.tries }, sight);
  if (finding === 'bought') return completeByHand(tx, order, sight);
  if (finding === 'too-late') return reassign(tx, queue, order, NOT_IN_TIME);
  if (finding === 'look-for-record') return lookAgain(tx, order, RECORD_SECONDS, { tries: order.tries + 1 });
  if (finding === 'wait') return lookAgain(tx, order, LOOK_SECONDS, { tries: 0 });
  const facts = { paidRobux: sight.paidRobux!, orderedRobux: priceRobux };
  const reviewReason = wrongPrice(facts);
  await lookAgain(tx, order, REVIEWED_SECONDS, { reviewReason });
  await openReview(tx, { kind: 'manual_order', subjectId: order.id, userId: order.sellerId, facts });
  await appendOrderEvent(tx, order, { code: 'manual_wrong_price', ...facts });
}

/** Books what the seller bought by hand; also when someone of the staff has ruled that they did. */
export async function completeByHand(
  tx: Tx,
  order: Order,
  { paidRobux, balance, purchaseToken }: Pick<HandSight, 'paidRobux' | 'balance' | 'purchaseToken'>,
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

/** A seller who lets one wait is not asked again until they say that they are back. */
const NOT_IN_TIME = {
  do: 'another-account',
  offSale: {
    status: 'offline',
    reason: 'An order was not bought in time. Activate the account when you are at hand again.',
  },
  otherwise: 'The seller did not buy it in time, and no other can serve this order at your rate',
} as const;

/** At a person's pace; `POST …/bought` looks immediately. */
const LOOK_SECONDS = 20;
const RECORD_SECONDS = 3;
const REVIEWED_SECONDS = 60;

async function lookAgain(
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
