import { REFUSALS } from '@sterling/contract/errors.ts';
import { type Cents, dollarsOf, type Rate } from '@sterling/contract/money.ts';
import type { LiveQueue, PreOrder } from '@sterling/contract/pre-orders.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { aggregated } from '../../supply/market/market.reads.ts';
import { estimate } from './pre-orders.rules.ts';

interface Paged {
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
}

const DEFAULT_PAGE_SIZE = 200;

/** Whether stock for sale fits the amount of a pre-order (p in the outer query) at a rate. */
const stockFitsAt = (rate: 'p.most_rate_cents' | 'p.offers_cents') => sql<boolean>`exists (
  select from stock_for_sale s
  where s.rate_cents <= ${sql.raw(rate)} and s.robux >= p.robux_amount and s.seller_id <> p.buyer_id
    and not (p.rest_until > now() and s.account_id = any (p.resting_accounts)) is true)`;

/** A person's pre-orders, newest first. */
export async function listPreOrders(
  db: Db,
  buyerId: string,
  { page = 1, pageSize = DEFAULT_PAGE_SIZE }: Paged,
): Promise<{ preOrders: PreOrder[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    shownPreOrders(db)
      .where('p.buyerId', '=', buyerId)
      .orderBy('p.place', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    db
      .selectFrom('preOrders')
      .where('buyerId', '=', buyerId)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { preOrders: rows.map(shown), total };
}

/** One of the person's own pre-orders. Throws if it does not exist. */
export async function readPreOrder(db: Db | Tx, buyerId: string, preOrderId: string): Promise<PreOrder> {
  const row = await shownPreOrders(db)
    .where('p.id', '=', preOrderId)
    .where('p.buyerId', '=', buyerId)
    .executeTakeFirstOrThrow();
  return shown(row);
}

const shownPreOrders = (db: Db | Tx) =>
  db.selectFrom('preOrders as p').select([
    'p.id',
    'p.robuxAmount',
    'p.mostRateCents',
    'p.mostCents',
    'p.gamepassUrl',
    'p.passName',
    'p.status',
    'p.waitsFor',
    'p.limitedBy',
    'p.closeReason',
    'p.orderId',
    'p.createdAt',
    sql<number | null>`case when p.status = 'waiting' then (
        select count(*) from pre_orders q where q.status = 'waiting' and q.place <= p.place) end`.as(
      'position',
    ),
    // If stock fits, a pre-order still waits because of its buyer's balance, its pass or an emergency stop.
    sql<boolean>`p.status = 'waiting' and ${stockFitsAt('p.most_rate_cents')}`.as('stockFits'),
    sql<boolean>`p.status = 'waiting' and ${stockFitsAt('p.offers_cents')}`.as('canBePaid'),
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof shownPreOrders>['executeTakeFirstOrThrow']>>;

function shown(row: Row): PreOrder {
  return {
    id: row.id,
    robuxAmount: row.robuxAmount,
    maxRatePerThousand: dollarsOf(row.mostRateCents as Rate),
    maxTotal: dollarsOf(row.mostCents as Cents),
    gamepassUrl: row.gamepassUrl,
    gamepassName: row.passName,
    status: row.status as PreOrder['status'],
    reason: reasonOf(row),
    position: row.position,
    orderId: row.orderId,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Why a pre-order waits or was closed. Null if only an emergency stop or a retry of matching delays it. */
function reasonOf({ status, waitsFor, limitedBy, stockFits, canBePaid, closeReason }: Row): string | null {
  if (status !== 'waiting') return status === 'closed' ? closeReason : null;
  if (waitsFor === 'pass') return 'Price mismatch';
  if (!stockFits) return 'No stock at your rate';
  if (canBePaid) return null;
  return limitedBy ? REFUSALS[limitedBy as 'account_too_new' | 'spending_limit'][1] : 'Insufficient balance';
}

interface QueuedRow {
  readonly id: string;
  readonly robuxAmount: number;
  readonly mostRateCents: Rate;
  readonly username: string;
  readonly minutesWaiting: number;
  readonly canFulfill: boolean;
  readonly robuxAhead: number;
  readonly robuxServed: number;
}

/** All pre-orders that wait or whose order is in progress, oldest first, and the sums of the market. */
export async function liveQueue(
  db: Db,
  { page = 1, pageSize = DEFAULT_PAGE_SIZE }: Paged,
): Promise<{ queue: LiveQueue; total: number }> {
  const [rows, total, market] = await Promise.all([
    queued(db, pageSize, (page - 1) * pageSize),
    countQueued(db),
    aggregated(db),
  ]);
  const preOrders = rows.map((row) => ({
    id: row.id,
    robuxAmount: row.robuxAmount,
    maxRatePerThousand: dollarsOf(row.mostRateCents),
    buyerUsername: row.username.split('#')[0]!,
    minutesWaiting: row.minutesWaiting,
    canFulfill: row.canFulfill,
    estimatedFulfillment: row.canFulfill ? null : estimate(row.robuxAhead, row.robuxServed),
  }));
  const sumOf = (field: 'totalRobux' | 'accountCount') => market.reduce((sum, row) => sum + row[field], 0);
  return {
    queue: { preOrders, totalAvailableRobux: sumOf('totalRobux'), activeAccounts: sumOf('accountCount') },
    total,
  };
}

/** Neither the limits for new buyers nor the waiting time after a failed order keep the pre-order waiting. */
const ONLY_BUYER_OR_PASS = sql`
  (p.limited_by is null and (p.waits_for = 'pass' or p.rest_until is null or p.rest_until <= now()))`;

const QUEUED = sql`(
  select * from pre_orders where status = 'waiting'
  union all
  select p.* from orders o join pre_orders p on p.order_id = o.id where o.next_check_at is not null)`;

async function queued(db: Db, limit: number, offset: number): Promise<QueuedRow[]> {
  const { rows } = await sql<QueuedRow>`
    with largest as materialized (
      -- the largest account at each rate, and the largest of another seller, because buyers cannot buy from themselves
      select rate_cents, seller_id, robux from (
        select rate_cents, seller_id, max(robux) as robux,
          row_number() over (partition by rate_cents order by max(robux) desc) as rank
        from stock_for_sale group by rate_cents, seller_id) by_seller where rank <= 2),
    served as materialized (
      select o.rate_cents, sum(p.robux_amount) as robux from pre_orders p join orders o on o.id = p.order_id
      where p.matched_at > now() - interval '24 hours' group by o.rate_cents)
    select p.id, p.robux_amount, p.most_rate_cents, u.username, p.robux_ahead,
      -- rounded down to half minutes, so that all processes give the same answer
      greatest(0, floor(extract(epoch from date_bin('30 seconds', now(), 'epoch') - p.created_at) / 60))::int
        as minutes_waiting,
      p.status = 'matched' or ${ONLY_BUYER_OR_PASS} and exists (
        select from largest l
        where l.rate_cents <= p.most_rate_cents and l.robux >= p.robux_amount and l.seller_id <> p.buyer_id) as can_fulfill,
      (select coalesce(sum(s.robux), 0)::bigint from served s where s.rate_cents <= p.most_rate_cents) as robux_served
    from (
      select p.*, coalesce(sum(p.robux_amount) filter (where p.status = 'waiting') over (order by p.place), 0)::bigint
        as robux_ahead
      from ${QUEUED} p order by p.place limit ${limit} offset ${offset}) p
    join users u on u.id = p.buyer_id order by p.place`.execute(db);
  return rows;
}

async function countQueued(db: Db): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${QUEUED} p`.execute(db);
  return rows[0]!.total;
}
