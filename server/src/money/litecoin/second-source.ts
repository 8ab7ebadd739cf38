import type { LitecoinNode } from '../../outside/litecoin-node.ts';
import type { TipSource } from '../../outside/tip-source.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { toStore, WITH_VALUES } from '../../platform/stored-texts.rules.ts';
import { MAX_BLOCKS_APART, SECOND_NODE_SILENT } from './guards.rules.ts';
import type { Cursor } from './litecoin.reads.ts';

/** A second source of the chain, beside the node. */
export interface SecondSource extends TipSource {
  /** Our own second node; nothing is credited or rolled back unless it agrees. Null for someone else's API. */
  readonly node: LitecoinNode | null;
}

/** A node of ours as the second source. */
export function secondNode(node: LitecoinNode): SecondSource {
  return { node, height: async () => (await node.chainInfo()).blocks, blockHash: node.blockHash };
}

/** The API of another operator as the second source. It may be silent. */
export function secondApi(tips: TipSource): SecondSource {
  return { ...tips, node: null };
}

/** Why the second node does not confirm that `hash` is in the chain at `height`; null when it does, or when there is none. */
export async function whyUnconfirmed(
  second: SecondSource | null,
  { height, hash }: Cursor,
): Promise<string | null> {
  if (!second?.node) return null;
  try {
    const theirs = await second.blockHash(height);
    if (theirs === hash) return null;
    return theirs === null
      ? toStore(WITH_VALUES.unknownBlock, { height })
      : toStore(WITH_VALUES.differentBlocks, { height });
  } catch {
    return SECOND_NODE_SILENT;
  }
}

/**
 * The height up to which both nodes agree, of the newest blocks in descending order. Deposits are credited with the
 * confirmations that both nodes see. Null when the second node confirms none of these blocks, or does not answer.
 */
export async function agreedHeight(
  second: SecondSource | null,
  newest: readonly Cursor[],
): Promise<number | null> {
  for (const block of newest.slice(0, MAX_BLOCKS_APART + 1)) {
    const reason = await whyUnconfirmed(second, block);
    if (reason === null) return block.height;
    if (reason === SECOND_NODE_SILENT) return null;
  }
  return null;
}

/** The newest applied blocks, in descending order. */
export async function newestBlocks(db: Db | Tx): Promise<Cursor[]> {
  return db
    .selectFrom('chainBlocks')
    .orderBy('height', 'desc')
    .limit(MAX_BLOCKS_APART + 1)
    .select(['height', 'hash'])
    .execute();
}
