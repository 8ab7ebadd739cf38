import { cents, dollarText, marketplaceFee } from '@sterling/contract/money.ts';
import { readSetting } from '../../people/settings/settings.reads.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import type { Services } from '../../services.ts';
import { createListing, type NewListing } from '../../trade/listings/listings.ts';
import { buyListing } from '../../trade/transactions/buying.ts';
import { confirm, deliver, rate } from '../../trade/transactions/steps.ts';

/** An action on the marketplace; the text is the title of the listing. */
export type TradeAct =
  | { readonly lists: string; readonly as: Omit<NewListing, 'title'> }
  | { readonly purchases: string }
  | { readonly delivers: string }
  | { readonly confirms: string };

/** Plays one step of a trade in the past. A step that was played before is skipped. */
export async function playTrade(past: Services, userId: string, act: TradeAct): Promise<void> {
  if ('lists' in act) return list(past, userId, { title: act.lists, ...act.as });
  if ('purchases' in act) return purchase(past, userId, act.purchases);
  if ('delivers' in act) return step(past, userId, act.delivers, 'pending');
  return step(past, userId, act.confirms, 'delivered');
}

async function list({ db }: Services, sellerId: string, listing: NewListing): Promise<void> {
  const known = db.selectFrom('listings').where('sellerId', '=', sellerId).where('title', '=', listing.title);
  if (await known.select('id').executeTakeFirst()) return;
  await inTransaction(db, (tx) => createListing(tx, sellerId, listing));
}

async function purchase({ db }: Services, buyerId: string, title: string): Promise<void> {
  const listing = await db
    .selectFrom('listings')
    .where('title', '=', title)
    .where('status', '=', 'active')
    .select(['id', 'sellerId', 'priceCents', 'totalCents'])
    .executeTakeFirst();
  if (!listing) return;
  const totalAmount = cents(listing.totalCents);
  const { percent } = await readSetting(db, 'marketplace_fee');
  await inTransaction(db, (tx) =>
    buyListing(tx, buyerId, {
      listingId: listing.id,
      sellerId: listing.sellerId,
      pricePerUnit: cents(listing.priceCents),
      totalAmount,
      platformFee: marketplaceFee(totalAmount, percent),
    }),
  );
}

async function step(
  { db }: Services,
  userId: string,
  title: string,
  stage: 'pending' | 'delivered',
): Promise<void> {
  const trade = await db
    .selectFrom('transactions')
    .where('title', '=', title)
    .where('stage', '=', stage)
    .select(['id', 'totalCents'])
    .executeTakeFirst();
  if (!trade) return;
  const actor = { id: userId, isStaff: false };
  await inTransaction(db, async (tx) => {
    if (stage === 'pending') return deliver(tx, actor, trade.id, 'It is in your inventory. Enjoy!');
    await confirm(tx, actor, trade.id);
    const comment = `Fast and friendly, worth the $${dollarText(cents(trade.totalCents))}.`;
    await rate(tx, actor, trade.id, { stars: 5, comment });
  });
}
