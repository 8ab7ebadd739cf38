import type { Rate } from '@sterling/contract/money.ts';
import type { AggregatedRate, PlatformStats } from '@sterling/contract/platform.ts';
import { sql } from 'kysely';
import type { z } from 'zod/mini';
import type { Db, Tx } from '../../platform/db/pool.ts';

interface RateRow {
  readonly rateCents: Rate;
  readonly accountCount: number;
  readonly totalRobux: number;
  readonly largestOrder: number;
  readonly instant: number;
  readonly inParts: number;
}

/** Stock for sale by rate, cheapest first. */
export async function aggregated(db: Db | Tx): Promise<AggregatedRate[]> {
  const { rows } = await sql<RateRow>`
    select rate_cents, count(*) as account_count, sum(stock)::bigint as total_robux, max(stock) as largest_order,
      coalesce(max(stock) filter (where fulfilment = 'auto'), 0) as instant,
      coalesce(sum(stock) filter (where fulfilment = 'auto' and stock >= min_order_robux()), 0)::bigint as in_parts
    from (select rate_cents, fulfilment, robux as stock from stock_for_sale) for_sale
    group by rate_cents order by rate_cents`.execute(db);
  return rows.map(({ rateCents, ...amounts }) => ({ ratePerThousand: rateCents, ...amounts }));
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
