import type { Cents } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { notify, type Tx } from '../../platform/db/pool.ts';
import { openReview } from '../../trade/reviews/reviews.ts';
import { account, postNew } from '../ledger/ledger.ts';
import { settleDeposits } from '../ledger/settlement.ts';
import { outputKey, reversalKey, transactionKey, undo } from './chain-events.ts';
import { forgetRivals } from './inputs.ts';
import { closeOwnerlessAbove } from './ownerless.ts';

/**
 * Rolls back every applied block above `height`. It undoes treasury events, unmines our transactions, orphans deposits
 * and reverses credited ones at their original amount, even below zero. The caller holds the chain lock.
 */
export async function rollBackTo(tx: Tx, height: number): Promise<void> {
  await unmineSpends(tx, height);
  await removeOutputs(tx, height);
  await reverseDeposits(tx, height);
  await forgetRivals(tx, height);
  await tx.deleteFrom('chainBlocks').where('height', '>', height).execute();
  await settleDeposits(tx, height);
}

async function unmineSpends(tx: Tx, height: number): Promise<void> {
  const unmined = await tx
    .updateTable('ownTransactions')
    .set({
      minedHeight: null,
      generation: sql`generation + 1`,
      // the worker may not have seen that it was mined while it was being cancelled
      givenUpAt: sql`case when exists (
        select from withdrawals w where w.txid = own_transactions.txid and w.state = 'cancelling') then now() end`,
    })
    .where('minedHeight', '>', height)
    .returning(['txid', sql<number>`generation - 1`.as('generation')])
    .execute();
  for (const { txid, generation } of unmined)
    await undo(tx, transactionKey(txid, generation), 'transaction.unmined');
  await tx
    .updateTable('chainOutputs')
    .set({ spentBy: null, spentHeight: null })
    .where('spentHeight', '>', height)
    .execute();
}

async function removeOutputs(tx: Tx, height: number): Promise<void> {
  await closeOwnerlessAbove(tx, height);
  const removed = await tx
    .updateTable('chainOutputs')
    .set({ height: null, generation: sql`generation + 1` })
    .where('height', '>', height)
    .returning(['txid', 'n', sql<number>`generation - 1`.as('generation')])
    .execute();
  // our own change has no event of its own; the event of its transaction is undone already
  for (const { txid, n, generation } of removed)
    await undo(tx, outputKey(txid, n, generation), 'output.removed');
}

async function reverseDeposits(tx: Tx, height: number): Promise<void> {
  const removed = await tx
    .selectFrom('deposits')
    .where('height', '>', height)
    .orderBy('userId')
    .orderBy('id')
    .select(['id', 'txid', 'n', 'userId', 'status', 'generation', 'cents'])
    .execute();
  for (const { id, txid, n, userId, status, generation, cents } of removed) {
    const wasCredited = status === 'credited' || status === 'reversed';
    await tx
      .updateTable('deposits')
      .set({ height: null, status: wasCredited ? 'reversed' : 'orphaned' })
      .where('id', '=', id)
      .execute();
    await notify(tx, 'wallet', userId);
    if (status !== 'credited') continue;
    await postNew(tx, {
      key: reversalKey(txid, n, generation),
      kind: 'deposit.reversed',
      postings: [{ from: account.buyer(userId), to: account.exchange, amount: cents as Cents }],
      details: { depositId: id },
      force: true,
    });
    await openReview(tx, { kind: 'reversal', subjectId: id, userId });
  }
}
