import type { RefusalCode } from '@sterling/contract/errors.ts';
import { phrase, text } from '@sterling/contract/texts.ts';
import type { Stage } from '@sterling/contract/transactions.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { notify, type Tx } from '../../platform/db/pool.ts';
import type { Transactions } from '../../platform/db/types.generated.ts';
import { refuse } from '../../refusal.ts';
import { isInReview } from '../reviews/reviews.ts';
import { type Party, STEPS } from './transactions.rules.ts';

export type Trade = Selectable<Transactions>;

/** The time that deadlines are compared with. It stands still during maintenance, emergency stops and outages of the web. */
export const TRADE_CLOCK = sql<Date>`trade_clock()`;

/** For a statement over `transactions`: whether staff review the trade. */
export const UNDER_REVIEW = isInReview('dispute', 'transactions.id');

/** A deadline this many hours from now. */
export const inHours = (hours: number) => sql<Date>`moment() + ${hours} * interval '1 hour'`;

/** `shownStatus` of a row of transactions, in SQL. */
export const SHOWN_TRADE_STATUS = sql`case when stage in ('delivered', 'disputed') then 'pending' else stage end`;

/** The user who takes a step. */
export interface Actor {
  readonly id: string;
  /** Admin or owner. */
  readonly isStaff: boolean;
}

/**
 * Locks a trade and returns it with the user's part in it. Refuses with transaction_not_found for other users, unauthorized
 * if the step belongs to another party, and out_of_order if the trade's stage does not allow it.
 */
export async function lockTrade(
  tx: Tx,
  actor: Actor,
  id: string,
  step?: keyof typeof STEPS,
): Promise<{ trade: Trade; party: Party }> {
  const trade = await tx
    .selectFrom('transactions')
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  const party = trade && partyOf(trade, actor);
  if (!trade || !party) return refuse('transaction_not_found');
  if (step) {
    const { by, from } = STEPS[step];
    if (!(by as readonly Party[]).includes(party))
      refuse('unauthorized', { hint: by.length > 1 ? BOTH_HINT : PARTY_HINTS[by[0]] });
    if (!(from as readonly string[]).includes(trade.stage)) refuseWrongStage(trade);
  }
  return { trade, party };
}

/** The user's part in a trade; null for other users. Staff who buy or sell are buyer or seller. */
export function partyOf(trade: Pick<Trade, 'buyerId' | 'sellerId'>, { id, isStaff }: Actor): Party | null {
  if (trade.buyerId === id) return 'buyer';
  if (trade.sellerId === id) return 'seller';
  return isStaff ? 'staff' : null;
}

const PARTY_HINTS: Readonly<Record<Party, string>> = {
  buyer: text('Only the buyer can do this.'),
  seller: text('Only the seller can do this.'),
  staff: text("A staff member who isn't part of this trade must decide."),
};

const BOTH_HINT = text('Only the buyer and the seller can do this.');

/** Refuses with out_of_order, and says in which stage the trade is. */
export function refuseWrongStage({ stage }: Pick<Trade, 'stage'>): never {
  return refuse('out_of_order', { hint: STAGE_HINTS[stage as Stage] });
}

const STAGE_HINTS: Readonly<Record<Stage, string>> = {
  pending: text('This trade is pending.'),
  delivered: text('This trade is delivered.'),
  disputed: text('This trade is disputed.'),
  completed: text('This trade is completed.'),
  cancelled: text('This trade is cancelled.'),
  failed: text('This trade has failed.'),
};

/** Adds an event to a trade and notifies open pages. `actorId` null: the event was automatic. */
export async function appendTradeEvent(
  tx: Tx,
  { id, buyerId, sellerId }: Pick<Trade, 'id' | 'buyerId' | 'sellerId'>,
  actorId: string | null,
  what: string,
  said: string | null = null,
): Promise<void> {
  await tx.insertInto('transactionEvents').values({ transactionId: id, actorId, what, said }).execute();
  const { stage } = await tx
    .selectFrom('transactions')
    .where('id', '=', id)
    .select('stage')
    .executeTakeFirstOrThrow();
  const change = { transactionId: id, state: stage, buyerId, sellerId };
  await notify(tx, 'transactions', JSON.stringify(change));
}

/**
 * Refuses with `code` if a person has already caused `most` such events in a trade, which must be locked. Every reader of a trade gets
 * all its events.
 */
export async function refuseMoreEvents(
  tx: Tx,
  { id }: Pick<Trade, 'id'>,
  actorId: string,
  { what, most, code }: { readonly what: string; readonly most: number; readonly code: RefusalCode },
): Promise<void> {
  const { count } = await tx
    .selectFrom('transactionEvents')
    .where('transactionId', '=', id)
    .where('actorId', '=', actorId)
    .where('what', '=', what)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= most) refuse(code, { hint: phrase('You can add at most {most} to a trade.', { most }) });
}

/** Deletes the texts of these people in the trades whose ids `trades` selects, and in the ratings of these. The events and stars stay. */
export async function deleteTextsOf(
  tx: Tx,
  userIds: readonly string[],
  trades: RawBuilder<string>,
): Promise<void> {
  await tx
    .updateTable('transactionEvents')
    .set({ said: null })
    .where('actorId', 'in', userIds)
    .where('said', 'is not', null)
    .where('transactionId', 'in', trades)
    .execute();
  await tx
    .updateTable('transactions')
    .set({ comment: null })
    .where('buyerId', 'in', userIds)
    .where('comment', 'is not', null)
    .where('id', 'in', trades)
    .execute();
}
