import { sql } from 'kysely';
import type { Block, ChainTransaction } from '../../outside/litecoin-block.ts';
import type { Tx } from '../../platform/db/pool.ts';

/**
 * Stores which coins a transaction spends that the signer did not sign. If it disappears in a reorganisation, a
 * transaction that spends the same coins shows that it can never return.
 */
export async function storeInputs(tx: Tx, { txid, ins }: ChainTransaction): Promise<void> {
  if (ins.length === 0) return;
  await tx
    .insertInto('transactionInputs')
    .values(ins.map(({ txid: from, vout: n }) => ({ spender: txid, txid: from, n })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Marks known transactions that compete with a transaction of these blocks for a coin. */
export async function markRivals(tx: Tx, blocks: readonly Block[]): Promise<void> {
  const spends = blocks.flatMap(({ height, txs }) =>
    txs.flatMap(({ txid, ins }) => ins.map((coin) => ({ ...coin, by: txid, height }))),
  );
  await sql`
    update transaction_inputs i set rival = s.by, rival_height = s.height
    from unnest(${spends.map(({ txid }) => txid)}::text[], ${spends.map(({ vout }) => vout)}::int[],
      ${spends.map(({ by }) => by)}::text[], ${spends.map(({ height }) => height)}::int[]) as s (txid, n, by, height)
    where i.txid = s.txid and i.n = s.n and i.spender <> s.by`.execute(tx);
}

/** Undoes `markRivals` above a height. */
export async function forgetRivals(tx: Tx, height: number): Promise<void> {
  await tx
    .updateTable('transactionInputs')
    .set({ rival: null, rivalHeight: null })
    .where('rivalHeight', '>', height)
    .execute();
}

/** Deletes the inputs of transactions that were mined in these blocks, because no reorganisation reaches them. */
export async function forgetInputs(tx: Tx, from: number, to: number): Promise<void> {
  await sql`
    delete from transaction_inputs i using chain_outputs o
    where o.txid = i.spender and o.height between ${from} and ${to}`.execute(tx);
}
