import type { Decoded } from '@sterling/contract/endpoint.ts';
import { isId, MAX_PAGE_SIZE } from '@sterling/contract/fields.ts';
import type { Cents, Rate, Robux } from '@sterling/contract/money.ts';
import type { orders, RobuxOrder } from '@sterling/contract/orders.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { countRows } from '../../platform/db/large-reads.ts';
import { PAGE_ROWS, pagesOf } from '../../platform/db/pages.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { containsText } from '../../platform/db/search.ts';
import type { Orders } from '../../platform/db/types.generated.ts';
import { refuse } from '../../refusal.ts';
import { isInReview } from '../reviews/reviews.ts';
import { failureText } from './order-events.rules.ts';
import { IS_COUNTED, type Whole, wholesOf } from './split/parts.reads.ts';
import { wholeId } from './split/parts.ts';
import { shownStatus, type TimelineEntry, timelinesOf } from './timeline.ts';

/** Whose orders: those of a buyer, of a seller, or of everyone. */
export type WhoseOrders =
  | { readonly buyerId: string }
  | {
      readonly sellerId: string;
      /** Only orders that the seller still has to buy by hand. */
      readonly byHand?: boolean;
    }
  | { readonly everyone: true };

/** Orders with their timelines, newest first. */
export async function listOrders(
  db: Db,
  whose: WhoseOrders,
  {
    page = 1,
    pageSize = MAX_PAGE_SIZE,
    search,
  }: Pick<Decoded<typeof orders.list, 'query'>, 'page' | 'pageSize' | 'search'>,
): Promise<{ orders: RobuxOrder[]; total: number }> {
  const mine = ordersOf(db, whose).$if(search !== undefined, (all) => all.where(matching(search!)));
  const [rows, total] = await Promise.all([
    mine
      .selectAll()
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    countRows(db, mine.select(sql`1`.as('one'))),
  ]);
  return { orders: await shownOrders(db, rows, 'sellerId' in whose), total };
}

/** The id of a part stands for the whole order. */
const matching = (search: string): RawBuilder<boolean> =>
  isId(search)
    ? sql`id in (${search}::uuid, (select split_id from orders where id = ${search}::uuid))`
    : containsText(search, sql`pass_name, pass_id`);

/** All of these orders in pages, newest first. */
export const orderPages = (db: Db, whose: WhoseOrders): AsyncGenerator<RobuxOrder[]> =>
  pagesOf(async (last) => {
    const rows = await ordersOf(db, whose)
      .selectAll()
      .$if(last !== null, (older) => older.where('id', '<', last!.id))
      .orderBy('id', 'desc')
      .limit(PAGE_ROWS)
      .execute();
    return shownOrders(db, rows, 'sellerId' in whose);
  });

/**
 * One order of its buyer or seller, or any order for `everyone`. The id of a part stands for the whole order, except for
 * the part's seller. Refuses with order_not_found, including for other people's orders.
 */
export async function readOrder(
  db: Db | Tx,
  orderId: string,
  reader: string | { everyone: true },
): Promise<RobuxOrder> {
  const named = await db.selectFrom('orders').where('id', '=', orderId).selectAll().executeTakeFirst();
  const isForSeller = named?.sellerId === reader;
  if (!named || !(isForSeller || named.buyerId === reader || typeof reader === 'object')) {
    return refuse('order_not_found');
  }
  const row = isForSeller
    ? named
    : await db.selectFrom('orders').where('id', '=', wholeId(named)).selectAll().executeTakeFirstOrThrow();
  const [shown] = await shownOrders(db, [row], isForSeller);
  return shown!;
}

function ordersOf(db: Db, whose: WhoseOrders) {
  const all = db.selectFrom('orders');
  if ('sellerId' in whose) {
    return all.where('sellerId', '=', whose.sellerId).$if(whose.byHand === true, (mine) =>
      mine
        .where('status', '=', 'manual')
        .where('manualDeadline', 'is not', null)
        .where(({ not }) => not(isInReview('manual_order', 'orders.id'))),
    );
  }
  const wholes = all.where(IS_COUNTED);
  return 'buyerId' in whose ? wholes.where('buyerId', '=', whose.buyerId) : wholes;
}

async function shownOrders(db: Db | Tx, rows: readonly Row[], isForSeller: boolean): Promise<RobuxOrder[]> {
  const wholes = isForSeller ? new Map<string, Whole>() : await wholesOf(db, rows);
  const timelines = await timelinesOf(
    db,
    rows.map(({ id }) => id),
    isForSeller,
  );
  const reviewed = await reviewedAmong(db, rows);
  return rows.map((row) => {
    const whole = wholes.get(row.id);
    const order = whole ? shownWhole(whole) : shownOrder(row, timelines.get(row.id)!, isForSeller);
    return reviewed.has(row.id)
      ? { ...order, inReview: true, deadline: undefined, storeUrl: undefined }
      : order;
  });
}

/** The ids of those orders that staff decide about. */
async function reviewedAmong(db: Db | Tx, rows: readonly Row[]): Promise<ReadonlySet<string>> {
  const ids = rows.filter(({ endedAt }) => endedAt === null).map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const reviewed = await db
    .selectFrom('orders')
    .where('id', 'in', ids)
    .where(isInReview('manual_order', 'orders.id'))
    .select('id')
    .execute();
  return new Set(reviewed.map(({ id }) => id));
}

/** Several accounts may have bought the order, so it has no single account. */
function shownWhole({ row, requestedRobux, events }: Whole): RobuxOrder {
  const shown = { ...shownOrder(row, events, false), accountId: null };
  const isLess = row.status === 'completed' && requestedRobux !== row.robuxAmount;
  return isLess ? { ...shown, requestedRobux: requestedRobux as Robux } : shown;
}

type Row = Selectable<Orders>;
type Shown = Pick<
  Row,
  | 'id'
  | 'accountId'
  | 'buyerId'
  | 'robuxAmount'
  | 'totalCents'
  | 'rateCents'
  | 'status'
  | 'failureReason'
  | 'gamepassUrl'
  | 'passName'
  | 'createdAt'
  | 'endedAt'
  | 'manualDeadline'
  | 'storeUrl'
>;

/** An order or a single part, as its buyer or seller sees it. */
export function shownOrder(row: Shown, events: TimelineEntry[], isForSeller: boolean): RobuxOrder {
  return {
    id: row.id,
    accountId: row.accountId,
    buyerId: row.buyerId,
    robuxAmount: row.robuxAmount as Robux,
    totalPrice: row.totalCents as Cents,
    ratePerThousand: row.rateCents as Rate,
    status: shownStatus(row.status),
    failureReason: row.failureReason && failureText(row.failureReason, isForSeller),
    gamepassUrl: row.gamepassUrl,
    gamepassName: row.passName,
    createdAt: row.createdAt,
    completedAt: row.status === 'completed' ? row.endedAt! : null,
    ...byHand(row, isForSeller),
    events,
  };
}

/** The deadline of a manual purchase, and for the seller also the store URL. */
function byHand({ status, manualDeadline, storeUrl }: Shown, isForSeller: boolean) {
  if (status !== 'manual' || !manualDeadline) return {};
  const deadline = manualDeadline;
  return isForSeller ? { deadline, storeUrl: storeUrl! } : { deadline };
}
