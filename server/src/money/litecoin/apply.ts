import { litoshi } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import type { Block, ChainTransaction } from '../../outside/litecoin-block.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { closeOvertaken } from '../../trade/reviews/reviews.ts';
import { account, type Posting, postNew, walletBalance } from '../ledger/ledger.ts';
import { outputKey, transactionKey } from './chain-events.ts';
import { sumOf } from './deposits.rules.ts';
import { type ForeignSpend, reportForeignSpend } from './foreign-spends.ts';
import { forgetInputs, markRivals, storeInputs } from './inputs.ts';
import { type Match, matchTransactions } from './matching.ts';
import { reportOwnerless } from './ownerless.ts';
import type { Watched } from './watched-scripts.ts';

/** Older blocks are deleted. Deeper reorganisations cannot be followed. */
const BLOCKS_KEPT = 500;

/**
 * Applies blocks on top of the cursor: our outputs and spends, deposits and ledger events. The blocks must follow the
 * cursor and each other. The caller holds the chain lock. Returns the spends that our signer did not sign.
 */
export async function applyBlocks(
  tx: Tx,
  blocks: readonly Block[],
  watched: Watched,
): Promise<ForeignSpend[]> {
  const matches = await matchTransactions(
    tx,
    blocks.flatMap(({ txs }) => txs),
    watched,
  );
  const foreign: (ForeignSpend | null)[] = [];
  for (const { height, txs } of blocks) {
    for (const transaction of txs) {
      const match = matches.get(transaction.txid);
      if (!match) continue;
      if (match.spent.length > 0) foreign.push(await applySpend(tx, transaction, match, height));
      else await applyReceipt(tx, transaction, match, height);
    }
  }
  await markRivals(tx, blocks);
  await tx
    .insertInto('chainBlocks')
    .values(
      blocks.map(({ height, hash, prev, timeSeconds }) => ({
        height,
        hash,
        prev,
        time: new Date(timeSeconds * 1000),
      })),
    )
    .execute();
  await tx
    .deleteFrom('chainBlocks')
    .where('height', '<', blocks.at(-1)!.height - BLOCKS_KEPT)
    .execute();
  await forgetInputs(tx, blocks[0]!.height - BLOCKS_KEPT - 1, blocks.at(-1)!.height - BLOCKS_KEPT - 1);
  return foreign.filter((spend) => spend !== null);
}

/**
 * Applies a payment from outside. Each output enters the treasury. An output to a user's address is a deposit, and one to
 * a deposit address without an owner is reviewed. The account of the owner may have been deleted.
 */
async function applyReceipt(
  tx: Tx,
  transaction: ChainTransaction,
  { received }: Match,
  height: number,
): Promise<void> {
  await storeInputs(tx, transaction);
  for (const output of received) {
    const generation = await storeOutput(tx, transaction, output, height);
    await postNew(tx, {
      key: outputKey(transaction.txid, output.n, generation),
      kind: 'output.received',
      postings: [{ from: account.outside, to: account.treasury, amount: output.litoshi }],
    });
    if (output.userId === null || (await cameAfterDeletion(tx, transaction.txid, output))) {
      if (output.account === 'deposit') await reportOwnerless(tx, transaction.txid, output, height);
      continue;
    }
    await tx
      .insertInto('deposits')
      .values({
        txid: transaction.txid,
        n: output.n,
        userId: output.userId,
        address: output.address,
        litoshi: output.litoshi,
        height,
      })
      .onConflict((conflict) =>
        conflict.columns(['txid', 'n']).doUpdateSet({
          height,
          status: sql`case deposits.status when 'orphaned' then 'seen' else deposits.status end`,
        }),
      )
      .execute();
  }
}

/**
 * Whether the owner had deleted their account before this deposit was seen, or while it had disappeared from chain and mempool. Nobody
 * could use its money. A deposit that was reversed after the deletion may come back: it covers what the wallet owes since then, and no more.
 */
async function cameAfterDeletion(
  tx: Tx,
  txid: string,
  { n, userId, isOwnerDeleted }: Match['received'][number],
): Promise<boolean> {
  if (!isOwnerDeleted) return false;
  const known = await tx
    .selectFrom('deposits')
    .where('txid', '=', txid)
    .where('n', '=', n)
    .where('status', '<>', 'orphaned')
    .select(['status', 'cents'])
    .executeTakeFirst();
  if (known?.status !== 'reversed') return known === undefined;
  const { posted } = await walletBalance(tx, userId!, 'buyer');
  return posted + known.cents! > 0;
}

/** Applies a transaction that spends our outputs. Payments and the network fee leave the treasury; our change stays. */
async function applySpend(
  tx: Tx,
  transaction: ChainTransaction,
  match: Match,
  height: number,
): Promise<ForeignSpend | null> {
  const { txid } = transaction;
  const moved = movementsOf(transaction, match);
  const { generation, id, kind } = await tx
    .insertInto('ownTransactions')
    .values({ txid, kind: 'unknown', feeLitoshi: moved.fee, minedHeight: height })
    .onConflict((conflict) =>
      conflict.column('txid').doUpdateSet({ minedHeight: height, facts: null, givenUpAt: null }),
    )
    .returning(['generation', 'id', 'kind'])
    .executeTakeFirstOrThrow();
  await closeOvertaken(tx, 'house_payment', id);
  if (kind === 'unknown') await storeInputs(tx, transaction);
  for (const output of match.received) await storeOutput(tx, transaction, output, height);
  for (const { txid: from, n } of match.spent) {
    await tx
      .updateTable('chainOutputs')
      .set({ spentBy: txid, spentHeight: height })
      .where('txid', '=', from)
      .where('n', '=', n)
      .execute();
  }
  await postNew(tx, {
    key: transactionKey(txid, generation),
    kind: 'transaction.mined',
    postings: moved.postings,
  });
  const refundedAt = await readRefund(tx, txid);
  if (kind !== 'unknown' && !refundedAt) return null;
  return reportForeignSpend(tx, id, transaction, match, refundedAt);
}

/** When a withdrawal's money was returned, before its transaction was mined after all; null if it was not. */
async function readRefund(tx: Tx, txid: string): Promise<Date | null> {
  const refunded = tx.selectFrom('withdrawals').where('txid', '=', txid).where('state', '=', 'failed');
  return (await refunded.select('failedAt').executeTakeFirst())?.failedAt ?? null;
}

/** What a transaction that spends our outputs moves, and its fee as far as it is ours. */
export function movementsOf(
  { ins, outs }: ChainTransaction,
  { received, spent }: Match,
): { fee: number; postings: Posting[] } {
  const given = sumOf(spent);
  const kept = sumOf(received);
  if (spent.length < ins.length) {
    // others added inputs too, so our share of the fee is unknown: only the net change can be booked
    const net = litoshi(kept - given);
    const postings = [
      { from: account.outside, to: account.treasury, amount: net },
      { from: account.treasury, to: account.outside, amount: litoshi(-net) },
    ];
    return { fee: 0, postings };
  }
  const paid = sumOf(outs);
  const postings = [
    { from: account.treasury, to: account.outside, amount: litoshi(paid - kept) },
    { from: account.treasury, to: account.miners, amount: litoshi(given - paid) },
  ];
  return { fee: given - paid, postings };
}

/** Stores an output. Returns its generation: the number of reorganisations that removed it from the chain. */
async function storeOutput(
  tx: Tx,
  { txid, isCoinbase, isHogEx }: ChainTransaction,
  { n, address, litoshi: amount }: Match['received'][number],
  height: number,
): Promise<number> {
  const { generation } = await tx
    .insertInto('chainOutputs')
    .values({ txid, n, address, litoshi: amount, isCoinbase, isPegOut: isHogEx, height })
    .onConflict((conflict) => conflict.columns(['txid', 'n']).doUpdateSet({ height }))
    .returning('generation')
    .executeTakeFirstOrThrow();
  return generation;
}
