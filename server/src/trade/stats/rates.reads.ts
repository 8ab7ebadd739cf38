import { averageRate, type Cents, type Robux } from '@sterling/contract/money.ts';
import type { RateHistory } from '@sterling/contract/stats.ts';
import { sql } from 'kysely';
import { readFigure } from '../../platform/db/large-reads.ts';
import type { Db } from '../../platform/db/pool.ts';
import { withTimeZone } from '../../platform/db/time-zone.ts';
import { changeInPercent } from './stats.rules.ts';

interface Traded {
  readonly robux: Robux;
  readonly cents: Cents;
  readonly orders: number;
}

/** As `readRates`. With very many orders, the figures may be a minute old. */
export const rateHistory = (db: Db, dayCount: number, timeZone = 'UTC'): Promise<RateHistory> =>
  readFigure(db, `rates ${dayCount} ${timeZone}`, async () => {
    const value = await readRates(db, dayCount, timeZone);
    return { value, rows: value.totals.orders };
  });

/**
 * Completed orders of the last days in a time zone, including today, and the change against the same time before. One day is
 * counted by hour.
 */
async function readRates(db: Db, dayCount: number, timeZone: string): Promise<RateHistory> {
  const isHourly = dayCount === 1;
  const [unit, count, format] = isHourly
    ? ['hour', 24, 'YYYY-MM-DD"T"HH24:00']
    : ['day', dayCount, 'YYYY-MM-DD'];
  const { rows } = await withTimeZone(
    sql<Traded & { date: string }>`
      with latest as (select date_trunc(${unit}, now() at time zone ${timeZone}) as slot),
      slots as (
        select slot - back * ('1 ' || ${unit})::interval as slot from latest, generate_series(0, ${2 * count - 1}::int) back),
      done as (
        select date_trunc(${unit}, ended_at at time zone ${timeZone}) as slot, sum(robux_amount) as robux, sum(total_cents) as cents,
          count(*) filter (where not has_later_part(o)) as orders
        from orders o where status = 'completed' and ended_at >= (select min(slot) at time zone ${timeZone} from slots)
          and ended_at > counted_since() group by 1)
      select to_char(slot, ${format}) as date, coalesce(robux, 0)::bigint as robux, coalesce(cents, 0)::bigint as cents,
        coalesce(orders, 0) as orders
      from slots left join done using (slot) order by slot`.execute(db),
  );
  const [before, now] = [rows.slice(0, count), rows.slice(count)];
  const [totals, earlier] = [sumOf(now), sumOf(before)];
  return {
    days: now.map((day) => ({ date: day.date, ...shown(day) })),
    totals: {
      ...shown(totals),
      volumeChange: changeInPercent(earlier.cents, totals.cents),
    },
  };
}

const shown = ({ robux, cents, orders }: Traded) => ({
  robux,
  volume: cents,
  orders,
  averageRate: averageRate(robux, cents),
});

function sumOf(days: readonly Traded[]): Traded {
  const total = (of: (day: Traded) => number) => days.reduce((sum, day) => sum + of(day), 0);
  return {
    robux: total(({ robux }) => robux) as Robux,
    cents: total(({ cents }) => cents) as Cents,
    orders: total(({ orders }) => orders),
  };
}
