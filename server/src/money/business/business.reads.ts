import type { Business, BusinessRange } from '@sterling/contract/business.ts';
import { sql } from 'kysely';
import { readFigure } from '../../platform/db/large-reads.ts';
import { type Db, readClock } from '../../platform/db/pool.ts';
import { type BusinessDay, businessOf, dayOf, type Span, spanOf } from './business.rules.ts';

/** Volume, revenue, costs and margin of a range. With very many orders, the figures may be a minute old. */
export const readBusiness = (db: Db, range: BusinessRange): Promise<Business> =>
  readFigure(db, `business ${range}`, async () => {
    const value = await computeBusiness(db, range);
    return { value, rows: value.totals.orders + value.totals.trades };
  });

async function computeBusiness(db: Db, range: BusinessRange): Promise<Business> {
  const today = dayOf(await readClock(db));
  const span = spanOf(range, today, range === 'all' ? await firstDay(db) : null);
  return businessOf(span, await readDays(db, span));
}

/** The day of the first event; null without one. */
async function firstDay(db: Db): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select min(day)::text as day from ledger_days_between('-infinity', 'infinity')`.execute(db);
  return rows[0]!.day;
}

async function readDays(db: Db, { from, until, before }: Span): Promise<readonly BusinessDay[]> {
  const { rows } = await sql<BusinessDay>`
    select to_char(day, 'YYYY-MM-DD') as day, orders, trades, robux, volume, withdrawal_fees, marketplace_fees, network_fees,
      network_costs, affiliate_shares, late_purchases, adjustments
    from business_days(${before?.from ?? from}::date, ${until}::date)`.execute(db);
  return rows;
}
