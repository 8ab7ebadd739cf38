import type { ChainTransaction } from '../../outside/litecoin-block.ts';
import { notify, type Tx } from '../../platform/db/pool.ts';
import { movementsOf } from './apply.ts';
import { type ForeignSpend, reportForeignSpend } from './foreign-spends.ts';
import { type Match, matchTransactions } from './matching.ts';
import type { Watched } from './watched-scripts.ts';

/**
 * Records deposits from the mempool, so that users see them. No money moves. Returns the spends of our coins that our
 * signer did not sign.
 */
export async function recordUnconfirmed(
  tx: Tx,
  transactions: readonly ChainTransaction[],
  watched: Watched,
): Promise<ForeignSpend[]> {
  if (transactions.length === 0) return [];
  const matches = await matchTransactions(tx, transactions, watched);
  const foreign: (ForeignSpend | null)[] = [];
  for (const transaction of transactions) {
    const match = matches.get(transaction.txid);
    if (!match) continue;
    if (match.spent.length > 0) foreign.push(await noteSpend(tx, transaction, match));
    else await noteDeposits(tx, transaction, match);
  }
  return foreign.filter((spend) => spend !== null);
}

/** The signer stores its transactions before they are sent, so an unknown one is not ours. */
async function noteSpend(tx: Tx, transaction: ChainTransaction, match: Match): Promise<ForeignSpend | null> {
  const { txid } = transaction;
  const added = await tx
    .insertInto('ownTransactions')
    .values({ txid, kind: 'unknown', feeLitoshi: movementsOf(transaction, match).fee })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added ? reportForeignSpend(tx, added.id, transaction, match) : null;
}

async function noteDeposits(tx: Tx, { txid }: ChainTransaction, { received }: Match): Promise<void> {
  for (const { n, address, userId, isOwnerDeleted, litoshi } of received) {
    await tx
      .insertInto('chainOutputs')
      .values({ txid, n, address, litoshi })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    if (userId === null || isOwnerDeleted) continue;
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
