import type { AggregatedRate } from '@sterling/contract/market.ts';
import type { Rate } from '@sterling/contract/money.ts';
import type { PlatformStats } from '@sterling/contract/platform.ts';
import { sql } from 'kysely';
import type { z } from 'zod/mini';
import type { Db, Tx } from '../../platform/db/pool.ts';

interface RateRow {
  readonly rateCents: Rate;
  readonly accountCount: number;
  readonly sellerCount: number;
  readonly totalRobux: number;
  readonly largestOrder: number;
  readonly instant: number;
  readonly inParts: number;
}

/** Stock for sale by rate, cheapest first. */
export async function aggregated(db: Db | Tx): Promise<AggregatedRate[]> {
  const { rows } = await sql<RateRow>`
    select rate_cents, sum(accounts)::bigint as account_count, count(*) as seller_count, sum(stock)::bigint as total_robux,
      max(largest) as largest_order, coalesce(max(instant), 0) as instant, coalesce(sum(in_parts), 0)::bigint as in_parts
    from (
      select rate_cents, count(*) as accounts, sum(robux) as stock, max(robux) as largest,
        max(robux) filter (where fulfilment = 'auto') as instant,
        sum(robux) filter (where fulfilment = 'auto' and robux >= min_order_robux()) as in_parts
      from stock_for_sale group by rate_cents, seller_id) by_seller
    group by rate_cents order by rate_cents`.execute(db);
  return rows.map(({ rateCents, ...amounts }) => ({ ratePerThousand: rateCents, ...amounts }));
}

export interface MarketTotals {
  readonly totalAvailableRobux: number;
  readonly activeAccounts: number;
  readonly activeSellers: number;
}

/** The sums of the whole market. A seller with accounts at several rates counts once. */
export async function marketTotals(db: Db | Tx): Promise<MarketTotals> {
  const { rows } = await sql<MarketTotals>`
    select coalesce(sum(stock), 0)::bigint as total_available_robux, coalesce(sum(accounts), 0)::bigint as active_accounts,
      count(*) as active_sellers
    from (select count(*) as accounts, sum(robux) as stock from stock_for_sale group by seller_id) by_seller`.execute(
    db,
  );
  return rows[0]!;
}

const RATES_SHOWN = 5;

/** The public counters. They start from zero after a clean-up of the database. */
export async function platformStats(db: Db | Tx): Promise<Omit<z.output<typeof PlatformStats>, 'status'>> {
  const [rates, counters] = await Promise.all([
    aggregated(db),
    sql<{ totalRobuxSold: number; totalUsers: number }>`
      select robux_sold() as total_robux_sold,
        (select count(*) from users where deleted_at is null) as total_users`.execute(db),
  ]);
  return { ...counters.rows[0]!, rates: rates.slice(0, RATES_SHOWN) };
}
