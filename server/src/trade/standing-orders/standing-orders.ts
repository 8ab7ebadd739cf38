import { orderTotal, type Rate, type Robux } from '@sterling/contract/money.ts';
import { MAX_STANDING_ORDERS, type StandingOrder } from '@sterling/contract/standing-orders.ts';
import { type Expression, sql } from 'kysely';
import { addNews } from '../../people/inbox/inbox.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { withTimeZone } from '../../platform/db/time-zone.ts';
import { refuseMoreThan } from '../../platform/limits/own-rows.ts';
import { refuse } from '../../refusal.ts';
import { type PassToBuy, passColumns } from '../orders/placing/order-row.ts';

export interface NewStandingOrder {
  readonly robuxAmount: Robux;
  readonly rateCents: Rate;
  readonly pass: PassToBuy;
  readonly weekday: number;
  readonly hour: number;
  readonly timeZone: string;
}

/** Adds a standing order, tells the person, and returns its id. The caller holds a lock on the user. Refuses with too_many_standing_orders. */
export async function addStandingOrder(
  tx: Tx,
  userId: string,
  { pass, ...order }: NewStandingOrder,
): Promise<string> {
  await refuseMoreThan(tx, MAX_STANDING_ORDERS, 'standingOrders', userId, 'too_many_standing_orders');
  const nextAt = nextRound(order);
  const { id } = await withTimeZone(
    tx
      .insertInto('standingOrders')
      .values({ userId, ...order, ...passColumns(pass), nextAt, tryAt: nextAt })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await addNews(tx, userId, {
    code: 'standing_order_added',
    robux: order.robuxAmount,
    maxCents: orderTotal(order.robuxAmount, order.rateCents),
    gamepass: pass.name,
  });
  return id;
}

/** The next planned time after now. */
const nextRound = ({
  weekday,
  hour,
  timeZone,
}: Pick<NewStandingOrder, 'weekday' | 'hour' | 'timeZone'>): Expression<Date> =>
  sql<Date>`next_round(${weekday}, ${hour}, ${timeZone}, now())`;

/** What is planned after now, for a statement that changes the row. After its last round too, because the clock may have gone back. */
export const NEXT_PLANNED: Expression<Date> = sql<Date>`next_round(weekday, hour, time_zone, greatest(now(), next_at))`;

/** Pauses or resumes a person's standing order. Changes nothing if it is not theirs, or already so. */
export async function setPaused(tx: Tx, userId: string, id: string, isPaused: boolean): Promise<void> {
  if (isPaused) {
    await pause(tx, 'person', { id, userId });
    return;
  }
  await tx
    .updateTable('standingOrders')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('pausedBecause', 'is not', null)
    .set({
      pausedBecause: null,
      skippedInRow: 0,
      unansweredSince: null,
      nextAt: NEXT_PLANNED,
      tryAt: NEXT_PLANNED,
    })
    .execute();
}

/** Pauses the standing orders of a person whose access ended, because someone else may have added them. Returns how many. */
export const pauseStandingOrdersOf = (tx: Tx, userId: string): Promise<number> =>
  pause(tx, 'signed_out', { userId });

/** Pauses all standing orders of a restored database, because rounds since then may have been placed. Returns how many. */
export const pauseRestored = (tx: Tx): Promise<number> => pause(tx, 'restored');

/** Pauses those that are not paused yet: all, or only those of a person, or only one. Returns how many. */
async function pause(
  tx: Tx,
  pausedBecause: NonNullable<StandingOrder['pausedBecause']>,
  { id, userId }: { readonly id?: string; readonly userId?: string } = {},
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('standingOrders')
    .$if(id !== undefined, (some) => some.where('id', '=', id!))
    .$if(userId !== undefined, (some) => some.where('userId', '=', userId!))
    .where('pausedBecause', 'is', null)
    .set({ pausedBecause, nextAt: null, tryAt: null })
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Deletes a standing order with its rounds. Refuses with not_found, including for another person's. */
export async function removeStandingOrder(tx: Tx, userId: string, id: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('standingOrders')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) refuse('not_found');
}

/** Deletes the standing orders of users. */
export async function forgetStandingOrdersOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('standingOrders').where('userId', 'in', userIds).execute();
}
