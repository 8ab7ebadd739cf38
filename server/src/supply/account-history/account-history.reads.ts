import type {
  AccountEarnings,
  EarningsDays,
  HealthEvent,
  StockAlert,
} from '@sterling/contract/account-history.ts';
import { EVENTS_PAGE_SIZE, type Page } from '@sterling/contract/fields.ts';
import type { Cents } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { countRows } from '../../platform/db/large-reads.ts';
import { PAGE_ROWS, pagesOf } from '../../platform/db/pages.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { withTimeZone } from '../../platform/db/time-zone.ts';
import { readAccount } from '../roblox-accounts/roblox-accounts.reads.ts';
import { wordsOfHealth } from './health.rules.ts';

interface Earned {
  readonly cents: Cents;
  readonly robux: number;
  readonly completed: number;
  readonly failed: number;
}

const A_YEAR = '365';

/** What an own account earned in the last days of a time zone, including today. Refuses with account_not_found. */
export async function accountEarnings(
  db: Db,
  userId: string,
  accountId: string,
  { days, timeZone = 'UTC' }: { days: EarningsDays; timeZone?: string | undefined },
): Promise<AccountEarnings> {
  await readAccount(db, userId, accountId);
  const by = days === A_YEAR ? 'week' : 'day';
  const { rows } = await withTimeZone(
    sql<Earned & { date: string }>`
      with latest as (select date_trunc('day', now() at time zone ${timeZone}) as today),
      periods as (
        select generate_series(date_trunc(${by}, today - (${Number(days)}::int - 1) * interval '1 day'), today,
          ('1 ' || ${by})::interval) as period from latest),
      ended as (
        select date_trunc(${by}, ended_at at time zone ${timeZone}) as period,
          coalesce(sum(total_cents) filter (where status = 'completed'), 0) as cents,
          coalesce(sum(robux_amount) filter (where status = 'completed'), 0) as robux,
          count(*) filter (where status = 'completed') as completed, count(*) filter (where status = 'failed') as failed
        from orders where account_id = ${accountId}
          and ended_at >= (select min(period) at time zone ${timeZone} from periods) group by 1)
      select to_char(period, 'YYYY-MM-DD') as date, coalesce(cents, 0)::bigint as cents, coalesce(robux, 0)::bigint as robux,
        coalesce(completed, 0) as completed, coalesce(failed, 0) as failed
      from periods left join ended using (period) order by period`.execute(db),
  );
  return {
    by,
    periods: rows.map(({ date, ...earned }) => ({ date, ...shown(earned) })),
    totals: shown(sumOf(rows)),
  };
}

const shown = ({ cents, robux, completed, failed }: Earned) => ({
  earned: cents,
  robux,
  completed,
  failed,
});

function sumOf(periods: readonly Earned[]): Earned {
  const total = (of: (period: Earned) => number) => periods.reduce((sum, period) => sum + of(period), 0);
  return {
    cents: total(({ cents }) => cents) as Cents,
    robux: total(({ robux }) => robux),
    completed: total(({ completed }) => completed),
    failed: total(({ failed }) => failed),
  };
}

/** One page of an own account's health events, newest first, and their total number. Refuses with account_not_found. */
export async function listHealthEvents(
  db: Db,
  userId: string,
  accountId: string,
  { page = 1, pageSize = EVENTS_PAGE_SIZE }: Page,
): Promise<{ events: HealthEvent[]; total: number }> {
  await readAccount(db, userId, accountId);
  const all = db.selectFrom('accountEvents').where('accountId', '=', accountId);
  const [rows, total] = await Promise.all([
    all
      .select(['id', 'at', 'code', 'details'])
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    countRows(db, all.select(sql`1`.as('one'))),
  ]);
  return { events: rows.map(shownEvent), total };
}

/** The health events of all accounts of a user in pages, oldest first. */
export const healthPages = (
  db: Db,
  userId: string,
): AsyncGenerator<(HealthEvent & { accountId: string })[]> =>
  pagesOf(async (last) => {
    const rows = await db
      .selectFrom('accountEvents as e')
      .innerJoin('robloxAccounts as a', 'a.id', 'e.accountId')
      .where('a.userId', '=', userId)
      .$if(last !== null, (later) =>
        later.where(sql<boolean>`(e.account_id, e.id) > (${last!.accountId}, ${last!.id})`),
      )
      .select(['e.id', 'e.accountId', 'e.at', 'e.code', 'e.details'])
      .orderBy('e.accountId')
      .orderBy('e.id')
      .limit(PAGE_ROWS)
      .execute();
    return rows.map((row) => ({ accountId: row.accountId, ...shownEvent(row) }));
  });

const shownEvent = ({
  id,
  at,
  ...stored
}: {
  id: number;
  at: Date;
  code: string;
  details: unknown;
}): HealthEvent => ({
  id: String(id),
  at,
  code: stored.code,
  ...wordsOfHealth(stored),
});

/** A seller's alert for low stock, and what they can sell now. */
export async function readStockAlert(db: Db | Tx, userId: string): Promise<StockAlert> {
  const { rows } = await sql<StockAlert>`
    select a.robux, robux_for_sale(u.id) as for_sale, coalesce(a.is_low, false) as is_low
    from users u left join stock_alerts a on a.user_id = u.id where u.id = ${userId}`.execute(db);
  return rows[0]!;
}
