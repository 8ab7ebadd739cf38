import { type Cents, dollarText } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { account, lockWallet, post, voidHold } from '../../money/ledger/ledger.ts';
import { payShare } from '../../people/affiliate/affiliate.ts';
import { record } from '../../platform/audit/audit.ts';
import { moment, type Tx } from '../../platform/db/pool.ts';
import { moveListing } from '../listings/listings.ts';
import { closeOvertaken } from '../reviews/reviews.ts';
import { appendTradeEvent, lockTrade, type Member, type Trade } from './trade.ts';

/** Key of the hold that pays for a trade (docs/guide/money.md). */
export const holdOf = (id: string): string => `transaction ${id}`;

/** Ends a locked trade with its price to the seller, less the house's fee, of which anyone who brought the seller gets their share, and sells its listing. */
export async function complete(tx: Tx, trade: Trade): Promise<void> {
  await lockWallet(tx, account.buyer(trade.buyerId));
  await end(tx, trade, 'completed');
  await moveListing(tx, trade.listingId, 'sold');
  const from = account.buyer(trade.buyerId);
  const fee = { from, to: account.fees, amount: trade.feeCents as Cents };
  const net = (trade.totalCents - trade.feeCents) as Cents;
  const key = `transaction ${trade.id} completed`;
  const booked = await post(tx, {
    key,
    kind: 'transaction.completed',
    hold: holdOf(trade.id),
    postings: [{ from, to: account.seller(trade.sellerId), amount: net }, ...(fee.amount > 0 ? [fee] : [])],
  });
  if (booked === 'repeat') throw new Error(`trade ${trade.id} was paid before it ended`);
  await payShare(tx, key, trade.sellerId);
}

/** Ends a locked trade with the money back at its buyer; what becomes of the listing depends on why. */
export async function giveBack(
  tx: Tx,
  trade: Trade,
  stage: 'cancelled' | 'failed',
  listing: 'active' | 'cancelled',
): Promise<void> {
  await lockWallet(tx, account.buyer(trade.buyerId));
  await end(tx, trade, stage);
  await moveListing(tx, trade.listingId, listing);
  if (!(await voidHold(tx, holdOf(trade.id)))) throw new Error(`trade ${trade.id} ends and holds nothing`);
}

async function end(
  tx: Tx,
  { id, stage: before }: Trade,
  stage: 'completed' | 'cancelled' | 'failed',
): Promise<void> {
  await tx
    .updateTable('transactions')
    .set({ stage, confirmAt: null, endedAt: moment })
    .where('id', '=', id)
    .execute();
  if (before === 'disputed') await closeOvertaken(tx, 'dispute', id);
}

export interface Ruling {
  /** Who is right. */
  readonly outcome: 'buyer' | 'seller';
  readonly reason: string;
  readonly ip: string;
}

/** Staff decides a dispute, on the record. A listing whose buyer was right is not for sale again. */
export async function resolve(tx: Tx, member: Member, id: string, ruling: Ruling): Promise<void> {
  const { outcome, reason, ip } = ruling;
  const { trade } = await lockTrade(tx, member, id, outcome === 'seller' ? 'pay' : 'giveBack');
  if (outcome === 'seller') await complete(tx, trade);
  else await giveBack(tx, trade, 'cancelled', 'cancelled');
  await record(tx, {
    actorId: member.id,
    action: 'transactions.resolved',
    subjectId: id,
    before: { stage: trade.stage },
    after: { stage: outcome === 'seller' ? 'completed' : 'cancelled', outcome },
    reason,
    ip,
  });
  const what =
    outcome === 'seller'
      ? 'the seller is paid'
      : `$${dollarText(trade.totalCents as Cents)} went back to the buyer`;
  await appendTradeEvent(tx, trade, member.id, `Decided for the ${outcome}: ${what}`, reason);
}

/** Confirms a delivered trade whose time is over; nothing happens to one that someone was faster with. */
export async function confirmDue(tx: Tx, id: string): Promise<void> {
  const trade = await tx
    .selectFrom('transactions')
    .where('id', '=', id)
    .where('confirmAt', '<=', sql<Date>`now()`)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (!trade) return;
  await complete(tx, trade);
  await appendTradeEvent(tx, trade, null, 'Confirmed by itself: the buyer did not object in time');
}

/**
 * Ends some people's open trades with the money back at the buyers, for a reason that everyone may read; delivered and
 * disputed ones only where `delivered` says so, else they run to their end. Answers how many.
 */
export async function closeTradesOf(
  tx: Tx,
  userIds: readonly string[],
  why: string,
  { delivered = false }: { delivered?: boolean } = {},
): Promise<number> {
  const trades = await tx
    .selectFrom('transactions')
    .where((is) => is.or([is('buyerId', 'in', userIds), is('sellerId', 'in', userIds)]))
    .where('stage', 'in', delivered ? ['pending', 'delivered', 'disputed'] : ['pending'])
    .selectAll()
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const trade of trades) {
    await giveBack(tx, trade, 'failed', trade.stage === 'pending' ? 'active' : 'cancelled');
    await appendTradeEvent(
      tx,
      trade,
      null,
      `${why}: $${dollarText(trade.totalCents as Cents)} went back to the buyer`,
    );
  }
  return trades.length;
}
