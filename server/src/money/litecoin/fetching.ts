import pLimit from 'p-limit';
import type { Block, ChainTransaction } from '../../outside/litecoin-block.ts';
import type { LitecoinNode } from '../../outside/litecoin-node.ts';
import type { Cursor } from './litecoin.reads.ts';

/** The node refuses calls when too many of them wait (its `rpcworkqueue`). */
const MAX_PARALLEL_CALLS = 4;
const MAX_BLOCKS_AHEAD = 64;
/** Hashes in one call to the node. */
export const HASHES_PER_CALL = 32;
/** Limits of one batch. */
const MAX_BATCH = { blocks: 100, transactions: 20_000 };

/**
 * The blocks after a cursor up to the height `tip`, in batches. Each block follows the one before it. The next blocks
 * are fetched while the caller works on a batch. Ends early when the node's chain no longer contains the cursor.
 */
export async function* fetchFollowing(
  node: LitecoinNode,
  cursor: Cursor,
  tip: number,
): AsyncGenerator<[Block, ...Block[]]> {
  let { hash: prev } = cursor;
  let batch: Block[] = [];
  let transactions = 0;
  for await (const block of fetchAhead(node, cursor.height + 1, tip)) {
    if (block?.prev !== prev) break;
    batch.push(block);
    transactions += block.txs.length;
    prev = block.hash;
    if (batch.length < MAX_BATCH.blocks && transactions < MAX_BATCH.transactions) continue;
    yield batch as [Block, ...Block[]];
    batch = [];
    transactions = 0;
  }
  if (batch.length > 0) yield batch as [Block, ...Block[]];
}

async function* fetchAhead(node: LitecoinNode, from: number, to: number): AsyncGenerator<Block | null> {
  const limited = pLimit(MAX_PARALLEL_CALLS);
  const fetched: Promise<Block | null>[] = [];
  let next = from;
  const fetchHashes = () => {
    const last = Math.min(to, next + HASHES_PER_CALL - 1);
    const asked = node.blockHashes(next, last);
    // the caller may stop early: a rejection without a handler would end the process
    asked.catch(() => undefined);
    for (let index = 0; index <= last - next; index += 1) {
      const block = limited(async () => {
        const hash = (await asked)[index];
        return hash == null ? null : node.block(hash);
      });
      block.catch(() => undefined);
      fetched.push(block);
    }
    next = last + 1;
  };
  for (let height = from; height <= to; height += 1) {
    while (next <= to && fetched.length <= MAX_BLOCKS_AHEAD - HASHES_PER_CALL) fetchHashes();
    yield await fetched.shift()!;
  }
}

/** Those of these transactions that are in the node's mempool, in the same order. */
export async function fetchMempool(
  node: LitecoinNode,
  txids: readonly string[],
): Promise<ChainTransaction[]> {
  const found = await pLimit(MAX_PARALLEL_CALLS).map(txids, (txid) => node.mempoolTransaction(txid));
  return found.filter((each) => each !== null);
}
