import type { Cents } from '@sterling/contract/money.ts';
import type { BuyerWeek, SellerWeek, UserStats } from '@sterling/contract/stats.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Figure, readFigure } from '../../platform/db/large-reads.ts';
import type { Db } from '../../platform/db/pool.ts';
import { withTimeZone } from '../../platform/db/time-zone.ts';
import { accountFigures } from '../../supply/roblox-accounts/roblox-accounts.reads.ts';
import { ordersOfBuyer } from '../orders/split/parts.reads.ts';
import { changeInPercent, successRate } from './stats.rules.ts';

type Side = 'buyer' | 'seller';

interface UserTotals {
  readonly earnedCents: Cents;
  readonly listings: number;
  readonly stars: number | null;
  readonly completed: number;
  readonly ended: number;
}

/** As `readUserStats`. With very many trades, the figures may be a minute old. */
export const userStats = (db: Db, userId: string, side: Side): Promise<UserStats> =>
  readFigure(db, `stats ${userId} ${side}`, async () => {
    const value = await readUserStats(db, userId, side);
    return { value, rows: value.totalTransactions };
  });

/** As `readBuyerWeek`. With very many orders, the figures may be a minute old. */
export const buyerWeek = (db: Db, userId: string, timeZone = 'UTC'): Promise<BuyerWeek> =>
  readFigure(db, `week of buyer ${userId} ${timeZone}`, async () => {
    const value = await readBuyerWeek(db, userId, timeZone);
    return { value, rows: value.totals.totalOrders };
  });

/** As `readSellerWeek`. With very many sales, the figures may be a minute old. */
export const sellerWeek = (db: Db, userId: string, timeZone = 'UTC'): Promise<SellerWeek> =>
  readFigure(db, `week of seller ${userId} ${timeZone}`, () => readSellerWeek(db, userId, timeZone));

/** A person's totals: earnings, listings and stars as a seller; completed trades and success rate of the given side. */
async function readUserStats(db: Db, userId: string, side: Side): Promise<UserStats> {
  const own = sql.ref(side === 'buyer' ? 'buyer_id' : 'seller_id');
  const orders =
    side === 'buyer'
      ? ordersOfBuyer(userId)
      : sql`select status, ended_at from orders where seller_id = ${userId}`;
  const { rows } = await sql<UserTotals>`
    select
      ((select coalesce(sum(total_cents - fee_cents), 0) from transactions where seller_id = ${userId} and stage = 'completed')
        + (select coalesce(sum(total_cents), 0) from orders where seller_id = ${userId} and status = 'completed'))::bigint as earned_cents,
      (select count(*) from listings where seller_id = ${userId} and status = 'active' and removed_at is null) as listings,
      (select round(avg(stars), 1)::float8 from transactions where seller_id = ${userId} and stars is not null) as stars,
      ended.completed, ended.count as ended
    from (select count(*), count(*) filter (where is_completed) as completed from (
      select stage = 'completed' as is_completed from transactions where ${own} = ${userId} and ended_at is not null
      union all select status = 'completed' from (${orders}) own_orders where ended_at is not null) each_one) ended`.execute(
    db,
  );
  const { earnedCents, listings, stars, completed, ended } = rows[0]!;
  return {
    userId,
    totalEarnings: earnedCents,
    totalTransactions: completed,
    totalListings: listings,
    averageRating: stars,
    rating: stars,
    successRate: successRate(completed, ended),
  };
}

/** A buyer's Robux of this week by day in a time zone, and totals of all their orders. */
async function readBuyerWeek(db: Db, userId: string, timeZone: string): Promise<BuyerWeek> {
  const orders = ordersOfBuyer(userId);
  const bought = sql`select robux_amount as robux, total_cents as cents, ended_at as at from (${orders}) own
    where status = 'completed'`;
  const [days, totals] = await Promise.all([
    twoWeeks(db, bought, timeZone),
    sql<BuyerTotals>`
      select coalesce(sum(robux_amount) filter (where status = 'completed'), 0)::bigint as total_robux,
        coalesce(sum(total_cents) filter (where status = 'completed'), 0)::bigint as spent_cents,
        count(*) filter (where status = 'completed') as completed_orders, count(*) as total_orders,
        count(*) filter (where ended_at is null) as active_orders,
        count(*) filter (where status = 'pending') as pending_orders,
        (select count(*) from pre_orders where buyer_id = ${userId}) as pre_orders
      from (${orders}) own`.execute(db),
  ]);
  const { spentCents, ...counts } = totals.rows[0]!;
  return {
    role: 'buyer',
    days: days.thisWeek.map(({ day, date, robux }) => ({ day, date, robux })),
    lastWeek: days.lastWeek.map(({ robux }) => robux),
    change: changeOf(days, 'robux'),
    totals: { ...counts, totalSpent: spentCents },
  };
}

interface BuyerTotals extends Omit<BuyerWeek['totals'], 'totalSpent'> {
  readonly spentCents: Cents;
}

/** A seller's revenue and sales of this week by day in a time zone, and their total earnings. */
async function readSellerWeek(db: Db, userId: string, timeZone: string): Promise<Figure<SellerWeek>> {
  const sold = sql`
    select robux_amount as robux, total_cents as cents, ended_at as at from orders
      where seller_id = ${userId} and status = 'completed'
    union all select 0, total_cents - fee_cents, ended_at from transactions
      where seller_id = ${userId} and stage = 'completed'`;
  const [days, totals, accounts] = await Promise.all([
    twoWeeks(db, sold, timeZone),
    sql<{ cents: Cents; robux: number; sales: number }>`
      select count(*) as sales, coalesce(sum(cents), 0)::bigint as cents, coalesce(sum(robux), 0)::bigint as robux
      from (${sold}) sold`.execute(db),
    accountFigures(db, userId),
  ]);
  const { cents, robux, sales: rows } = totals.rows[0]!;
  const value: SellerWeek = {
    role: 'seller',
    days: days.thisWeek.map(({ day, date, cents: earned, sales }) => ({
      day,
      date,
      revenue: earned as Cents,
      sales,
    })),
    lastWeek: days.lastWeek.map(({ cents: earned }) => earned as Cents),
    change: changeOf(days, 'cents'),
    totals: {
      totalEarnings: cents,
      totalSales: robux,
      activeListings: accounts.total,
      accountsForSale: accounts.forSale,
    },
  };
  return { value, rows };
}

interface DayOfTwo {
  readonly day: BuyerWeek['days'][number]['day'];
  readonly date: string;
  readonly robux: number;
  readonly cents: number;
  readonly sales: number;
  /** Not after today in the time zone. */
  readonly hasBegun: boolean;
}

interface TwoWeeks {
  readonly lastWeek: readonly DayOfTwo[];
  readonly thisWeek: readonly DayOfTwo[];
}

/** Sums the rows of `done` (robux, cents, at) by day, for the 14 days from last week's Monday. */
async function twoWeeks(db: Db, done: RawBuilder<unknown>, timeZone: string): Promise<TwoWeeks> {
  const { rows } = await withTimeZone(
    sql<DayOfTwo>`
      with week as (select date_trunc('week', now() at time zone ${timeZone}) as monday),
      days as (
        select day::date as date from week, generate_series(monday - interval '7 days', monday + interval '6 days', interval '1 day') day),
      done as (
        select (at at time zone ${timeZone})::date as date, sum(robux) as robux, sum(cents) as cents, count(*) as sales
        from week, (${done}) done where at >= (monday - interval '7 days') at time zone ${timeZone} group by 1)
      select to_char(date, 'Dy') as day, date::text as date, coalesce(robux, 0)::bigint as robux,
        coalesce(cents, 0)::bigint as cents, coalesce(sales, 0) as sales,
        date <= (now() at time zone ${timeZone})::date as has_begun
      from days left join done using (date) order by date`.execute(db),
  );
  return { lastWeek: rows.slice(0, 7), thisWeek: rows.slice(7) };
}

/** The change of this week's days so far against the same days of last week, in percent. 0 if those were empty. */
function changeOf({ lastWeek, thisWeek }: TwoWeeks, what: 'robux' | 'cents'): number {
  const begun = thisWeek.filter(({ hasBegun }) => hasBegun);
  const sumOf = (days: readonly DayOfTwo[]) => days.reduce((sum, day) => sum + day[what], 0);
  return changeInPercent(sumOf(lastWeek.slice(0, begun.length)), sumOf(begun)) ?? 0;
}
