import { type Cents, dollarText, marketplaceFee } from '@sterling/contract/money.ts';
import { phrase, saidInEnglish, text } from '@sterling/contract/texts.ts';
import type { Stage } from '@sterling/contract/transactions.ts';
import { type Selectable, sql } from 'kysely';
import { account, hold, lockWallet } from '../../money/ledger/ledger.ts';
import { readSetting } from '../../people/settings/settings.reads.ts';
import { record } from '../../platform/audit/audit.ts';
import { moment, type Tx } from '../../platform/db/pool.ts';
import type { Listings } from '../../platform/db/types.generated.ts';
import { plainUsd, utc } from '../../platform/shown.rules.ts';
import { refuse } from '../../refusal.ts';
import { readPromise } from '../listings/listings.reads.ts';
import { lockForSale, moveListing } from '../listings/listings.ts';
import { hashTerms } from '../listings/terms.rules.ts';
import { refuseOverLimit } from '../orders/placing/buyer-guards.ts';
import { closeOvertaken, openReview } from '../reviews/reviews.ts';
import { complete, holdOf, refundTrade } from './endings.ts';
import {
  type Actor,
  appendTradeEvent,
  lockTrade,
  refuseWrongStage,
  TRADE_CLOCK,
  type Trade,
} from './trade.ts';
import { DELIVERY_HOURS, STEP_TEXTS } from './transactions.rules.ts';

/** A listing as it was shown to its buyer. */
export interface ShownListing {
  readonly listingId: string;
  readonly sellerId: string;
  readonly pricePerUnit: Cents;
  readonly totalAmount: Cents;
  readonly platformFee: Cents;
  /** Programs of earlier releases do not send it. */
  readonly termsHash?: string | undefined;
}

/**
 * Buys a listing: holds the buyer's money, takes the listing off the market and returns the trade's id. Refuses with
 * listing_not_found, unauthorized (the buyer's own listing), already_purchased or listing_sold, price_mismatch (the listing changed),
 * insufficient_balance, wallet_frozen, account_too_new or spending_limit.
 */
export async function buyListing(tx: Tx, buyerId: string, shown: ShownListing): Promise<string> {
  await lockWallet(tx, account.buyer(buyerId));
  const listing = await lockForSale(tx, shown.listingId);
  if (listing.sellerId === buyerId)
    refuse('unauthorized', { hint: phrase('You cannot buy your own listing.') });
  if (listing.status !== 'active') await refuseSold(tx, listing.id, buyerId);
  const total = listing.totalCents as Cents;
  const fee = marketplaceFee(total, (await readSetting(tx, 'marketplace_fee')).percent);
  refuseChanged(shown, {
    sellerId: listing.sellerId,
    pricePerUnit: listing.priceCents as Cents,
    totalAmount: total,
    platformFee: fee,
  });
  await refuseOtherTerms(tx, shown, listing);
  await moveListing(tx, listing.id, 'pending');
  const trade = await tx
    .insertInto('transactions')
    .values({
      listingId: listing.id,
      sellerId: listing.sellerId,
      buyerId,
      title: listing.title,
      units: listing.quantity,
      priceCents: listing.priceCents,
      totalCents: total,
      feeCents: fee,
      deliverBy: inHours(DELIVERY_HOURS),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await refuseOverLimit(tx, buyerId, total);
  await hold(tx, holdOf(trade.id), account.buyer(buyerId), total);
  await appendTradeEvent(
    tx,
    trade,
    buyerId,
    saidInEnglish({ text: STEP_TEXTS.purchased, values: { amount: `$${dollarText(total)}` } }),
  );
  return trade.id;
}

/** A listing that is off the market is sold to this buyer, or to someone else. */
async function refuseSold(tx: Tx, listingId: string, buyerId: string): Promise<never> {
  const own = await tx
    .selectFrom('transactions')
    .where('listingId', '=', listingId)
    .where('buyerId', '=', buyerId)
    .where('stage', 'not in', ['cancelled', 'failed'])
    .select('id')
    .executeTakeFirst();
  return refuse(own ? 'already_purchased' : 'listing_sold');
}

function refuseChanged(shown: ShownListing, now: Omit<ShownListing, 'listingId' | 'termsHash'>): void {
  const names = Object.keys(now) as (keyof typeof now)[];
  const changed = names.filter((name) => shown[name] !== now[name]);
  if (changed.length === 0) return;
  refuse('price_mismatch', {
    hint: phrase('The price is now {total}, including a {fee} marketplace fee.', {
      total: () => plainUsd(now.totalAmount),
      fee: () => plainUsd(now.platformFee),
    }),
    details: Object.fromEntries(changed.map((name) => [name, text('has changed')])),
  });
}

/** The listing is locked, so neither its texts nor its picture change until the purchase has committed. */
async function refuseOtherTerms(
  tx: Tx,
  { termsHash }: ShownListing,
  listing: Selectable<Listings>,
): Promise<void> {
  if (termsHash === undefined) return;
  const { pictureId } = await readPromise(tx, listing.id);
  if (hashTerms({ ...listing, pictureId }) === termsHash) return;
  refuse('price_mismatch', {
    message: text('The listing has changed'),
    hint: phrase('The seller has changed this listing. Read it again before you buy it.'),
    details: { termsHash: text('has changed') },
  });
}

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
  await appendTradeEvent(
    tx,
    trade,
    actor.id,
    saidInEnglish({
      text: STEP_TEXTS.cancelled,
      values: { amount: `$${dollarText(trade.totalCents as Cents)}` },
    }),
  );
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

/** Adds a message to an open trade. Both parties and staff can read it. Messages of staff go into the audit log. */
export async function writeMessage(
  tx: Tx,
  actor: Actor & { readonly ip: string },
  id: string,
  written: string,
): Promise<void> {
  const { trade, party } = await lockTrade(tx, actor, id);
  if (trade.endedAt !== null) refuseWrongStage(trade);
  await appendTradeEvent(tx, trade, actor.id, text('Message'), written);
  if (party !== 'staff') return;
  await record(tx, {
    actorId: actor.id,
    action: 'transactions.asked',
    subjectId: id,
    after: { stage: trade.stage },
    ip: actor.ip,
  });
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
  await appendTradeEvent(
    tx,
    trade,
    actor.id,
    saidInEnglish({ text: stars === 1 ? STEP_TEXTS.ratedOne : STEP_TEXTS.rated, values: { stars } }),
    comment,
  );
}

/** Wipes the texts of these people in trades and ratings. The events and stars stay. */
export async function wipeTextsOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('transactionEvents')
    .set({ said: null })
    .where('actorId', 'in', userIds)
    .where('said', 'is not', null)
    .execute();
  await tx
    .updateTable('transactions')
    .set({ comment: null })
    .where('buyerId', 'in', userIds)
    .where('comment', 'is not', null)
    .execute();
}

async function moveTrade(
  tx: Tx,
  { id }: Trade,
  to: { stage: Stage; confirmAt: ReturnType<typeof inHours> | null; deliveredAt?: typeof moment },
): Promise<void> {
  await tx.updateTable('transactions').set(to).where('id', '=', id).execute();
}

const inHours = (hours: number) => sql<Date>`moment() + ${hours} * interval '1 hour'`;
