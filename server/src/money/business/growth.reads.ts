import type { BusinessRange, Growth } from '@sterling/contract/business.ts';
import { sql } from 'kysely';
import { readFigure } from '../../platform/db/large-reads.ts';
import { type Db, readClock } from '../../platform/db/pool.ts';
import { IS_COUNTED } from '../../trade/orders/split/parts.reads.ts';
import { dayOf, spanOf } from './business.rules.ts';

/** The funnel of a range and the cohorts of the last twelve months. With very many orders, the figures may be a minute old. */
export async function readGrowth(db: Db, range: BusinessRange): Promise<Growth> {
  const today = dayOf(await readClock(db));
  const from = range === 'all' ? '-infinity' : spanOf(range, today, null).from;
  const [{ bought: _, ...funnel }, cohorts] = await Promise.all([
    readFigure(db, `funnel ${range}`, async () => {
      const value = await readFunnel(db, from);
      return { value, rows: value.bought };
    }),
    readFigure(db, 'cohorts', async () => {
      const value = await readCohorts(db, spanOf('12m', today, null).from);
      return { value, rows: sumOf(value.flatMap(({ joined, ordered }) => [joined, ...ordered])) };
    }),
  ]);
  return { funnel, cohorts };
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** Robux orders and purchases of listings since a day. The parts of a split order count as one. */
const boughtSince = (from: string) => sql`
  select buyer_id, created_at, ${IS_COUNTED} as is_counted, status = 'completed' as is_completed
    from orders where created_at >= ${from}::timestamptz
  union all select buyer_id, created_at, true, stage = 'completed' from transactions where created_at >= ${from}::timestamptz`;

/**
 * Users who joined since a day and were not removed by a clean-up. Deleted accounts count: their rows stay. Nobody buys before
 * they join.
 */
const joinedSince = (from: string) => sql`
  select id, joined_at from users where joined_at >= ${from}::timestamptz and joined_at > (select counted_since())`;

/** `bought`: how many orders the figures are made of. */
async function readFunnel(db: Db, from: string): Promise<Growth['funnel'] & { bought: number }> {
  const { rows } = await sql<Growth['funnel'] & { bought: number }>`
    with people as (${joinedSince(from)}),
    bought as (
      select buyer_id, count(*) filter (where is_counted) as orders, bool_or(is_completed) as is_completed
      from (${boughtSince(from)}) bought group by buyer_id)
    select count(*) as joined,
      count(*) filter (where b.orders is not null or exists (
        select from ledger_accounts a join ledger_postings m on m.to_account = a.id where a.user_id = p.id and a.wallet = 'buyer')) as funded,
      count(b.orders) as ordered,
      count(*) filter (where b.is_completed) as completed,
      count(*) filter (where b.is_completed and b.orders > 1) as repeated,
      coalesce(sum(b.orders), 0)::bigint as bought
    from people p left join bought b on b.buyer_id = p.id`.execute(db);
  return rows[0]!;
}

interface CohortMonth {
  readonly month: string;
  readonly joined: number;
  /** Months after the month of joining. */
  readonly later: number;
  readonly buyers: number;
}

/** Every month of a cohort has a row, even without an order. */
async function readCohorts(db: Db, from: string): Promise<Growth['cohorts']> {
  const { rows } = await sql<CohortMonth>`
    with people as (${joinedSince(from)}),
    cohorts as (select date_trunc('month', joined_at) as month, count(*) as joined from people group by 1),
    monthly as (
      select buyer_id, date_trunc('month', created_at) as bought_in from (${boughtSince(from)}) bought group by 1, 2),
    active as (
      select date_trunc('month', p.joined_at) as month, m.bought_in, count(*) as buyers
      from people p join monthly m on m.buyer_id = p.id group by 1, 2)
    select to_char(c.month, 'YYYY-MM') as month, c.joined, coalesce(a.buyers, 0) as buyers,
      row_number() over (partition by c.month order by later) - 1 as later
    from cohorts c cross join lateral generate_series(c.month, date_trunc('month', now()), interval '1 month') later
      left join active a on a.month = c.month and a.bought_in = later
    order by c.month, later`.execute(db);
  const cohorts = Map.groupBy(rows, ({ month }) => month).values();
  return Array.from(cohorts, (months) => ({
    month: months[0]!.month,
    joined: months[0]!.joined,
    ordered: months.map(({ buyers }) => buyers),
  }));
}
