import type { Robux } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { inSeconds, type Tx } from '../../../platform/db/pool.ts';
import type { Attempt, Order } from '../order.ts';
import { MAYBE_BOUGHT_STATES } from '../purchasing/attempts.rules.ts';
import { type Bought, complete } from '../purchasing/outcomes.ts';
import { appendOrderEvent } from '../timeline.ts';
import type { ManualPurchase } from './manual.lookups.ts';

export interface ByHand {
  readonly priceRobux: Robux;
  /** The account's balance before the purchase. */
  readonly balanceBefore: Robux;
  readonly storeUrl: string;
  /** The seller's time limit (setting manual_deadline). */
  readonly minutes: number;
}

/** Whether the seller buys the order's pass in their own browser. */
export const isByHand = (order: Pick<Order, 'status' | 'manualDeadline'>): boolean =>
  order.status === 'manual' && order.manualDeadline !== null;

/** A person needs some time. `POST …/bought` checks immediately. */
const FIRST_CHECK_SECONDS = 20;

/**
 * Gives a locked order to its seller, who buys the pass in their own browser. Returns false and changes nothing if this
 * account has another order for the same pass, because one purchase cannot serve two orders.
 */
export async function beginByHand(
  tx: Tx,
  order: Order,
  { priceRobux, balanceBefore, storeUrl, minutes }: ByHand,
): Promise<boolean> {
  if (await mayServeAnotherOrder(tx, order)) return false;
  await tx.updateTable('orders').set({ status: 'processing' }).where('id', '=', order.id).execute();
  const { manualDeadline } = await tx
    .updateTable('orders')
    .set({
      status: 'manual',
      manualDeadline: inSeconds(minutes * 60),
      manualPriceRobux: priceRobux,
      storeUrl,
      tries: 0,
      nextCheckAt: inSeconds(FIRST_CHECK_SECONDS),
    })
    .where('id', '=', order.id)
    .returning('manualDeadline')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('manualOrders')
    .values({ orderId: order.id, accountId: order.accountId, balanceBefore })
    .execute();
  await appendOrderEvent(tx, order, { code: 'manual', until: manualDeadline!.toISOString() });
  return true;
}

/**
 * Ends the seller's time to buy a locked order by hand. What they bought before, or in the grace after it, still counts. When an emergency
 * stop ends, it moves the deadline by its length, so during a stop the time ends at its start.
 */
export async function endTimeToBuy(tx: Tx, { id }: Order): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      manualDeadline: sql<Date>`least(manual_deadline,
        coalesce((select started_at from emergency_stops where ended_at is null), now()))`,
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Whether a purchase of the pass by this account may serve another order. Also true for an open attempt and for a case of
 * staff, which the view `taken_passes` leaves out: they may still end without a purchase.
 */
async function mayServeAnotherOrder(tx: Tx, { id, accountId, passId }: Order): Promise<boolean> {
  const attempt = await tx
    .selectFrom('purchaseAttempts')
    .where('accountId', '=', accountId)
    .where('passId', '=', passId)
    .where('orderId', '<>', id)
    .where('state', 'in', MAYBE_BOUGHT_STATES)
    .select('id')
    .executeTakeFirst();
  if (attempt) return true;
  const order = await tx
    .selectFrom('orders')
    .where('accountId', '=', accountId)
    .where('passId', '=', passId)
    .where('id', '<>', id)
    .where('status', 'in', ['manual', 'unclear'])
    // every open order has a next check, and only open orders of an account have an index
    .where('nextCheckAt', 'is not', null)
    .select('id')
    .executeTakeFirst();
  return order !== undefined;
}

type BoughtByHand = Pick<ManualPurchase, 'paidRobux' | 'balance' | 'purchaseToken'> &
  Pick<Bought, 'isDecided'>;

/** Completes an order that the seller bought by hand, according to Roblox or to a decision of staff. */
export async function completeByHand(
  tx: Tx,
  order: Order,
  { paidRobux, balance, purchaseToken, isDecided }: BoughtByHand,
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
      priceRobux: paidRobux ?? order.manualPriceRobux ?? order.robuxAmount,
      balanceBefore: robuxBalance,
      reason: 'by hand',
      // The account may have an open attempt from the time when it was automatic.
      holdsAccount: false,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await complete(tx, order, attempt, { balanceAfter: balance, purchaseToken, isDecided });
}
