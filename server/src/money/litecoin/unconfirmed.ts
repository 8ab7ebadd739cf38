import type { ChainTransaction } from '../../outside/litecoin-block.ts';
import { notify, type Tx } from '../../platform/db/pool.ts';
import { matchTransactions } from './matching.ts';
import type { Watched } from './watched.ts';

/** Records deposits from the mempool, so that users see them. No money moves. */
export async function recordUnconfirmed(
  tx: Tx,
  transactions: readonly ChainTransaction[],
  watched: Watched,
): Promise<void> {
  if (transactions.length === 0) return;
  const matches = await matchTransactions(tx, transactions, watched);
  for (const [txid, { received, spent }] of matches) {
    if (spent.length > 0) continue;
    for (const { n, address, userId, litoshi } of received) {
      await tx
        .insertInto('chainOutputs')
        .values({ txid, n, address, litoshi })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      if (userId === null) continue;
      const changed = await tx
        .insertInto('deposits')
        .values({ txid, n, userId, address, litoshi })
        .onConflict((conflict) =>
          conflict
            .columns(['txid', 'n'])
            .doUpdateSet({ status: 'seen' })
            .where('deposits.status', '=', 'orphaned'),
        )
        .returning('id')
        .executeTakeFirst();
      if (changed) await notify(tx, 'wallet', userId);
    }
  }
}

/**
 * Marks deposits as orphaned that are no longer in the chain or in the mempool. `mempool` must have been read at the
 * cursor.
 */
export async function orphanVanished(tx: Tx, mempool: readonly string[]): Promise<void> {
  const waiting = await tx
    .selectFrom('deposits')
    .where('status', '=', 'seen')
    .where('height', 'is', null)
    .select(['id', 'txid', 'userId'])
    .execute();
  const present = new Set(mempool);
  for (const { id, userId } of waiting.filter(({ txid }) => !present.has(txid))) {
    await tx.updateTable('deposits').set({ status: 'orphaned' }).where('id', '=', id).execute();
    await notify(tx, 'wallet', userId);
  }
}
