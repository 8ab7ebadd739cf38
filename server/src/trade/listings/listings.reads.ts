import type { Decoded } from '@sterling/contract/endpoint.ts';
import { MAX_PAGE_SIZE } from '@sterling/contract/fields.ts';
import type { Listing, listings } from '@sterling/contract/listings.ts';
import type { Cents } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { countRows, readFigure } from '../../platform/db/large-reads.ts';
import { PAGE_ROWS, pagesOf } from '../../platform/db/pages.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { containsText } from '../../platform/db/search.ts';
import { withTimeZone } from '../../platform/db/time-zone.ts';
import { refuse } from '../../refusal.ts';
import { type HashedTerms, hashTerms } from './terms.rules.ts';

export type ListingsQuery = Decoded<typeof listings.list, 'query'>;

const SORTED_BY = {
  createdAt: sql`l.id`,
  title: sql`lower(l.title)`,
  itemType: sql`l.item_type`,
  quantity: sql`l.quantity`,
  pricePerUnit: sql`l.price_cents`,
  totalPrice: sql`l.total_cents`,
  status: sql`l.status`,
} as const;

/** Active listings of sellers who are not banned, or of one seller. Readers see all of their own listings that they have not removed. */
export async function listListings(
  db: Db,
  readerId: string,
  query: ListingsQuery,
): Promise<{ listings: Listing[]; total: number }> {
  const { search, sort = 'createdAt', page = 1, pageSize = MAX_PAGE_SIZE } = query;
  const dir = query.dir ?? (sort === 'createdAt' ? 'desc' : 'asc');
  const seen = listingsWithSellers(db)
    .$if(query.sellerId !== readerId, (all) =>
      all.where('l.status', '=', 'active').where('u.isBanned', '=', false),
    )
    .$if(query.sellerId !== undefined, (all) => all.where('l.sellerId', '=', query.sellerId!))
    .$if(query.others === '1', (all) => all.where('l.sellerId', '<>', readerId))
    .$if(query.status !== undefined, (all) => all.where('l.status', '=', query.status!))
    .$if(query.itemType !== undefined, (all) => all.where('l.itemType', '=', query.itemType!))
    .$if(search !== undefined, (all) => all.where(containsText(search!, sql`l.title`)));
  const [rows, total] = await Promise.all([
    seen
      .select(SHOWN)
      .select(JOINED)
      .orderBy(SORTED_BY[sort], dir)
      .orderBy('l.id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    countRows(db, seen.select(sql`1`.as('one'))),
  ]);
  return { listings: await withRatings(db, rows), total };
}

/** All of a person's own listings in pages, newest first. */
export const listingPages = (db: Db, sellerId: string): AsyncGenerator<Listing[]> =>
  pagesOf(async (last) => {
    const rows = await listingsWithSellers(db)
      .where('l.sellerId', '=', sellerId)
      .select(SHOWN)
      .select(JOINED)
      .$if(last !== null, (older) => older.where('l.id', '<', last!.id))
      .orderBy('l.id', 'desc')
      .limit(PAGE_ROWS)
      .execute();
    return withRatings(db, rows);
  });

/** One of a person's own listings. Refuses with listing_not_found. */
export async function readListing(db: Db | Tx, sellerId: string, id: string): Promise<Listing> {
  const row = await listingsWithSellers(db)
    .where('l.id', '=', id)
    .where('l.sellerId', '=', sellerId)
    .select(SHOWN)
    .select(JOINED)
    .executeTakeFirst();
  return row ? (await withRatings(db, [row]))[0]! : refuse('listing_not_found');
}

export interface ListingFigures {
  readonly activeListings: number;
  readonly pendingOrders: number;
  readonly soldThisMonth: number;
  readonly totalInventory: number;
}

/** The figures above My Listings. The month starts in the given time zone. */
export async function listingFigures(db: Db, sellerId: string, timeZone = 'UTC'): Promise<ListingFigures> {
  return readFigure(db, `listings ${sellerId} ${timeZone}`, async () => {
    const { rows } = await withTimeZone(figuresOf(db, sellerId, timeZone));
    const { rowsRead, ...value } = rows[0]!;
    return { value, rows: rowsRead };
  });
}

const figuresOf = (db: Db, sellerId: string, timeZone: string) =>
  sql<ListingFigures & { readonly rowsRead: number }>`
    select active.count as active_listings, active.units as total_inventory, trades.open as pending_orders, trades.sold as sold_this_month,
      active.count + trades.count as rows_read
    from (select count(*), coalesce(sum(quantity), 0)::bigint as units from listings
      where seller_id = ${sellerId} and removed_at is null and status = 'active') active,
    (select count(*), count(*) filter (where ended_at is null) as open, count(*) filter (where stage = 'completed'
        and ended_at >= date_trunc('month', now() at time zone ${timeZone}) at time zone ${timeZone}) as sold
      from transactions where seller_id = ${sellerId}) trades`.execute(db);

const SHOWN = [
  'l.id',
  'l.sellerId',
  'l.title',
  'l.description',
  'l.itemType',
  'l.quantity',
  'l.priceCents',
  'l.totalCents',
  'l.status',
  'l.deliveryTime',
  'l.createdAt',
  'l.updatedAt',
] as const;

/** A listing is bought as a whole, so at most one of its trades is neither cancelled nor failed. */
const TRADE_ID = sql<string | null>`(select t.id from transactions t
  where t.listing_id = l.id and t.stage not in ('cancelled', 'failed'))`;

const SELLER_NAME = sql<string>`split_part(u.username, '#', 1)`.as('sellerName');

const JOINED = [
  SELLER_NAME,
  sql<string | null>`(select p.id from listing_pictures p where p.listing_id = l.id)`.as('pictureId'),
  TRADE_ID.as('tradeId'),
] as const;

const listingsWithSellers = (db: Db | Tx) =>
  db
    .selectFrom('listings as l')
    .innerJoin('users as u', 'u.id', 'l.sellerId')
    .where('l.removedAt', 'is', null)
    .where('u.deletedAt', 'is', null);

interface Row extends HashedTerms {
  readonly id: string;
  readonly sellerId: string;
  readonly sellerName: string;
  readonly totalCents: number;
  readonly status: string;
  readonly tradeId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The description, picture and delivery time of a listing, even after it was sold or removed. */
export const readDetails = (
  db: Db | Tx,
  id: string,
): Promise<Pick<Listing, 'sellerName' | 'description' | 'pictureId' | 'deliveryTime'>> =>
  db
    .selectFrom('listings as l')
    .innerJoin('users as u', 'u.id', 'l.sellerId')
    .leftJoin('listingPictures as p', 'p.listingId', 'l.id')
    .where('l.id', '=', id)
    .select([SELLER_NAME, 'l.description', 'l.deliveryTime', 'p.id as pictureId'])
    .executeTakeFirstOrThrow();

/**
 * The picture of a listing or its thumbnail: for everyone while the listing is on the marketplace, and always for its seller, for
 * those who bought it, and for staff. Refuses with not_found, including for other users.
 */
export async function readListingPicture(
  db: Db,
  reader: { readonly id: string; readonly isStaff: boolean },
  { id, pictureId }: { id: string; pictureId: string },
  size: 'picture' | 'thumbnail',
): Promise<Buffer> {
  const row = await db
    .selectFrom('listingPictures as p')
    .innerJoin('listings as l', 'l.id', 'p.listingId')
    .innerJoin('users as u', 'u.id', 'l.sellerId')
    .where('l.id', '=', id)
    .where('p.id', '=', pictureId)
    .$if(!reader.isStaff, (seen) =>
      seen.where(sql<boolean>`(l.seller_id = ${reader.id}
        or (l.status = 'active' and l.removed_at is null and not u.is_banned)
        or exists (select from transactions t where t.listing_id = l.id and t.buyer_id = ${reader.id}))`),
    )
    .select(`p.${size} as file`)
    .executeTakeFirst();
  return row?.file ?? refuse('not_found');
}

/** Adds the ratings to the rows. Reads each seller's stars once, even if several rows are theirs. */
async function withRatings(db: Db | Tx, rows: readonly Row[]): Promise<Listing[]> {
  if (rows.length === 0) return [];
  const sellers = [...new Set(rows.map(({ sellerId }) => sellerId))];
  const starsOf = new Map(
    await Promise.all(sellers.map(async (id) => [id, await readStars(db, id)] as const)),
  );
  return rows.map((row) => shownListing(row, starsOf.get(row.sellerId) ?? null));
}

/** A seller's average rating; null without one. */
const readStars = (db: Db | Tx, sellerId: string): Promise<number | null> =>
  readFigure(db, `stars ${sellerId}`, async () => {
    const { count, stars } = await db
      .selectFrom('transactions')
      .where('stars', 'is not', null)
      .where('sellerId', '=', sellerId)
      .select([
        sql<number>`count(*)`.as('count'),
        sql<number | null>`round(avg(stars), 1)::float8`.as('stars'),
      ])
      .executeTakeFirstOrThrow();
    return { value: stars, rows: count };
  });

function shownListing(row: Row, sellerRating: number | null): Listing {
  const { priceCents, totalCents, ...same } = row;
  return {
    ...same,
    userId: same.sellerId,
    sellerRating,
    itemType: same.itemType as Listing['itemType'],
    status: same.status as Listing['status'],
    pricePerUnit: priceCents as Cents,
    totalPrice: totalCents as Cents,
    termsHash: hashTerms(row),
  };
}
