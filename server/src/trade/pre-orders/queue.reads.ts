import { MAX_PAGE_SIZE, type Page } from '@sterling/contract/fields.ts';
import type { Rate } from '@sterling/contract/money.ts';
import { estimateText, type LiveQueue, type QueuedPreOrder } from '@sterling/contract/pre-orders.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { marketTotals } from '../../supply/market/market.reads.ts';
import { type Depth, depthOf, type LargestStock, type ServedRobux } from './depth.rules.ts';
import { estimateMinutes } from './pre-orders.rules.ts';

/** The stock for sale by rate. Reads all accounts for sale. */
export const readStockDepth = async (db: Db | Tx): Promise<Depth> => depthOf(await largestStock(db), []);

async function readDepth(db: Db): Promise<Depth> {
  const [largest, served] = await Promise.all([
    largestStock(db),
    sql<ServedRobux>`
      select o.rate_cents, sum(p.robux_amount)::bigint as robux from pre_orders p join orders o on o.id = p.order_id
      where p.matched_at > now() - interval '24 hours' group by o.rate_cents`.execute(db),
  ]);
  return depthOf(largest, served.rows);
}

async function largestStock(db: Db | Tx): Promise<LargestStock[]> {
  const { rows } = await sql<LargestStock>`
    select rate_cents, seller_id, robux from (
      select rate_cents, seller_id, max(robux) as robux,
        row_number() over (partition by rate_cents order by max(robux) desc) as rank
      from stock_for_sale group by rate_cents, seller_id) by_seller where rank <= 2`.execute(db);
  return rows;
}

/** What all pages of the queue share. */
export interface QueueHead extends Omit<LiveQueue, 'preOrders'> {
  readonly depth: Depth;
  readonly total: number;
}

/** The sums of the market and the length of the queue. */
export async function readQueueHead(db: Db): Promise<QueueHead> {
  const [depth, total, totals] = await Promise.all([readDepth(db), countQueued(db), marketTotals(db)]);
  return { depth, total, ...totals };
}

interface QueuedRow {
  readonly id: string;
  readonly buyerId: string;
  readonly robuxAmount: number;
  readonly maxRateCents: Rate;
  readonly username: string;
  readonly minutesWaiting: number;
  readonly isMatched: boolean;
  readonly isReady: boolean;
  readonly mayBuy: boolean;
  readonly robuxAhead: number;
}

/** One page of the pre-orders that wait or whose order is in progress, oldest first. Any page costs the same. */
export async function queuePage(
  db: Db,
  depth: Depth,
  { page = 1, pageSize = MAX_PAGE_SIZE }: Page,
): Promise<QueuedPreOrder[]> {
  const rows = await queued(db, pageSize, (page - 1) * pageSize);
  return rows.map(({ buyerId, maxRateCents, robuxAmount, ...row }) => {
    const fits = depth.fits({ robux: robuxAmount, maxRateCents, buyerId });
    const canFulfill = row.isMatched || (row.isReady && row.mayBuy && fits);
    const estimated =
      row.mayBuy && !canFulfill ? estimateMinutes(row.robuxAhead, depth.servedUpTo(maxRateCents)) : null;
    return {
      id: row.id,
      robuxAmount,
      maxRatePerThousand: maxRateCents,
      buyerUsername: row.username.split('#')[0]!,
      minutesWaiting: row.minutesWaiting,
      canFulfill,
      estimatedFulfillment: estimated === null ? null : estimateText(estimated),
      estimatedMinutes: estimated,
    };
  });
}

/** The limits for new buyers let the pre-order be placed, and it does not pause after a failed order. It may wait for its gamepass. */
const IS_READY = sql`
  (p.limited_by is null and (p.waits_for = 'pass' or p.avoid_until is null or p.avoid_until <= now()))`;

/** Pre-orders whose order is in progress. Orders in progress are few, however long the queue is. */
const IN_PROGRESS = sql`(select p.* from orders o join pre_orders p on p.order_id = o.id where o.next_check_at is not null)`;

/** Finds the block of places in which the page starts by the counts of the blocks, and reads from there. */
async function queued(db: Db, limit: number, offset: number): Promise<QueuedRow[]> {
  const { rows } = await sql<QueuedRow>`
    with in_progress as materialized (select * from ${IN_PROGRESS} p),
    blocks as (
      select block, sum(rows)::bigint as rows, sum(robux)::bigint as robux from (
        select block, waiting as rows, robux from pre_order_counts
        union all select pre_order_block(place), 1, 0 from in_progress) counted group by block),
    sums as (
      select block, sum(rows) over (order by block) as rows_through, sum(rows) over (order by block) - rows as rows_before,
        sum(robux) over (order by block) - robux as robux_before from blocks),
    start as materialized (select * from sums where rows_through > ${offset}::bigint order by block limit 1),
    near as materialized (
      (select * from pre_orders where status = 'waiting' and place >= (select first_place_of_block(block) from start) order by place
        limit (select ${offset + limit}::bigint - rows_before from start))
      union all
      select * from in_progress where place >= (select first_place_of_block(block) from start)),
    shown as materialized (
      select p.*, (select robux_before from start)
        + coalesce(sum(p.robux_amount) filter (where p.status = 'waiting') over (order by p.place), 0) as robux_ahead
      from near p order by p.place limit ${limit} offset (select ${offset}::bigint - rows_before from start))
    select p.id, p.buyer_id, p.robux_amount, p.max_rate_cents, u.username, p.robux_ahead::bigint,
      -- rounded down to half minutes, so that all processes give the same answer
      greatest(0, floor(extract(epoch from date_bin('30 seconds', now(), 'epoch') - p.created_at) / 60))::int
        as minutes_waiting,
      p.status = 'matched' as is_matched, ${IS_READY} as is_ready, may_buy(u) as may_buy
    from shown p join users u on u.id = p.buyer_id order by p.place`.execute(db);
  return rows;
}

async function countQueued(db: Db): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select ((select coalesce(sum(waiting), 0) from pre_order_counts) + (select count(*) from ${IN_PROGRESS} p))::bigint
      as total`.execute(db);
  return rows[0]!.total;
}

/** Positions in the queue, from 1, of waiting pre-orders, by place. */
export async function positionsOf(db: Db | Tx, places: readonly number[]): Promise<Map<number, number>> {
  if (places.length === 0) return new Map();
  const { rows } = await sql<{ place: number; position: number }>`
    with sums as materialized (
      select block, sum(waiting) over (order by block) - waiting as ahead from pre_order_counts)
    select w.place, (coalesce((select ahead from sums where block = pre_order_block(w.place)), 0) + (
      select count(*) from pre_orders q
      where q.status = 'waiting' and q.place >= first_place_of_block(pre_order_block(w.place)) and q.place <= w.place))::bigint as position
    from unnest(${places}::bigint[]) as w (place)`.execute(db);
  return new Map(rows.map(({ place, position }) => [place, position]));
}
