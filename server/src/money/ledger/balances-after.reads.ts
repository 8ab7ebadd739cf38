import type { Cents } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';

/** The balance of a wallet right after one of its postings. */
export interface BalancePoint {
  readonly posting: number;
  readonly cents: Cents;
}

/**
 * The posted balance of a wallet right after each of these events, by event key. Keys that were not booked are missing.
 * It counts back from `from`, or from the present balance without one or if an event is newer, so it reads only
 * postings between there and the oldest of the events.
 */
export async function balancesAfter(
  db: Db,
  wallet: string,
  keys: readonly string[],
  from: BalancePoint | null = null,
): Promise<ReadonlyMap<string, BalancePoint>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<BalancePoint & { key: string }>`
    with wallet as (
      select a.id, b.posted from ledger_accounts a join ledger_balances b on b.account_id = a.id where a.name = ${wallet}),
    booked as (
      select e.key, own.posting from wallet w cross join ledger_events e cross join lateral (
        select max(p.id) as posting from ledger_postings p where p.event_id = e.id and w.id in (p.from_account, p.to_account)) own
      where e.key = any (${keys}::text[])),
    ends as (
      select oldest, case when newest <= ${from?.posting ?? null}::bigint then ${from?.posting ?? null}::bigint end as point
      from (select min(posting) as oldest, max(posting) as newest from booked) postings),
    moves as (
      select p.id, p.amount from wallet w, ends, ledger_postings p
        where p.to_account = w.id and p.id between ends.oldest and coalesce(ends.point, 9223372036854775807)
      union all
      select p.id, -p.amount from wallet w, ends, ledger_postings p
        where p.from_account = w.id and p.id between ends.oldest and coalesce(ends.point, 9223372036854775807)),
    newer as (
      select id, coalesce(sum(amount) over (order by id desc rows between unbounded preceding and 1 preceding), 0) as amount
      from moves)
    select b.key, b.posting,
      (case when ends.point is null then w.posted else ${from?.cents ?? null}::bigint end - n.amount)::bigint as cents
    from wallet w, ends, booked b join newer n on n.id = b.posting`.execute(db);
  return new Map(rows.map(({ key, ...point }) => [key, point]));
}

/**
 * Reads the balances after the events of one page after another, newest first. Each page counts back from the page before.
 * Rows without a key were not booked.
 */
export function openBalances(db: Db, wallet: string) {
  let from: BalancePoint | null = null;
  return async (keys: readonly (string | null)[]): Promise<ReadonlyMap<string, Cents>> => {
    const booked = keys.filter((key) => key !== null);
    const points = await balancesAfter(db, wallet, booked, from);
    for (const point of points.values()) if (!from || point.posting < from.posting) from = point;
    return new Map([...points].map(([key, { cents }]) => [key, cents]));
  };
}
