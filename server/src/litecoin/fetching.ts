import type { Block } from '../outside/litecoin-block.ts';
import type { LitecoinNode } from '../outside/litecoin-node.ts';
import type { Cursor } from './litecoin.reads.ts';

/** As many calls as a node works on at once (its `rpcthreads`). */
const IN_FLIGHT = 4;
/** Blocks fetched before they are taken. */
const AHEAD = 64;
/** Blocks of one batch, and transactions in them. */
const LARGEST_BATCH = { blocks: 100, transactions: 20_000 };

/**
 * The blocks after a cursor up to the height of `tip`, in batches, each block on the one before it; the next ones are
 * fetched while a batch is worked on. Ends early where the node's branch is not the cursor's any more.
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
    if (batch.length < LARGEST_BATCH.blocks && transactions < LARGEST_BATCH.transactions) continue;
    yield batch as [Block, ...Block[]];
    batch = [];
    transactions = 0;
  }
  if (batch.length > 0) yield batch as [Block, ...Block[]];
}

async function* fetchAhead(node: LitecoinNode, from: number, to: number): AsyncGenerator<Block | null> {
  const fetched: Promise<Block | null>[] = [];
  let next = from;
  const fetchNext = () => {
    const height = next;
    next += 1;
    // each call waits for the one that is IN_FLIGHT before it
    const before = fetched.at(-IN_FLIGHT) ?? Promise.resolve(null);
    const block = before.then(() => blockAt(node, height));
    // one that nobody comes to take must not end the process
    block.catch(() => undefined);
    fetched.push(block);
  };
  for (let height = from; height <= to; height += 1) {
    while (next <= to && fetched.length < AHEAD) fetchNext();
    yield await fetched.shift()!;
  }
}

async function blockAt(node: LitecoinNode, height: number): Promise<Block | null> {
  const hash = await node.blockHash(height);
  return hash === null ? null : node.block(hash);
}
