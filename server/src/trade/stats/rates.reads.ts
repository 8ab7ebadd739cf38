import { type Cents, dollarsOf, type Robux } from '@sterling/contract/money.ts';
import type { RateHistory } from '@sterling/contract/stats.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { withTimeZone } from '../../platform/db/time-zone.ts';
import { averageRate, changeAgainst } from './stats.rules.ts';

interface Traded {
  readonly robux: Robux;
  readonly cents: Cents;
  readonly orders: number;
}

/** Completed orders of the last `dayCount` days in a time zone, including today, and the change against the same number of days before. */
export async function rateHistory(db: Db, dayCount: number, timeZone = 'UTC'): Promise<RateHistory> {
  const { rows } = await withTimeZone(
    sql<Traded & { date: string }>`
      with today as (select (now() at time zone ${timeZone})::date as date),
      days as (select (date - back)::date as date from today, generate_series(0, ${2 * dayCount - 1}::int) back),
      done as (
        select (ended_at at time zone ${timeZone})::date as date, sum(robux_amount) as robux, sum(total_cents) as cents, count(*) as orders
        from orders where status = 'completed'
          and ended_at >= (select (date - ${2 * dayCount - 1}::int)::timestamp at time zone ${timeZone} from today) group by 1)
      select date::text as date, coalesce(robux, 0)::bigint as robux, coalesce(cents, 0)::bigint as cents, coalesce(orders, 0) as orders
      from days left join done using (date) order by date`.execute(db),
  );
  const [before, now] = [rows.slice(0, dayCount), rows.slice(dayCount)];
  const [totals, earlier] = [sumOf(now), sumOf(before)];
  return {
    days: now.map((day) => ({ date: day.date, ...shown(day) })),
    totals: {
      ...shown(totals),
      volumeChange: earlier.cents === 0 ? null : changeAgainst(earlier.cents, totals.cents),
    },
  };
}

function shown({ robux, cents, orders }: Traded) {
  const average = averageRate(robux, cents);
  return {
    robux,
    volume: dollarsOf(cents),
    orders,
    averageRate: average === null ? null : dollarsOf(average),
  };
}

function sumOf(days: readonly Traded[]): Traded {
  const total = (of: (day: Traded) => number) => days.reduce((sum, day) => sum + of(day), 0);
  return {
    robux: total(({ robux }) => robux) as Robux,
    cents: total(({ cents }) => cents) as Cents,
    orders: total(({ orders }) => orders),
  };
}
