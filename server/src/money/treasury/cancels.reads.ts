import { litoshi } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type { KeyPath } from '../litecoin/keys.ts';
import type { LockedCoin } from '../withdrawals/payment.ts';

/** A payment that was given up, with a coin that a cancel can spend. */
export interface Cancelled {
  /** The payment's txid. */
  readonly cancelled: string;
  readonly coin: LockedCoin & KeyPath;
}

/**
 * Finds payments that were given up and that need a cancel: a withdrawal, an internal transfer that a withdrawal
 * builds on, or a lost transaction that the signer did not sign and that a cancelled withdrawal builds on. No other transaction spends one of their coins yet, and one of their coins is unspent in the applied chain.
 * Chooses the coin that is deep and large.
 */
export async function findCancelled(db: Db): Promise<Cancelled[]> {
  const { rows } = await sql<
    KeyPath & { cancelled: string; txid: string; n: number; litoshi: number; script: Buffer }
  >`
    with recursive unmined as (
      select txid, kind, given_up_at from own_transactions where mined_height is null),
    needed as (
      select u.txid, w.state = 'cancelling' as is_cancelling from unmined u join withdrawals w on w.txid = u.txid
        where w.state in ('signed', 'broadcast', 'needs_review', 'cancelling')
      union
      select p.txid, x.is_cancelling from needed x
        join transaction_inputs i on i.spender = x.txid join unmined p on p.txid = i.txid)
    select distinct on (u.txid) u.txid as cancelled, o.txid, o.n, o.litoshi, a.script, a.account, a.branch, a.index
    from needed join unmined u using (txid)
    join transaction_inputs i on i.spender = u.txid
    join chain_outputs o on o.txid = i.txid and o.n = i.n and o.height is not null and o.spent_by is null
    join addresses a on a.address = o.address and a.account in ('hot', 'deposit')
    where (u.given_up_at is not null or u.kind = 'unknown' and needed.is_cancelling)
      and (o.reserved_by is null or o.reserved_by = u.txid)
      and not exists (select from transaction_inputs r where r.spender = u.txid and r.rival is not null)
      -- another unmined transaction of ours that spends one of its coins does the same, if its own coins exist
      and not exists (
        select from transaction_inputs mine
        join transaction_inputs theirs on theirs.txid = mine.txid and theirs.n = mine.n and theirs.spender <> mine.spender
        join unmined k on k.txid = theirs.spender and k.kind <> 'unknown' and k.given_up_at is null
        where mine.spender = u.txid and not exists (
          select from transaction_inputs k_in join chain_outputs k_coin on k_coin.txid = k_in.txid and k_coin.n = k_in.n
          where k_in.spender = k.txid and k_coin.height is null))
    order by u.txid, o.height <= applied_height() - 5 desc, o.litoshi desc`.execute(db);
  return rows.map(({ cancelled, litoshi: value, ...coin }) => {
    return { cancelled, coin: { ...coin, value: litoshi(value), unminedDepth: 0 } };
  });
}
