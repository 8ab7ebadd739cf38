import type { BusinessRange, Growth } from '@sterling/contract/business.ts';
import { sql } from 'kysely';
import { readFigure } from '../../platform/db/large-reads.ts';
import { type Db, readClock } from '../../platform/db/pool.ts';
import { spanOf } from './business.rules.ts';

/** The funnel of a range and the cohorts of the last twelve months. Those of very many orders may be a minute old. */
export const readGrowth = (db: Db, range: BusinessRange): Promise<Growth> =>
  readFigure(db, `growth ${range}`, async () => {
    const today = (await readClock(db)).toISOString().slice(0, 10);
    const [{ bought, ...funnel }, cohorts] = await Promise.all([
      readFunnel(db, range === 'all' ? '-infinity' : spanOf(range, today, null).from),
      readCohorts(db, spanOf('12m', today, null).from),
    ]);
    return { value: { funnel, cohorts }, rows: bought };
  });

/** Robux orders and purchases of listings. The parts of a split order are one order. */
const BOUGHT = sql`
  select buyer_id, coalesce(split_id, id) as id, created_at, status = 'completed' as is_completed from orders
  union all select buyer_id, id, created_at, stage = 'completed' from transactions`;

/** Users who joined since a day and were not removed by a clean-up. Deleted accounts count: their rows stay. */
const joinedSince = (from: string) => sql`
  select id, joined_at from users where joined_at >= ${from}::timestamptz and joined_at > counted_since()`;

/** `bought`: how many orders the figures are made of. */
async function readFunnel(db: Db, from: string): Promise<Growth['funnel'] & { bought: number }> {
  const { rows } = await sql<Growth['funnel'] & { bought: number }>`
    with people as (${joinedSince(from)}),
    bought as (
      select buyer_id, count(distinct b.id) as orders, bool_or(is_completed) as is_completed
      from people join (${BOUGHT}) b on b.buyer_id = people.id group by buyer_id),
    funded as (
      select a.user_id from people join ledger_accounts a on a.user_id = people.id
      where a.wallet = 'buyer' and exists (select from ledger_postings p where p.to_account = a.id))
    select count(*) as joined,
      count(*) filter (where f.user_id is not null or b.orders is not null) as funded,
      count(b.orders) as ordered,
      count(*) filter (where b.is_completed) as completed,
      count(*) filter (where b.is_completed and b.orders > 1) as repeated,
      coalesce(sum(b.orders), 0)::bigint as bought
    from people left join funded f on f.user_id = people.id left join bought b on b.buyer_id = people.id`.execute(
    db,
  );
  return rows[0]!;
}

interface CohortMonth {
  readonly month: string;
  readonly joined: number;
  /** Months after the month of joining. */
  readonly later: number;
  readonly buyers: number;
}

/** Every month of a cohort has a row, also without an order. */
async function readCohorts(db: Db, from: string): Promise<Growth['cohorts']> {
  const { rows } = await sql<CohortMonth>`
    with people as (${joinedSince(from)}),
    cohorts as (select date_trunc('month', joined_at) as month, count(*) as joined from people group by 1),
    active as (
      select date_trunc('month', p.joined_at) as month, date_trunc('month', b.created_at) as bought_in, count(distinct p.id) as buyers
      from people p join (${BOUGHT}) b on b.buyer_id = p.id group by 1, 2)
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
