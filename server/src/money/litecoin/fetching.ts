import type { Block } from '../../outside/litecoin-block.ts';
import type { LitecoinNode } from '../../outside/litecoin-node.ts';
import type { Cursor } from './litecoin.reads.ts';

/** As many calls as a node works on immediately (its `rpcthreads`). */
const IN_FLIGHT = 4;
/** Blocks fetched before they are taken. */
const AHEAD = 64;
/** Hashes asked for in one call. */
const RUN = 32;
/** Blocks of one batch, and transactions in them. */
const LARGEST_BATCH = { blocks: 100, transactions: 20_000 };

/**
 * The blocks after a cursor up to the height of `tip`, in batches, each block on the one before it; the next ones are
 * fetched while a batch is worked on. Ends early where the node's branch is not the cursor's any longer.
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
  const inBlockLane = openLanes(IN_FLIGHT);
  const fetched: Promise<Block | null>[] = [];
  let next = from;
  const fetchRun = () => {
    const last = Math.min(to, next + RUN - 1);
    const asked = node.blockHashes(next, last);
    // what nobody comes to take must not end the process
    asked.catch(() => undefined);
    for (let index = 0; index <= last - next; index += 1) {
      const block = inBlockLane(async () => {
        const hash = (await asked)[index];
        return hash == null ? null : node.block(hash);
      });
      block.catch(() => undefined);
      fetched.push(block);
    }
    next = last + 1;
  };
  for (let height = from; height <= to; height += 1) {
    while (next <= to && fetched.length <= AHEAD - RUN) fetchRun();
    yield await fetched.shift()!;
  }
}

/** Runs what it is given in order, so many at a time. */
function openLanes(count: number): <Answer>(ask: () => Promise<Answer>) => Promise<Answer> {
  const running: Promise<unknown>[] = [];
  return (ask) => {
    const before = running.length < count ? Promise.resolve() : running.shift()!;
    const answer = before.then(ask);
    running.push(answer.catch(() => undefined));
    return answer;
  };
}
