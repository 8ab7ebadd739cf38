import { type ItemType, type ListingStatus, MAX_LISTINGS } from '@sterling/contract/listings.ts';
import { type Cents, listingTotal } from '@sterling/contract/money.ts';
import { phrase, text } from '@sterling/contract/texts.ts';
import { type Expression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { moment, type Tx } from '../../platform/db/pool.ts';
import type { DB, Listings } from '../../platform/db/types.generated.ts';
import { refuseFull } from '../../platform/limits/own-rows.ts';
import type { CleanPicture } from '../../platform/pictures/pictures.ts';
import { refuse } from '../../refusal.ts';

export interface Terms {
  readonly title: string;
  readonly description?: string | null | undefined;
  readonly quantity: number;
  /** The price of one unit. */
  readonly pricePerUnit: Cents;
  readonly deliveryTime: string;
}

type ChangedTerms = { readonly [Term in keyof Terms]?: Terms[Term] | undefined };

export interface NewListing extends Terms {
  readonly itemType: ItemType;
}

/** Creates a listing and returns its id. The caller holds a lock on the seller. Refuses with invalid_amount and too_many_listings. */
export async function createListing(tx: Tx, sellerId: string, listing: NewListing): Promise<string> {
  const { itemType, ...terms } = listing;
  const { count } = await tx
    .selectFrom('listings')
    .where('sellerId', '=', sellerId)
    .where('status', '=', 'active')
    .where('removedAt', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  refuseFull(count, MAX_LISTINGS, 'too_many_listings');
  const { id } = await tx
    .insertInto('listings')
    .values({ sellerId, itemType, ...columnsOf(terms) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes the seller's own active listing. Refuses with listing_not_found, listing_closed or invalid_amount. */
export async function changeListing(
  tx: Tx,
  sellerId: string,
  id: string,
  terms: ChangedTerms,
): Promise<void> {
  // before the listing is looked up, so that a bad term is a 400 for every caller
  refuseInvalidTerms(terms);
  const old = await lockOwnActive(tx, sellerId, id);
  await tx
    .updateTable('listings')
    .set({
      ...columnsOf({
        title: terms.title ?? old.title,
        description: terms.description === undefined ? old.description : terms.description,
        quantity: terms.quantity ?? old.quantity,
        pricePerUnit: terms.pricePerUnit ?? (old.priceCents as Cents),
        deliveryTime: terms.deliveryTime ?? old.deliveryTime,
      }),
      updatedAt: moment,
    })
    .where('id', '=', id)
    .execute();
}

/** Removes the seller's own listing. Refuses with listing_not_found, and with open_orders while it has an open trade. */
export async function removeListing(tx: Tx, sellerId: string, id: string): Promise<void> {
  const { status } = await lockOwn(tx, sellerId, id);
  if (status === 'pending') refuse('open_orders', { hint: phrase('Someone is buying this listing.') });
  // the picture of a sold listing belongs to the record of its trade
  if (status === 'active') await deletePicture(tx, id);
  await tx
    .updateTable('listings')
    .set({ status: status === 'active' ? 'cancelled' : status, removedAt: moment, updatedAt: moment })
    .where('id', '=', id)
    .execute();
}

/** Sets the picture of the seller's own active listing, which counts as a change of the listing. Refuses with listing_not_found or listing_closed. */
export async function setListingPicture(
  tx: Tx,
  sellerId: string,
  id: string,
  { picture, thumbnail }: CleanPicture,
): Promise<void> {
  await lockOwnActive(tx, sellerId, id);
  await deletePicture(tx, id);
  await tx.insertInto('listingPictures').values({ listingId: id, picture, thumbnail }).execute();
  await markChanged(tx, id);
}

/** Removes the picture of the seller's own active listing, which counts as a change of the listing. Refuses with listing_not_found, listing_closed or not_found. */
export async function removeListingPicture(tx: Tx, sellerId: string, id: string): Promise<void> {
  await lockOwnActive(tx, sellerId, id);
  if (!(await deletePicture(tx, id))) refuse('not_found', { hint: phrase('This listing has no picture.') });
  await markChanged(tx, id);
}

/** Sets the time of the last change. Triggers then announce the listing to open pages. */
async function markChanged(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('listings').set({ updatedAt: moment }).where('id', '=', id).execute();
}

/** Returns false if the listing had no picture. */
async function deletePicture(tx: Tx, listingId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('listingPictures')
    .where('listingId', '=', listingId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Removes the listings of these people and deletes their texts and pictures: all texts of unsold listings, and descriptions and
 * pictures of sold ones, of which title and terms stay for the trade. A listing with an open trade keeps its texts until the trade
 * ends, because staff may have to decide it.
 */
export async function forgetListingsOf(tx: Tx, sellerIds: readonly string[]): Promise<void> {
  const listings = tx.updateTable('listings').where('sellerId', 'in', sellerIds);
  const removed = { removedAt: moment, updatedAt: moment };
  // cancelled first: the next statement would remove active listings without cancelling them
  await listings
    .where('status', '=', 'active')
    .where('removedAt', 'is', null)
    .set({ ...removed, ...NO_TEXTS, status: 'cancelled' })
    .execute();
  await listings.where('status', '<>', 'pending').where('removedAt', 'is', null).set(removed).execute();
  await listings.where('status', '=', 'pending').set({ forgetAtEnd: true }).execute();
  await listings
    .where('status', '=', 'cancelled')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('transactions as t')
            .whereRef('t.listingId', '=', 'listings.id')
            .select(sql`1`.as('one')),
        ),
      ),
    )
    .set(NO_TEXTS)
    .execute();
  await deleteDetails(tx, (listing) => listing('sellerId', 'in', sellerIds).and('status', '<>', 'pending'));
}

/** Replaces the texts of a listing whose seller is deleted. */
const NO_TEXTS = { title: 'deleted', description: null, deliveryTime: 'deleted' };

/** Deletes descriptions and pictures of listings. */
async function deleteDetails(
  tx: Tx,
  which: (listing: ExpressionBuilder<DB, 'listings'>) => Expression<SqlBool>,
): Promise<void> {
  await tx
    .updateTable('listings')
    .set({ description: null })
    .where(which)
    .where('description', 'is not', null)
    .execute();
  await tx
    .deleteFrom('listingPictures')
    .where('listingId', 'in', ({ selectFrom }) => selectFrom('listings').where(which).select('id'))
    .execute();
}

/** Locks and returns a listing. Refuses with listing_not_found if it was removed or cancelled, or if its seller was banned or deleted. */
export async function lockForSale(tx: Tx, id: string): Promise<Selectable<Listings>> {
  const listing = await tx
    .selectFrom('listings')
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .where('status', '<>', 'cancelled')
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (!listing) return refuse('listing_not_found');
  // read after the lock, which a ban of the seller may have held
  const seller = tx.selectFrom('users').where('id', '=', listing.sellerId).select(['isBanned', 'deletedAt']);
  const { isBanned, deletedAt } = await seller.executeTakeFirstOrThrow();
  return isBanned || deletedAt ? refuse('listing_not_found') : listing;
}

/** Locks the active listings of these people, so that a purchase in this moment either has committed or waits. */
export async function lockActiveListingsOf(tx: Tx, sellerIds: readonly string[]): Promise<void> {
  await tx
    .selectFrom('listings')
    .where('sellerId', 'in', sellerIds)
    .where('status', '=', 'active')
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Sets the status that a trade gives its listing. After the trade, deletes what was only kept for it. */
export async function moveListing(tx: Tx, id: string, status: ListingStatus): Promise<void> {
  const { forgetAtEnd } = await tx
    .updateTable('listings')
    .set({ status, updatedAt: moment })
    .where('id', '=', id)
    .returning('forgetAtEnd')
    .executeTakeFirstOrThrow();
  if (forgetAtEnd && status !== 'pending') await deleteDetails(tx, (listing) => listing('id', '=', id));
}

/** Refuses with invalid_amount a quantity or price that no listing may have. */
function refuseInvalidTerms({ quantity = 1, pricePerUnit = 1 as Cents }: ChangedTerms): void {
  if (quantity < 1) refuse('invalid_amount', { details: { quantity: text('must be at least 1') } });
  if (pricePerUnit < 1)
    refuse('invalid_amount', { details: { pricePerUnit: text('must be at least 0.01') } });
}

function columnsOf({ pricePerUnit, ...same }: Terms) {
  refuseInvalidTerms({ quantity: same.quantity, pricePerUnit });
  if (listingTotal(same.quantity, pricePerUnit) === null) {
    refuse('invalid_amount', {
      hint: phrase('A listing costs at most $1,000,000,000.'),
      details: { pricePerUnit: text('is too high for this quantity') },
    });
  }
  return { ...same, priceCents: pricePerUnit };
}

const CLOSED_HINTS: Readonly<Record<string, string>> = {
  pending: text('This listing is pending.'),
  sold: text('This listing is sold.'),
  cancelled: text('This listing is cancelled.'),
};

async function lockOwnActive(tx: Tx, sellerId: string, id: string): Promise<Selectable<Listings>> {
  const listing = await lockOwn(tx, sellerId, id);
  if (listing.status !== 'active') refuse('listing_closed', { hint: CLOSED_HINTS[listing.status] });
  return listing;
}

async function lockOwn(tx: Tx, sellerId: string, id: string): Promise<Selectable<Listings>> {
  const listing = await tx
    .selectFrom('listings')
    .where('id', '=', id)
    .where('sellerId', '=', sellerId)
    .where('removedAt', 'is', null)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  return listing ?? refuse('listing_not_found');
}
