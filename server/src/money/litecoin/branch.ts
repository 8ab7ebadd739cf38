import { text } from '@sterling/contract/texts.ts';
import type { LitecoinNode } from '../../outside/litecoin-node.ts';
import type { Db } from '../../platform/db/pool.ts';
import { toStore, WITH_VALUES } from '../../platform/stored-texts.rules.ts';
import { HASHES_PER_CALL } from './fetching.ts';
import { missingBlocks } from './guards.rules.ts';
import { type Cursor, chainCursor } from './litecoin.reads.ts';
import { type SecondSource, whyUnconfirmed } from './second-source.ts';

/** How the applied blocks relate to the node's active chain. */
export type Branch =
  | { readonly kind: 'followed' }
  /** The node left our branch above `forkHeight`. */
  | { readonly kind: 'left'; readonly cursor: Cursor; readonly forkHeight: number }
  /** The node cannot tell yet, for this reason. */
  | { readonly kind: 'unclear'; readonly reason: string };

/**
 * Compares the applied blocks with the node's active chain. Only another hash at the cursor's height means that the node
 * left our branch. A missing block, including one whose header the node knows, means only that the node is behind. A second
 * node must have the same other hash.
 */
export async function compareBranch(
  db: Db,
  node: LitecoinNode,
  second: SecondSource | null,
): Promise<Branch> {
  const cursor = (await chainCursor(db))!;
  const hash = await node.blockHash(cursor.height);
  if (hash === cursor.hash) return { kind: 'followed' };
  const reason =
    (await whyUnclear(node, cursor, hash)) ??
    (hash === null ? null : await whyUnconfirmed(second, { height: cursor.height, hash }));
  if (reason !== null) return { kind: 'unclear', reason };
  const applied = await db
    .selectFrom('chainBlocks')
    .orderBy('height', 'desc')
    .select(['height', 'hash'])
    .execute();
  const forkHeight = await findFork(node, applied);
  if (forkHeight !== null) return { kind: 'left', cursor, forkHeight };
  return { kind: 'unclear', reason: toStore(WITH_VALUES.tooDeep, { count: applied.length }) };
}

/** Why the node's answer does not show that it left our branch; null when it does. */
async function whyUnclear(node: LitecoinNode, cursor: Cursor, hash: string | null): Promise<string | null> {
  const info = await node.chainInfo();
  if (info.initialBlockDownload) return text('the node is still downloading the chain');
  if (info.headers > info.blocks) return missingBlocks(info);
  if (hash === null) return toStore(WITH_VALUES.unknownTip, { height: info.blocks, ours: cursor.height });
  return null;
}

/** The height of the highest applied block that is in the node's active chain. */
async function findFork(node: LitecoinNode, applied: readonly Cursor[]): Promise<number | null> {
  for (let first = 0; first < applied.length; first += HASHES_PER_CALL) {
    const part = applied.slice(first, first + HASHES_PER_CALL);
    const lowest = part.at(-1)!.height;
    const hashes = await node.blockHashes(lowest, part[0]!.height);
    const common = part.find(({ height, hash }) => hashes[height - lowest] === hash);
    if (common) return common.height;
  }
  return null;
}
