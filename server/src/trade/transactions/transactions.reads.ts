import type { Decoded } from '@sterling/contract/endpoint.ts';
import { MAX_PAGE_SIZE } from '@sterling/contract/fields.ts';
import type { Cents } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import type {
  Stage,
  Transaction,
  TransactionEvent,
  TransactionWithEvents,
  transactions,
} from '@sterling/contract/transactions.ts';
import { sql } from 'kysely';
import { countRows } from '../../platform/db/large-reads.ts';
import { PAGE_ROWS, pagesOf } from '../../platform/db/pages.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { containsText } from '../../platform/db/search.ts';
import { shownUsername } from '../../platform/deleted-user.rules.ts';
import { refuse } from '../../refusal.ts';
import { readDetails } from '../listings/listings.reads.ts';
import { picturesOf } from './pictures.reads.ts';
import { type Actor, partyOf, type Trade, UNDER_REVIEW } from './trade.ts';
import { shownStatus, shownStep, stagesOf } from './transactions.rules.ts';

export type TransactionsQuery = Decoded<typeof transactions.list, 'query'>;

const SORTED_BY = {
  createdAt: sql`id`,
  title: sql`lower(title)`,
  totalAmount: sql`total_cents`,
  stage: sql`stage`,
} as const;

/** Nothing is confirmed automatically while staff review the trade. */
const SHOWN_CONFIRM_AT = sql<Date | null>`case when not ${UNDER_REVIEW} then confirm_at end`.as('confirmAt');

/** The reader's own trades as buyer, seller or both. Staff can list all trades. Newest first by default. */
export async function listTransactions(
  db: Db,
  reader: Actor,
  query: TransactionsQuery,
): Promise<{ transactions: Transaction[]; total: number }> {
  const { role, status, stage, search, sort = 'createdAt', page = 1, pageSize = MAX_PAGE_SIZE } = query;
  const dir = query.dir ?? (sort === 'createdAt' ? 'desc' : 'asc');
  const seen = db
    .selectFrom('transactions')
    .$if(!(query.all === '1' && reader.isStaff), (all) =>
      all.where((is) =>
        is.or([
          ...(role === 'seller' ? [] : [is('buyerId', '=', reader.id)]),
          ...(role === 'buyer' ? [] : [is('sellerId', '=', reader.id)]),
        ]),
      ),
    )
    .$if(status !== undefined, (all) => all.where('stage', 'in', stagesOf(status!)))
    .$if(stage !== undefined, (all) => all.where('stage', '=', stage!))
    .$if(search !== undefined, (all) => all.where(containsText(search!, sql`title, id`)));
  const [rows, total] = await Promise.all([
    seen
      .selectAll()
      .select(SHOWN_CONFIRM_AT)
      .orderBy(SORTED_BY[sort], dir)
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    countRows(db, seen.select(sql`1`.as('one'))),
  ]);
  return { transactions: rows.map((row) => shownTransaction(row, reader)), total };
}

/** All of a person's trades in pages: what they bought, then what they sold, newest first each. */
export async function* transactionPages(db: Db, personId: string): AsyncGenerator<Transaction[]> {
  for (const side of ['buyerId', 'sellerId'] as const) {
    yield* pagesOf<Transaction>(async (last) => {
      const rows = await db
        .selectFrom('transactions')
        .where(side, '=', personId)
        .$if(last !== null, (older) => older.where('id', '<', last!.id))
        .selectAll()
        .select(SHOWN_CONFIRM_AT)
        .orderBy('id', 'desc')
        .limit(PAGE_ROWS)
        .execute();
      return rows.map((row) => shownTransaction(row, { id: personId, isStaff: false }));
    });
  }
}

/** One trade with its events and pictures, for its parties and staff. Refuses with transaction_not_found, including for other users. */
export async function readTransaction(
  db: Db | Tx,
  reader: Actor,
  id: string,
): Promise<TransactionWithEvents> {
  const trade = await db
    .selectFrom('transactions')
    .innerJoin('users as buyer', 'buyer.id', 'transactions.buyerId')
    .where('transactions.id', '=', id)
    .selectAll('transactions')
    .select(SHOWN_CONFIRM_AT)
    .select(sql<string>`split_part(buyer.username, '#', 1)`.as('buyerName'))
    .executeTakeFirst();
  if (!trade || !partyOf(trade, reader)) return refuse('transaction_not_found');
  const events = await db
    .selectFrom('transactionEvents')
    .where('transactionId', '=', id)
    .select(['at', 'actorId', 'what', 'said'])
    .orderBy('id')
    .execute();
  const listing = await readDetails(db, trade.listingId);
  return {
    ...shownTransaction(trade, reader),
    events: events.map(({ at, actorId, what, said }) => ({
      at,
      by: actorOf(trade, actorId),
      what: shownStep(what),
      text: said,
    })),
    pictures: await picturesOf(db, trade),
    buyerName: shownUsername(trade.buyerName),
    listing: { ...listing, sellerName: shownUsername(listing.sellerName) },
  };
}

function actorOf(trade: Trade, actorId: string | null): TransactionEvent['by'] {
  if (actorId === null) return 'system';
  return partyOf(trade, { id: actorId, isStaff: true })!;
}

function shownTransaction(trade: Trade, reader: Actor): Transaction {
  const isSale = trade.sellerId === reader.id;
  const total = trade.totalCents as Cents;
  const fee = trade.feeCents as Cents;
  return {
    id: trade.id,
    listingId: trade.listingId,
    sellerId: trade.sellerId,
    buyerId: trade.buyerId,
    type: isSale ? 'sale' : 'purchase',
    title: trade.title,
    description: isSale
      ? t('Sale of {title}', { title: trade.title })
      : t('Purchase of {title}', { title: trade.title }),
    quantity: 1,
    units: trade.units,
    pricePerUnit: trade.priceCents as Cents,
    totalAmount: total,
    amount: isSale ? ((total - fee) as Cents) : total,
    platformFee: fee,
    status: shownStatus(trade.stage as Stage),
    stage: trade.stage as Stage,
    deliverBy: trade.deliverBy,
    confirmAt: trade.confirmAt,
    rating: trade.stars === null ? null : { stars: trade.stars, comment: trade.comment },
    createdAt: trade.createdAt,
    endedAt: trade.endedAt,
  };
}
