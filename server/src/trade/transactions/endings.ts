import type { Cents } from '@sterling/contract/money.ts';
import { text } from '@sterling/contract/texts.ts';
import { account, lockBuyers, lockWallet, postNew, voidHold } from '../../money/ledger/ledger.ts';
import { payShare, staffPaidFor } from '../../people/affiliate/affiliate.ts';
import { addNews } from '../../people/inbox/inbox.ts';
import { isStoppedOrInMaintenance } from '../../people/settings/settings.reads.ts';
import { record } from '../../platform/audit/audit.ts';
import { moment, type Tx } from '../../platform/db/pool.ts';
import { lockActiveListingsOf, moveListing } from '../listings/listings.ts';
import { refuseParty } from '../reviews/parties.ts';
import { closeOvertaken, openFactsOf, openReview } from '../reviews/reviews.ts';
import { forgetInEndedTrade } from './forgetting.ts';
import { schedulePictureDeletion } from './pictures.ts';
import { type Actor, appendTradeEvent, lockTrade, TRADE_CLOCK, type Trade, UNDER_REVIEW } from './trade.ts';
import { stepText } from './transactions.rules.ts';

/** The key of the hold that pays for a trade (docs/guide/money.md). */
export const tradeHoldKey = (id: string): string => `transaction ${id}`;

/** Completes a locked trade: pays the seller less the fee, pays the affiliate's share of the fee, and marks the listing as sold. */
export async function complete(tx: Tx, trade: Trade): Promise<void> {
  await lockWallet(tx, account.buyer(trade.buyerId));
  await end(tx, trade, 'completed');
  await moveListing(tx, trade.listingId, 'sold');
  const from = account.buyer(trade.buyerId);
  const net = (trade.totalCents - trade.feeCents) as Cents;
  const key = `transaction ${trade.id} completed`;
  await postNew(tx, {
    key,
    kind: 'transaction.completed',
    hold: tradeHoldKey(trade.id),
    postings: [
      { from, to: account.seller(trade.sellerId), amount: net },
      { from, to: account.fees, amount: trade.feeCents as Cents },
    ],
  });
  await payShare(tx, key, trade.sellerId);
}

/** Ends a locked trade, refunds its buyer, and gives the listing the passed status. */
export async function refundTrade(
  tx: Tx,
  trade: Trade,
  stage: 'cancelled' | 'failed',
  listing: 'active' | 'cancelled',
): Promise<void> {
  await lockWallet(tx, account.buyer(trade.buyerId));
  await end(tx, trade, stage);
  await moveListing(tx, trade.listingId, listing);
  if (!(await voidHold(tx, tradeHoldKey(trade.id))))
    throw new Error(`trade ${trade.id} ended without a hold`);
}

async function end(tx: Tx, { id }: Trade, stage: 'completed' | 'cancelled' | 'failed'): Promise<void> {
  const { forgetAtEnd } = await tx
    .updateTable('transactions')
    .set({ stage, confirmAt: null, endedAt: moment })
    .where('id', '=', id)
    .returning('forgetAtEnd')
    .executeTakeFirstOrThrow();
  await forgetInEndedTrade(tx, id, forgetAtEnd);
  await schedulePictureDeletion(tx, id);
  await closeOvertaken(tx, 'dispute', id);
}

export interface Resolution {
  /** The party that staff decided for. */
  readonly outcome: 'buyer' | 'seller';
  readonly reason: string;
  /** The decision has closed the review of this trade. */
  readonly ofReview?: boolean;
}

/**
 * Applies a decision of staff about a disputed or undelivered trade and writes it to the audit log. If the buyer wins, the
 * listing is cancelled. A delivered trade can be decided only by its review, or while that is open. Refuses with unauthorized staff who
 * get a share of the fee.
 */
export async function resolve(tx: Tx, actor: Actor, id: string, resolution: Resolution): Promise<void> {
  const { outcome, reason, ofReview = false } = resolution;
  // the trade's open review becomes its dispute
  const delivered = await tx
    .updateTable('transactions')
    .set({ stage: 'disputed', confirmAt: null, decidedFor: outcome })
    .where('id', '=', id)
    .where('stage', '=', 'delivered')
    .$if(!ofReview, (any) => any.where(UNDER_REVIEW))
    .returning('id')
    .executeTakeFirst();
  const { trade } = await lockTrade(tx, actor, id, outcome === 'seller' ? 'pay' : 'refund');
  refuseParty(await staffPaidFor(tx, trade.sellerId), actor.id);
  // the database completes no trade that was neither delivered nor disputed
  await tx
    .updateTable('transactions')
    .set({ stage: 'disputed', decidedFor: outcome })
    .where('id', '=', id)
    .execute();
  if (outcome === 'seller') await complete(tx, trade);
  else await refundTrade(tx, trade, 'cancelled', 'cancelled');
  await record(tx, {
    actorId: actor.id,
    action: 'transactions.resolved',
    subjectId: id,
    before: { stage: delivered ? 'delivered' : trade.stage },
    after: { stage: outcome === 'seller' ? 'completed' : 'cancelled', outcome },
    reason,
  });
  const step = outcome === 'seller' ? 'decidedForSeller' : 'decidedForBuyer';
  await appendTradeEvent(tx, trade, actor.id, stepText(step, trade.totalCents), reason);
}

/** Opens a review for each undelivered trade whose delivery time has passed. Staff may end it; its parties still can as well. */
export async function reportLate(tx: Tx): Promise<void> {
  const late = await tx
    .selectFrom('transactions')
    .where('stage', '=', 'pending')
    .where('deliverBy', '<=', TRADE_CLOCK)
    .where(({ not }) => not(UNDER_REVIEW))
    .select(['id', 'sellerId'])
    .orderBy('id')
    .limit(MAX_REPORTED)
    .forUpdate()
    .skipLocked()
    .execute();
  const facts = { why: [text('the seller has not delivered in time')] };
  for (const { id, sellerId } of late)
    await openReview(tx, { kind: 'dispute', subjectId: id, userId: sellerId, facts });
}

const MAX_REPORTED = 50;

/** Confirms a delivered trade whose confirmation time has passed. Does nothing if the trade has changed meanwhile, or staff review it. */
export async function confirmDue(tx: Tx, id: string): Promise<void> {
  const trade = await tx
    .selectFrom('transactions')
    .where('id', '=', id)
    .where('confirmAt', '<=', TRADE_CLOCK)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  // both are read after the wait for the lock, in which the seller may have been banned or a stop begun
  if (!trade || (await openFactsOf(tx, 'dispute', id)) !== null) return;
  if (await isStoppedOrInMaintenance(tx)) return;
  await complete(tx, trade);
  await appendTradeEvent(tx, trade, null, text('Confirmed automatically: no response from the buyer'));
}

/**
 * Ends the open trades of these people and refunds the buyers. `why` is public. Delivered and disputed trades continue unless
 * `delivered` is set; no clock pays what these people claim to have delivered. Returns how many trades ended. `lockedWith`: buyers whose
 * wallets the caller changes afterwards.
 */
export async function closeTradesOf(
  tx: Tx,
  userIds: readonly string[],
  why: string,
  { delivered = false, lockedWith = [] }: { delivered?: boolean; lockedWith?: readonly string[] } = {},
): Promise<number> {
  await lockActiveListingsOf(tx, userIds);
  const locked = await tx
    .selectFrom('transactions')
    .where((is) => is.or([is('buyerId', 'in', userIds), is('sellerId', 'in', userIds)]))
    .where('stage', 'in', delivered ? ['pending', 'delivered', 'disputed'] : ['pending', 'delivered'])
    .selectAll()
    .orderBy('id')
    .forUpdate()
    .execute();
  const trades = locked.filter(({ stage }) => delivered || stage === 'pending');
  const claimed = locked.filter((trade) => !trades.includes(trade) && userIds.includes(trade.sellerId));
  await lockBuyers(tx, [...lockedWith, ...trades.map(({ buyerId }) => buyerId)]);
  for (const trade of trades) {
    await refundTrade(tx, trade, 'failed', trade.stage === 'pending' ? 'active' : 'cancelled');
    await appendTradeEvent(tx, trade, null, stepText('closed', trade.totalCents, { why }));
  }
  for (const trade of claimed) await reviewClaimed(tx, trade);
  return trades.length;
}

/** Opens a review of what a banned seller claims to have delivered, and tells the buyer. The buyer may still confirm or dispute it. */
async function reviewClaimed(tx: Tx, trade: Trade): Promise<void> {
  const { id, buyerId, sellerId, totalCents: cents, feeCents } = trade;
  const facts = { why: [text('the seller was banned after the delivery')] };
  await openReview(tx, { kind: 'dispute', subjectId: id, userId: sellerId, facts });
  await appendTradeEvent(tx, trade, null, text('The seller was banned. It is not confirmed automatically'));
  const news = { code: 'trade_seller_banned', cents, earnedCents: cents - feeCents, decided: false } as const;
  await addNews(tx, buyerId, news, id);
}
