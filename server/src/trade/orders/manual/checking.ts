import { text } from '@sterling/contract/texts.ts';
import { type Selectable, sql } from 'kysely';
import { isEmergencyStopped } from '../../../people/settings/settings.reads.ts';
import { inSeconds, type Tx } from '../../../platform/db/pool.ts';
import type { ManualOrders } from '../../../platform/db/types.generated.ts';
import type { Queue } from '../../../platform/jobs/queue.ts';
import { manualAccountsOf } from '../../../supply/roblox-accounts/stock.ts';
import { openFactsOf, openReview } from '../../reviews/reviews.ts';
import type { Order } from '../order.ts';
import { NO_OTHER_ACCOUNT, OUT_OF_TIME } from '../order-events.rules.ts';
import { fail, reassign } from '../purchasing/outcomes.ts';
import type { Reassignment } from '../purchasing/purchase.rules.ts';
import { appendOrderEvent } from '../timeline.ts';
import { watchLatePurchase } from './late-purchases.ts';
import type { ManualPurchase } from './manual.lookups.ts';
import { judgeManualPurchase, MANUAL_TIMINGS, type ManualOrder, type ManualTimings } from './manual.rules.ts';
import { completeByHand } from './manual.ts';

/** A check of a locked manual order. */
interface Check {
  readonly tx: Tx;
  readonly queue: Queue;
  readonly order: Order;
  readonly known: Selectable<ManualOrders>;
  readonly purchase: ManualPurchase;
  readonly timings: ManualTimings;
}

/**
 * Applies a check to a locked manual order: completes it, looks again later, reassigns it, refunds it, or escalates it to staff.
 */
export async function applyCheck(
  tx: Tx,
  queue: Queue,
  order: Order,
  purchase: ManualPurchase,
  timings = MANUAL_TIMINGS,
): Promise<void> {
  const known = await recordFindings(tx, order, purchase);
  const check: Check = { tx, queue, order, known, purchase, timings };
  const facts = factsOf(check, {
    isStopped: await isEmergencyStopped(tx),
    isInReview: (await openFactsOf(tx, 'manual_order', order.id)) !== null,
  });
  switch (judgeManualPurchase(facts, purchase)) {
    case 'bought':
      return completeByHand(tx, order, purchase);
    case 'wait':
      return scheduleCheck(check, facts.isInReview ? IN_REVIEW_SECONDS : CHECK_SECONDS, { tries: 0 });
    case 'wait-for-record':
      return scheduleCheck(check, RECORD_SECONDS, { tries: order.tries + 1 });
    case 'look-again':
      return countLateCheck(check);
    case 'wrong-price':
      return escalateWrongPrice(check);
    case 'review':
      return escalateUndecided(check);
    case 'pass-changed':
      await watchLatePurchase(tx, order);
      return fail(tx, order, purchase.passProblem!);
    case 'reassign':
      await watchLatePurchase(tx, order);
      return reassign(tx, queue, order, { otherwise: NO_OTHER_ACCOUNT });
    case 'too-late':
      await watchLatePurchase(tx, order);
      return reassign(tx, queue, order, {
        ...NOT_IN_TIME,
        // a seller who is away misses these too, and the buyer would wait again
        alsoExcluded: await manualAccountsOf(tx, order.sellerId),
      });
  }
}

/** Records that the seller says that they have bought the pass, and applies the check that this started. */
export async function applyClaim(
  tx: Tx,
  queue: Queue,
  order: Order,
  purchase: ManualPurchase,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('manualOrders')
    .set({ claimedAt: sql`now()` })
    .where('orderId', '=', order.id)
    .where('accountId', '=', order.accountId)
    .where('claimedAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await appendOrderEvent(tx, order, { code: 'manual_claimed' });
  await applyCheck(tx, queue, order, purchase);
}

/** Stores what must not be forgotten: an owned pass, a problem of the pass, a record with another price. Returns all that is stored. */
function recordFindings(
  tx: Tx,
  order: Order,
  { owns, passProblem, paidRobux }: ManualPurchase,
): Promise<Selectable<ManualOrders>> {
  const otherPrice = paidRobux === order.manualPriceRobux ? null : paidRobux;
  return tx
    .updateTable('manualOrders')
    .set(({ fn, ref, val, or }) => ({
      seenOwned: or([ref('seenOwned'), val(owns === true)]).$castTo<boolean>(),
      passProblem: fn.coalesce(ref('passProblem'), val(passProblem)),
      otherPriceRobux: fn.coalesce(ref('otherPriceRobux'), val(otherPrice)),
    }))
    .where('orderId', '=', order.id)
    .where('accountId', '=', order.accountId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function factsOf(
  { order, known, purchase, timings }: Check,
  { isStopped, isInReview }: { isStopped: boolean; isInReview: boolean },
): ManualOrder {
  const askedMs = purchase.askedAt.getTime();
  const lateMs = askedMs - order.manualDeadline!.getTime() - timings.graceMs;
  return {
    priceRobux: order.manualPriceRobux!,
    isLate: lateMs > 0 && !isStopped,
    isSpaced: known.checkedAt === null || askedMs - known.checkedAt.getTime() >= timings.spacingMs,
    isPatienceOver: lateMs > timings.patienceMs,
    isInReview,
    isClaimed: known.claimedAt !== null,
    wasOwned: known.seenOwned,
    hadOtherPrice: known.otherPriceRobux !== null,
    hadPassProblem: known.passProblem !== null,
    ownedChecksWithoutRecord: order.tries,
    lateChecks: known.lateChecks,
    lateChecksWithoutRecord: known.lateChecksWithoutRecord,
  };
}

async function countLateCheck(check: Check): Promise<void> {
  const { tx, order, known, purchase, timings } = check;
  await tx
    .updateTable('manualOrders')
    .set({
      lateChecks: known.lateChecks + 1,
      lateChecksWithoutRecord: known.lateChecksWithoutRecord + (purchase.recordsShowNothing ? 1 : 0),
      checkedAt: purchase.askedAt,
    })
    .where('orderId', '=', order.id)
    .where('accountId', '=', order.accountId)
    .execute();
  await scheduleCheck(check, (timings.spacingMs / 1_000) * AFTER_SPACING, { tries: 0 });
}

async function escalateWrongPrice(check: Check): Promise<void> {
  const { tx, order, known, purchase } = check;
  const facts = {
    paidRobux: purchase.paidRobux ?? known.otherPriceRobux!,
    orderedRobux: order.manualPriceRobux!,
  };
  await scheduleCheck(check, IN_REVIEW_SECONDS);
  await openReview(tx, { kind: 'manual_order', subjectId: order.id, userId: order.sellerId, facts });
  await appendOrderEvent(tx, order, { code: 'manual_wrong_price', ...facts });
}

async function escalateUndecided(check: Check): Promise<void> {
  const { tx, order, known, purchase } = check;
  await scheduleCheck(check, IN_REVIEW_SECONDS);
  const facts = {
    orderedRobux: order.manualPriceRobux,
    paidRobux: purchase.paidRobux,
    claimedAt: known.claimedAt,
    deadline: order.manualDeadline,
    owned: purchase.owns === null ? 'unreadable' : 'no',
    records: purchase.areRecordsRead ? 'readable' : 'unreadable',
    pass: purchase.passProblem,
    balanceBefore: known.balanceBefore,
    balance: purchase.balance,
  };
  await openReview(tx, { kind: 'manual_order', subjectId: order.id, userId: order.sellerId, facts });
  await appendOrderEvent(tx, order, { code: 'escalated' });
}

/** The account stays off sale until the seller activates it again. */
const NOT_IN_TIME: Reassignment = {
  offSale: {
    status: 'offline',
    reason: text("You missed an order's deadline. Reactivate the account when you're available."),
  },
  otherwise: OUT_OF_TIME,
};

const CHECK_SECONDS = 20;
const RECORD_SECONDS = 3;
const IN_REVIEW_SECONDS = 60;
/** The random part of a schedule must not bring the next check closer than the spacing. */
const AFTER_SPACING = 1.4;

/** Schedules the next check after about `seconds`, but not after the order becomes late. */
async function scheduleCheck(
  { tx, order, timings }: Check,
  seconds: number,
  values: { tries?: number } = {},
): Promise<void> {
  const next = inSeconds(seconds * (0.75 + Math.random() / 2));
  const lateAt = sql<Date>`${order.manualDeadline!}::timestamptz + ${timings.graceMs} * interval '1 millisecond'`;
  await tx
    .updateTable('orders')
    .set({
      ...values,
      nextCheckAt: sql<Date>`case when ${lateAt} > now() then least(${next}, ${lateAt}) else ${next} end`,
    })
    .where('id', '=', order.id)
    .execute();
}
