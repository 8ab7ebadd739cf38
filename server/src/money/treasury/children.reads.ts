import { litoshi } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type { LockedCoin } from '../withdrawals/payment.ts';
import { STUCK_AFTER_BLOCKS, SWEEP_STUCK_AFTER_BLOCKS } from './child.rules.ts';

/** Our unspent output that depends on a stuck payment. */
export interface StuckChange extends LockedCoin {
  readonly account: 'hot';
  readonly branch: number;
  readonly index: number;
  /** Its unmined ancestors, including its own transaction. */
  readonly parents: readonly { readonly hex: string; readonly feeLitoshi: number }[];
}

/**
 * Finds unmined outputs to the hot wallet whose chain contains a payment that was signed long ago and that no child has
 * helped since then. Chains with a payment that was given up, or that staff has to decide, are left out. Longest chain first, then largest output.
 */
export async function findStuckChange(db: Db): Promise<StuckChange[]> {
  const { rows } = await sql<Omit<StuckChange, 'value'> & { litoshi: number }>`
    with recursive unmined as (
      select t.txid, t.kind, t.hex, t.fee_litoshi, t.given_up_at is not null or t.facts is not null as is_excluded,
        t.sent_at is not null or w.state = 'broadcast' as was_sent, t.signed_height,
        applied_height() - case t.kind when 'sweep' then ${SWEEP_STUCK_AFTER_BLOCKS}::int else ${STUCK_AFTER_BLOCKS}::int end as long_ago
      from own_transactions t left join withdrawals w on w.txid = t.txid
      where t.mined_height is null and t.hex is not null),
    helped as (
      select txid from unmined where kind = 'child' and signed_height > long_ago and not is_excluded
      union
      select i.txid from helped h join transaction_inputs i on i.spender = h.txid join unmined p on p.txid = i.txid),
    ancestors as (
      select o.txid as tip, o.n, u.txid from chain_outputs o join unmined u on u.txid = o.txid
        where o.reserved_by is null and u.was_sent
      union
      select later.tip, later.n, p.txid from ancestors later
        join transaction_inputs i on i.spender = later.txid join unmined p on p.txid = i.txid)
    select o.txid, o.n, o.litoshi, 0 as unmined_depth, a.script, a.account, a.branch, a.index,
      jsonb_agg(jsonb_build_object('hex', u.hex, 'feeLitoshi', u.fee_litoshi)) as parents
    from ancestors part
    join chain_outputs o on o.txid = part.tip and o.n = part.n
    join addresses a on a.address = o.address and a.account = 'hot'
    join unmined u on u.txid = part.txid
    group by o.txid, o.n, o.litoshi, a.address
    having not bool_or(u.is_excluded)
      and bool_or(u.signed_height <= u.long_ago and not exists (select from helped h where h.txid = u.txid))
    order by count(*) desc, o.litoshi desc`.execute(db);
  return rows.map(({ litoshi: value, ...coin }) => ({ ...coin, value: litoshi(value) }));
}
