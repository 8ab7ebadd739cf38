import { type Cents, marketplaceFee } from '@sterling/contract/money.ts';
import { phrase, text } from '@sterling/contract/texts.ts';
import type { Selectable } from 'kysely';
import { account, hold, lockWallet } from '../../money/ledger/ledger.ts';
import { readSetting } from '../../people/settings/settings.reads.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { Listings } from '../../platform/db/types.generated.ts';
import { usd } from '../../platform/formats.rules.ts';
import { refuse } from '../../refusal.ts';
import { readDetails } from '../listings/listings.reads.ts';
import { lockForSale, moveListing } from '../listings/listings.ts';
import { hashTerms } from '../listings/terms.rules.ts';
import { refuseOverBuyingLimit } from '../orders/placing/buying-limits.ts';
import { tradeHoldKey } from './endings.ts';
import { appendTradeEvent, inHours } from './trade.ts';
import { DELIVERY_HOURS, stepText } from './transactions.rules.ts';

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
  // the listing before the wallet, as in a ban of the seller. No other trade of an active listing is open
  const listing = await lockForSale(tx, shown.listingId);
  if (listing.sellerId === buyerId)
    refuse('unauthorized', { hint: phrase('You cannot buy your own listing.') });
  if (listing.status !== 'active') await refuseSold(tx, listing.id, buyerId);
  await lockWallet(tx, account.buyer(buyerId));
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
  await refuseOverBuyingLimit(tx, buyerId, total);
  await hold(tx, tradeHoldKey(trade.id), account.buyer(buyerId), total);
  await appendTradeEvent(tx, trade, buyerId, stepText('purchased', total));
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
      total: () => usd(now.totalAmount),
      fee: () => usd(now.platformFee),
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
  const { pictureId } = await readDetails(tx, listing.id);
  if (hashTerms({ ...listing, pictureId }) === termsHash) return;
  refuse('price_mismatch', {
    message: text('The listing has changed'),
    hint: phrase('The seller has changed this listing. Read it again before you buy it.'),
    details: { termsHash: text('has changed') },
  });
}
