import { phrase, text } from '@sterling/contract/texts.ts';
import type { Stage } from '@sterling/contract/transactions.ts';
import { sql } from 'kysely';
import { readSetting } from '../../people/settings/settings.reads.ts';
import { moment, type Tx } from '../../platform/db/pool.ts';
import { utc } from '../../platform/formats.rules.ts';
import { toStore } from '../../platform/stored-texts.rules.ts';
import { refuse } from '../../refusal.ts';
import { closeOvertaken, openReview } from '../reviews/reviews.ts';
import { complete, refundTrade } from './endings.ts';
import {
  type Actor,
  appendTradeEvent,
  inHours,
  lockTrade,
  refuseWrongStage,
  TRADE_CLOCK,
  type Trade,
} from './trade.ts';
import { STEP_TEXTS, stepText } from './transactions.rules.ts';

/** Marks a trade as delivered by its seller. The buyer then confirms or disputes it; otherwise it is confirmed automatically. */
export async function deliver(tx: Tx, actor: Actor, id: string, note: string | null): Promise<void> {
  const { trade } = await lockTrade(tx, actor, id, 'deliver');
  const { hours } = await readSetting(tx, 'auto_confirm');
  await moveTrade(tx, trade, { stage: 'delivered', confirmAt: inHours(hours), deliveredAt: moment });
  await closeOvertaken(tx, 'dispute', id);
  await appendTradeEvent(tx, trade, actor.id, text('Delivered'), note);
}

/** Confirms a delivery for the buyer, which pays the seller. */
export async function confirm(tx: Tx, actor: Actor, id: string): Promise<void> {
  const { trade } = await lockTrade(tx, actor, id, 'confirm');
  await complete(tx, trade);
  await appendTradeEvent(tx, trade, actor.id, text('Confirmed. The seller was paid'));
}

/** Cancels an undelivered trade and puts the listing on sale again. The seller may do so at any time, the buyer after the delivery time. */
export async function cancel(tx: Tx, actor: Actor, id: string): Promise<void> {
  const { trade, party } = await lockTrade(tx, actor, id, 'cancel');
  if (party === 'buyer' && !(await isLate(tx, id))) {
    refuse('out_of_order', {
      hint: phrase('The seller has until {time} to deliver.', { time: () => utc(trade.deliverBy) }),
    });
  }
  await refundTrade(tx, trade, 'cancelled', 'active');
  await appendTradeEvent(tx, trade, actor.id, stepText('cancelled', trade.totalCents));
}

/** Whether the delivery time has passed, by the clock of trades. */
async function isLate(tx: Tx, id: string): Promise<boolean> {
  const { late } = await tx
    .selectFrom('transactions')
    .where('id', '=', id)
    .select(sql<boolean>`deliver_by <= ${TRADE_CLOCK}`.as('late'))
    .executeTakeFirstOrThrow();
  return late;
}

/** Disputes a delivery for the buyer. Staff then decides. */
export async function dispute(tx: Tx, actor: Actor, id: string, reason: string): Promise<void> {
  const { trade } = await lockTrade(tx, actor, id, 'dispute');
  await moveTrade(tx, trade, { stage: 'disputed', confirmAt: null });
  await openReview(tx, { kind: 'dispute', subjectId: id, userId: trade.sellerId });
  await appendTradeEvent(tx, trade, actor.id, text('Disputed'), reason);
}

/** Records the buyer's rating of a completed trade, once. */
export async function rate(
  tx: Tx,
  actor: Actor,
  id: string,
  { stars, comment }: { stars: number; comment: string | null },
): Promise<void> {
  const { trade, party } = await lockTrade(tx, actor, id);
  if (party !== 'buyer') refuse('unauthorized', { hint: phrase('Only the buyer can rate a trade.') });
  if (trade.stage !== 'completed') refuseWrongStage(trade);
  if (trade.stars !== null) refuse('out_of_order', { hint: phrase('You have rated this trade already.') });
  await tx.updateTable('transactions').set({ stars, comment }).where('id', '=', id).execute();
  const what = toStore(stars === 1 ? STEP_TEXTS.ratedOne : STEP_TEXTS.rated, { stars });
  await appendTradeEvent(tx, trade, actor.id, what, comment);
}

async function moveTrade(
  tx: Tx,
  { id }: Trade,
  to: { stage: Stage; confirmAt: ReturnType<typeof inHours> | null; deliveredAt?: typeof moment },
): Promise<void> {
  await tx.updateTable('transactions').set(to).where('id', '=', id).execute();
}
