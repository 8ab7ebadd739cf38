import { averageRate, type Cents, type Robux } from '@sterling/contract/money.ts';
import type { Spending, SpendingMonth, SpendingPass } from '@sterling/contract/spending.ts';
import { type RawBuilder, sql } from 'kysely';
import { readFigure } from '../../platform/db/large-reads.ts';
import type { Db } from '../../platform/db/pool.ts';
import { withTimeZone } from '../../platform/db/time-zone.ts';

/** As `readSpending`. With very many orders, the figures may be a minute old. */
export const spendingOf = (
  db: Db,
  userId: string,
  year: number | null,
  timeZone = 'UTC',
): Promise<Spending> =>
  readFigure(db, `spending ${userId} ${year} ${timeZone}`, async () => {
    const value = await withTimeZone(readSpending(db, userId, year, timeZone));
    return { value, rows: value.total.orders + value.total.trades + value.total.refunds };
  });

/**
 * What a buyer paid in a year of a time zone (null: the present year). An order or trade counts in the month in which it ended.
 * The parts of a split order count as one order.
 */
async function readSpending(
  db: Db,
  userId: string,
  asked: number | null,
  timeZone: string,
): Promise<Spending> {
  const { now, years } = await readYears(db, userId, timeZone);
  const year = asked ?? now;
  const ended = endedIn(userId, year, timeZone);
  const [sums, passes] = await Promise.all([readSums(db, ended, year, timeZone), readPasses(db, ended)]);
  const { month: _all, ...total } = sums.at(-1)!;
  return { year, years, months: sums.slice(0, -1), total, passes };
}

/** The years of the report, newest first, and the present year. */
async function readYears(
  db: Db,
  userId: string,
  timeZone: string,
): Promise<{ now: number; years: number[] }> {
  const yearOf = (time: RawBuilder<unknown>) => sql`extract(year from ${time} at time zone ${timeZone})::int`;
  const { rows } = await sql<{ year: number; isNow: boolean }>`
    select year, bool_or(is_now) as is_now from (
      select ${yearOf(sql`now()`)} as year, true as is_now
      union all select distinct ${yearOf(sql`ended_at`)}, false from orders where buyer_id = ${userId} and ended_at is not null
      union all select distinct ${yearOf(sql`ended_at`)}, false from transactions where buyer_id = ${userId} and ended_at is not null
    ) years group by year order by year desc`.execute(db);
  return { now: rows.find(({ isNow }) => isNow)!.year, years: rows.map(({ year }) => year) };
}

/** The ended orders and trades of a buyer in a year. `pass_id` is null for a trade. */
const endedIn = (userId: string, year: number, timeZone: string): RawBuilder<unknown> => sql`
  with bounds as (
    select make_timestamp(${year}::int, 1, 1, 0, 0, 0) at time zone ${timeZone} as first,
      make_timestamp(${year}::int + 1, 1, 1, 0, 0, 0) at time zone ${timeZone} as next),
  ended as (
    select coalesce(split_id, id) as id, ended_at, status = 'completed' as is_paid, total_cents as cents, robux_amount as robux,
      pass_id, pass_name, gamepass_url
    from orders, bounds where buyer_id = ${userId} and ended_at >= first and ended_at < next
    union all
    select id, ended_at, stage = 'completed', total_cents, 0, null, null, null
    from transactions, bounds where buyer_id = ${userId} and ended_at >= first and ended_at < next)`;

interface Sums {
  readonly month: string | null;
  readonly robuxCents: Cents;
  readonly listingCents: Cents;
  readonly cents: Cents;
  readonly robux: Robux;
  readonly orders: number;
  readonly trades: number;
  readonly refundedCents: Cents;
  readonly refunds: number;
}

/** The sums of each month that has begun, January first, and of the whole year as the last row. */
async function readSums(
  db: Db,
  ended: RawBuilder<unknown>,
  year: number,
  timeZone: string,
): Promise<SpendingMonth[]> {
  const { rows } = await sql<Sums>`
    ${ended},
    months as (
      select month from generate_series(make_timestamp(${year}::int, 1, 1, 0, 0, 0), make_timestamp(${year}::int, 12, 1, 0, 0, 0),
        interval '1 month') month
      where month <= now() at time zone ${timeZone})
    select to_char(month, 'YYYY-MM') as month,
      coalesce(sum(cents) filter (where is_paid and pass_id is not null), 0)::bigint as robux_cents,
      coalesce(sum(cents) filter (where is_paid and pass_id is null), 0)::bigint as listing_cents,
      coalesce(sum(cents) filter (where is_paid), 0)::bigint as cents,
      coalesce(sum(robux) filter (where is_paid), 0)::bigint as robux,
      count(distinct id) filter (where is_paid and pass_id is not null) as orders,
      count(distinct id) filter (where is_paid and pass_id is null) as trades,
      coalesce(sum(cents) filter (where not is_paid), 0)::bigint as refunded_cents,
      count(distinct id) filter (where not is_paid) as refunds
    from months left join ended on date_trunc('month', ended_at at time zone ${timeZone}) = month
    group by grouping sets ((month), ()) order by month nulls last`.execute(db);
  return rows.map(shownSums);
}

function shownSums({ month, robux, orders, trades, refunds, ...cents }: Sums): SpendingMonth {
  return {
    month: month ?? '',
    robuxSpent: cents.robuxCents,
    listingsSpent: cents.listingCents,
    spent: cents.cents,
    robux,
    orders,
    trades,
    averageRate: averageRate(robux, cents.robuxCents),
    refunded: cents.refundedCents,
    refunds,
  };
}

const TOP_PASSES = 10;

async function readPasses(db: Db, ended: RawBuilder<unknown>): Promise<SpendingPass[]> {
  const { rows } = await sql<{
    passId: string;
    name: string;
    url: string;
    cents: Cents;
    robux: number;
    orders: number;
  }>`
    ${ended}
    select pass_id::text as pass_id, (array_agg(pass_name order by ended_at desc))[1] as name,
      (array_agg(gamepass_url order by ended_at desc))[1] as url, sum(cents)::bigint as cents, sum(robux)::bigint as robux,
      count(distinct id) as orders
    from ended where is_paid and pass_id is not null
    group by pass_id order by sum(cents) desc, max(ended_at) desc limit ${TOP_PASSES}`.execute(db);
  return rows.map(({ cents, ...pass }) => ({ ...pass, spent: cents }));
}
