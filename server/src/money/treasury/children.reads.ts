import { litoshi } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type { LockedCoin } from '../withdrawals/payment.ts';
import { STUCK_AFTER_BLOCKS } from './child.rules.ts';

/** Our unspent change output that depends on a stuck withdrawal. */
export interface StuckChange extends LockedCoin {
  readonly account: 'hot';
  readonly branch: number;
  readonly index: number;
  /** Its unmined ancestors, including its own transaction. */
  readonly parents: readonly { readonly hex: string; readonly feeLitoshi: number }[];
}

/**
 * Finds unmined change whose chain contains a withdrawal that was signed long ago, and no child since then. Answers the
 * last change of each chain.
 */
export async function findStuckChange(db: Db): Promise<StuckChange[]> {
  const { rows } = await sql<Omit<StuckChange, 'value'> & { litoshi: number }>`
    with recursive cursor as (select max(height) - ${STUCK_AFTER_BLOCKS} as long_ago from chain_blocks),
    rests as (
      select o.txid as tip, o.n, t.txid from chain_outputs o
        join own_transactions t on t.txid = o.txid
        where t.mined_height is null and o.reserved_by is null and t.facts is null
          and (t.kind = 'child' and t.sent_at is not null
            or exists (select from withdrawals w where w.txid = t.txid and w.state = 'broadcast'))
      union
      select r.tip, r.n, p.txid from rests r
        join chain_outputs i on i.reserved_by = r.txid
        join own_transactions p on p.txid = i.txid and p.mined_height is null and p.hex is not null)
    select o.txid, o.n, o.litoshi, 0 as unmined_depth, a.script, a.account, a.branch, a.index,
      jsonb_agg(jsonb_build_object('hex', t.hex, 'feeLitoshi', t.fee_litoshi)) as parents
    from rests r
    join chain_outputs o on o.txid = r.tip and o.n = r.n
    join addresses a on a.address = o.address and a.account = 'hot'
    join own_transactions t on t.txid = r.txid
    cross join cursor
    group by o.txid, o.n, o.litoshi, a.address, cursor.long_ago
    having bool_or(t.kind = 'withdrawal' and t.signed_height <= cursor.long_ago)
      and not bool_or(t.kind = 'child' and t.signed_height > cursor.long_ago)`.execute(db);
  return rows.map(({ litoshi: value, ...coin }) => ({ ...coin, value: litoshi(value) }));
}
