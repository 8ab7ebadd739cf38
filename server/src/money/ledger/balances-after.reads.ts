import type { Cents } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';

/**
 * The posted balance of a wallet right after each of these events, by event key. Keys that were not booked are missing.
 * It counts back from the present balance, so it reads only postings that are newer than the oldest of the events.
 */
export async function balancesAfter(
  db: Db,
  wallet: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Cents>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ key: string; cents: Cents }>`
    with wallet as (
      select a.id, b.posted from ledger_accounts a join ledger_balances b on b.account_id = a.id where a.name = ${wallet}),
    booked as (
      select e.key, own.posting from wallet w cross join ledger_events e cross join lateral (
        select max(p.id) as posting from ledger_postings p where p.event_id = e.id and w.id in (p.from_account, p.to_account)) own
      where e.key = any (${keys}::text[])),
    oldest as (select min(posting) as posting from booked),
    moves as (
      select p.id, p.amount from wallet w, oldest o, ledger_postings p where p.to_account = w.id and p.id >= o.posting
      union all
      select p.id, -p.amount from wallet w, oldest o, ledger_postings p where p.from_account = w.id and p.id >= o.posting),
    newer as (
      select id, coalesce(sum(amount) over (order by id desc rows between unbounded preceding and 1 preceding), 0) as amount
      from moves)
    select b.key, (w.posted - n.amount)::bigint as cents
    from wallet w, booked b join newer n on n.id = b.posting`.execute(db);
  return new Map(rows.map(({ key, cents }) => [key, cents]));
}
