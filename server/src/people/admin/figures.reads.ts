import type { AdminStats } from '@sterling/contract/admin.ts';
import type { Cents } from '@sterling/contract/money.ts';
import { type RawBuilder, sql } from 'kysely';
import { readFigure } from '../../platform/db/large-reads.ts';
import type { Db } from '../../platform/db/pool.ts';
import { readUptime } from '../../platform/uptime/uptime.reads.ts';
import { IS_COUNTED } from '../../trade/orders/split/parts.reads.ts';
import { changeInPercent } from '../../trade/stats/stats.rules.ts';

interface Row {
  readonly totalUsers: number;
  readonly newUsersToday: number;
  readonly newUsersThisWeek: number;
  readonly revenueCents: Cents;
  readonly revenueTodayCents: Cents;
  readonly revenueYesterdayCents: Cents;
  readonly activeListings: number;
  readonly pendingListings: number;
  readonly walletCents: Cents;
  readonly withdrawalCents: Cents;
  readonly deals: number;
  readonly dealsToday: number;
  readonly dealsYesterday: number;
  readonly flaggedUsers: number;
}

/** The figures of the whole site. With very many users or trades, they may be a minute old. */
export const readStats = (db: Db): Promise<AdminStats> =>
  readFigure(db, 'site', async () => {
    const value = await computeStats(db);
    return { value, rows: value.totalUsers + value.totalTransactions };
  });

async function computeStats(db: Db): Promise<AdminStats> {
  const [{ rows }, uptime] = await Promise.all([sql<Row>`${FIGURES}`.execute(db), readUptime(db)]);
  const row = rows[0]!;
  return {
    totalUsers: row.totalUsers,
    newUsersToday: row.newUsersToday,
    newUsersThisWeek: row.newUsersThisWeek,
    totalRevenue: row.revenueCents,
    todayRevenue: row.revenueTodayCents,
    revenueChange: changeInPercent(row.revenueYesterdayCents, row.revenueTodayCents),
    activeListings: row.activeListings,
    pendingListings: row.pendingListings,
    totalWalletBalance: row.walletCents,
    pendingWithdrawals: row.withdrawalCents,
    totalTransactions: row.deals,
    dailyTransactions: row.dealsToday,
    transactionsChange: changeInPercent(row.dealsYesterday, row.dealsToday),
    flaggedUsers: row.flaggedUsers,
    uptime,
  };
}

const FEES = sql`('house:fees', 'house:network-fees')`;

/** What the house's fee accounts got in a period of UTC days, before costs. `until` is exclusive. */
const earned = (from: RawBuilder<unknown>, until: RawBuilder<unknown>) => sql`(
  select coalesce(sum(case when target in ${FEES} then amount else -amount end), 0)::bigint
  from ledger_days_between(${from}::date, ${until}::date)
  where (target in ${FEES}) <> (source in ${FEES}) and kind <> 'affiliate.paid')`;

const TODAY = sql`date_trunc('day', now())`;
const YESTERDAY = sql`(date_trunc('day', now()) - interval '1 day')`;

const FIGURES = sql`
  with people as (select joined_at from users where deleted_at is null)
  select
    (select count(*) from people) as total_users,
    (select count(*) from people where joined_at >= ${TODAY}) as new_users_today,
    (select count(*) from people where joined_at >= date_trunc('week', now())) as new_users_this_week,
    ${earned(sql`'-infinity'`, sql`'infinity'`)} as revenue_cents,
    ${earned(TODAY, sql`'infinity'`)} as revenue_today_cents,
    ${earned(YESTERDAY, TODAY)} as revenue_yesterday_cents,
    (select count(*) from listings where status = 'active') as active_listings,
    (select count(*) from listings where status = 'pending') as pending_listings,
    (select coalesce(sum(posted), 0)::bigint from ledger_balances) as wallet_cents,
    (select coalesce(sum(amount_cents), 0)::bigint from withdrawals where confirmed_at is null and failed_at is null) as withdrawal_cents,
    deals.*,
    (select count(distinct user_id) from reviews where state = 'open') as flagged_users
  from (
    select count(*) as deals, count(*) filter (where created_at >= ${TODAY}) as deals_today,
      count(*) filter (where created_at >= ${YESTERDAY} and created_at < ${TODAY}) as deals_yesterday
    from (select created_at from orders where ${IS_COUNTED}
      union all select created_at from transactions) deals) deals`;
