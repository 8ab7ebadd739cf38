import { type Cents, dollarText, marketplaceFee } from '@sterling/contract/money.ts';
import type { Stage } from '@sterling/contract/transactions.ts';
import { sql } from 'kysely';
import { account, hold, lockWallet } from '../../money/ledger/ledger.ts';
import { readSetting } from '../../people/settings/settings.reads.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';
import { lockForSale, moveListing } from '../listings/listings.ts';
import { refuseGuarded } from '../orders/placing/buyer-guards.ts';
import { openReview } from '../reviews/reviews.ts';
import { complete, giveBack, holdOf } from './endings.ts';
import { appendTradeEvent, lockTrade, type Member, refuseWrongStage, type Trade } from './trade.ts';
import { DELIVERY_HOURS } from './transactions.rules.ts';

/** A listing as its buyer was shown it. */
export interface ShownListing {
  readonly listingId: string;
  readonly sellerId: string;
  readonly pricePerUnit: Cents;
  readonly totalAmount: Cents;
  readonly platformFee: Cents;
}

/**
 * Buys a listing: holds the buyer's money and takes the listing off the market; answers the trade's id. Refuses with
 * listing_not_found, unauthorized (one's own), already_purchased, price_mismatch (not what was shown),
 * insufficient_balance, wallet_frozen, account_too_new or spending_limit.
 */
export async function buyListing(tx: Tx, buyerId: string, shown: ShownListing): Promise<string> {
  await lockWallet(tx, account.buyer(buyerId));
  const listing = await lockForSale(tx, shown.listingId);
  if (listing.sellerId === buyerId) refuse('unauthorized', { hint: 'You cannot buy your own listing.' });
  if (listing.status !== 'active') refuse('already_purchased');
  const total = listing.totalCents as Cents;
  const fee = marketplaceFee(total, (await readSetting(tx, 'marketplace_fee')).percent);
  refuseOther(shown, {
    sellerId: listing.sellerId,
    pricePerUnit: listing.priceCents as Cents,
    totalAmount: total,
    platformFee: fee,
  });
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
  await refuseGuarded(tx, buyerId, total);
  await hold(tx, holdOf(trade.id), account.buyer(buyerId), total);
  await appendTradeEvent(tx, trade, buyerId, `Bought: $${dollarText(total)} is held until it is delivered`);
  return trade.id;
}

function refuseOther(shown: ShownListing, now: Omit<ShownListing, 'listingId'>): void {
  const names = Object.keys(now) as (keyof typeof now)[];
  const other = names.filter((name) => shown[name] !== now[name]);
  if (other.length === 0) return;
  refuse('price_mismatch', {
    hint: `It now costs $${dollarText(now.totalAmount)}, of which $${dollarText(now.platformFee)} are the marketplace's fee.`,
    details: Object.fromEntries(other.map((name) => [name, 'is not what it is now'])),
  });
}

/** The seller says that they have delivered; from now on the buyer confirms or disputes, or time confirms. */
export async function deliver(tx: Tx, member: Member, id: string, note: string | null): Promise<void> {
  const { trade } = await lockTrade(tx, member, id, 'deliver');
  const { hours } = await readSetting(tx, 'auto_confirm');
  await moveTrade(tx, trade, { stage: 'delivered', confirmAt: inHours(hours) });
  await appendTradeEvent(tx, trade, member.id, 'Delivered', note);
}

/** The buyer has what they paid for: the seller is paid. */
export async function confirm(tx: Tx, member: Member, id: string): Promise<void> {
  const { trade } = await lockTrade(tx, member, id, 'confirm');
  await complete(tx, trade);
  await appendTradeEvent(tx, trade, member.id, 'Confirmed: the seller is paid');
}

/** PreparedPool an undelivered trade off: its seller at any time, its buyer once the time to deliver is over. The listing is active again. */
export async function cancel(tx: Tx, member: Member, id: string): Promise<void> {
  const { trade, party } = await lockTrade(tx, member, id, 'cancel');
  if (party === 'buyer' && trade.deliverBy > new Date()) {
    refuse('out_of_order', {
      hint: `The seller has until ${trade.deliverBy.toISOString().slice(0, 16).replace('T', ' ')} UTC to deliver.`,
    });
  }
  await giveBack(tx, trade, 'cancelled', 'active');
  await appendTradeEvent(
    tx,
    trade,
    member.id,
    `Cancelled: $${dollarText(trade.totalCents as Cents)} went back to the buyer`,
  );
}

/** The buyer says that they have not got what they paid for; staff rules on it. */
export async function dispute(tx: Tx, member: Member, id: string, reason: string): Promise<void> {
  const { trade } = await lockTrade(tx, member, id, 'dispute');
  await moveTrade(tx, trade, { stage: 'disputed', confirmAt: null });
  await openReview(tx, { kind: 'dispute', subjectId: id, userId: trade.sellerId });
  await appendTradeEvent(tx, trade, member.id, 'Disputed', reason);
}

/** A message to anyone who else may read the trade, while it is open. */
export async function writeMessage(tx: Tx, member: Member, id: string, text: string): Promise<void> {
  const { trade } = await lockTrade(tx, member, id);
  if (trade.endedAt !== null) refuseWrongStage(trade);
  await appendTradeEvent(tx, trade, member.id, 'Message', text);
}

/** The buyer's stars for a completed trade, once. */
export async function rate(
  tx: Tx,
  member: Member,
  id: string,
  { stars, comment }: { stars: number; comment: string | null },
): Promise<void> {
  const { trade, party } = await lockTrade(tx, member, id);
  if (party !== 'buyer') refuse('unauthorized', { hint: 'Only the buyer rates a trade.' });
  if (trade.stage !== 'completed') refuseWrongStage(trade);
  if (trade.stars !== null) refuse('out_of_order', { hint: 'You have rated this trade already.' });
  await tx.updateTable('transactions').set({ stars, comment }).where('id', '=', id).execute();
  await appendTradeEvent(
    tx,
    trade,
    member.id,
    `Rated with ${stars} ${stars === 1 ? 'star' : 'stars'}`,
    comment,
  );
}

/** Wipes what some people wrote in trades and ratings; that something was said stays. */
export async function forgetMessagesOf(tx: Tx, userIds: readonly string[]): Promise<void> {
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
  to: { stage: Stage; confirmAt: ReturnType<typeof inHours> | null },
): Promise<void> {
  await tx.updateTable('transactions').set(to).where('id', '=', id).execute();
}

const inHours = (hours: number) => sql<Date>`moment() + ${hours} * interval '1 hour'`;
