import type { Litoshi } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/pool.ts';
import { payoutStopReason } from './guards.reads.ts';

export interface SignedPayment {
  readonly txid: string;
  readonly hex: string;
  readonly fee: Litoshi;
  readonly coins: readonly { readonly txid: string; readonly n: number }[];
  /** Its outputs to the hot wallet. */
  readonly kept: readonly { readonly n: number; readonly address: string; readonly amount: Litoshi }[];
}

/**
 * Stores a signed transaction and reserves its coins. It may be sent only after this commit. False, without a change,
 * when payouts are blocked, or a coin is spent, or reserved by a transaction other than `instead`, which it replaces.
 */
export async function recordSignedTransaction(
  tx: Tx,
  kind: 'withdrawal' | 'sweep' | 'child' | 'cancel',
  payment: SignedPayment,
  instead: string | null = null,
): Promise<boolean> {
  if ((await payoutStopReason(tx)) !== null) return false;
  if (!(await reserveCoins(tx, payment, instead))) return false;
  const { txid, hex, fee: feeLitoshi } = payment;
  await tx.insertInto('ownTransactions').values({ txid, kind, hex, feeLitoshi }).execute();
  for (const coin of payment.coins)
    await tx.insertInto('transactionInputs').values({ spender: txid, txid: coin.txid, n: coin.n }).execute();
  for (const { n, address, amount } of payment.kept)
    await tx.insertInto('chainOutputs').values({ txid, n, address, litoshi: amount }).execute();
  return true;
}

/** Coins are locked in one order, so that two payments cannot deadlock. */
async function reserveCoins(
  tx: Tx,
  { txid, coins }: SignedPayment,
  instead: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    select o.txid from chain_outputs o
    join unnest(${coins.map((coin) => coin.txid)}::text[], ${coins.map((coin) => coin.n)}::int[]) as c (txid, n) using (txid, n)
    where (o.reserved_by is null or o.reserved_by = ${instead}) and o.spent_by is null
    order by o.txid, o.n for update of o`.execute(tx);
  if (rows.length !== coins.length) return false;
  await sql`
    update chain_outputs o set reserved_by = ${txid}
    from unnest(${coins.map((coin) => coin.txid)}::text[], ${coins.map((coin) => coin.n)}::int[]) as c (txid, n)
    where o.txid = c.txid and o.n = c.n`.execute(tx);
  return true;
}

/**
 * Gives a signed transaction up: it is not sent again, and the coins that it still holds are free. It may still be
 * mined. `coins: 'held'` keeps its coins reserved until a cancel spends one of them.
 */
export async function giveUp(tx: Tx, txid: string, coins: 'freed' | 'held'): Promise<void> {
  await sql`update own_transactions set given_up_at = coalesce(given_up_at, now())
    where txid = ${txid} and mined_height is null`.execute(tx);
  if (coins === 'held') return;
  await sql`update chain_outputs set reserved_by = null where reserved_by = ${txid} and spent_by is null`.execute(
    tx,
  );
}
