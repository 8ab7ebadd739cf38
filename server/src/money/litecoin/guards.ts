import type { ChainInfo, LitecoinNode } from '../../outside/litecoin-node.ts';
import type { TipSource } from '../../outside/tips.ts';
import { readSetting } from '../../people/settings/settings.reads.ts';
import { type Db, readClock } from '../../platform/db/pool.ts';
import { findNodeTroubles, MAX_BLOCKS_APART, type NodeView } from './guards.rules.ts';
import type { LitecoinNetwork } from './network.ts';

/** Checks the node before its data is trusted. */
export interface Guards {
  /**
   * Stores and answers the reasons why nothing may be credited or paid; empty when there are none. Throws when the node
   * is on another network: then none of its blocks may be applied.
   */
  check(): Promise<string[]>;
}

interface GuardServices {
  readonly db: Db;
  readonly node: LitecoinNode;
  readonly network: LitecoinNetwork;
  /** Null without a second source. */
  readonly tips: TipSource | null;
}

/** The second source belongs to someone else, so it is asked less often. */
const ASK_SECOND_EVERY_MS = 30_000;

/** Opens the guards of one node. They cache only the last answer of the second source. */
export function openGuards({ db, node, network, tips }: GuardServices): Guards {
  const second = tips && cached(ASK_SECOND_EVERY_MS, () => compare(node, tips));
  return {
    async check() {
      const [info, genesis] = await Promise.all([node.chainInfo(), node.genesisHash()]);
      if (info.chain !== network.chain || genesis !== network.genesisHash) {
        const what = `the node follows ${info.chain} with genesis ${genesis}, not ${network.chain} with ${network.genesisHash}`;
        await storeHealth(db, info, [what]);
        throw new Error(what);
      }
      const isOn = (await readSetting(db, 'chain_guards')).enabled;
      const troubles = isOn
        ? findNodeTroubles(await readNodeView(node, info, second), await readClock(db))
        : [];
      await storeHealth(db, info, troubles);
      return troubles;
    },
  };
}

async function readNodeView(
  node: LitecoinNode,
  info: ChainInfo,
  second: (() => Promise<NodeView['second']>) | null,
): Promise<NodeView> {
  const [peers, tipAt, other] = await Promise.all([
    node.peers(),
    node.blockTime(info.bestBlockHash),
    // a second source that does not answer must not stop us
    second?.().catch(() => null) ?? null,
  ]);
  return { ...info, peers, tipAt, second: other };
}

/** Compares a block below both tips: branches may differ at the tip itself. */
async function compare(node: LitecoinNode, tips: TipSource): Promise<NodeView['second']> {
  const [height, { blocks }] = await Promise.all([tips.height(), node.chainInfo()]);
  const common = Math.max(0, Math.min(height, blocks) - MAX_BLOCKS_APART);
  const [theirs, ours] = await Promise.all([tips.blockHash(common), node.blockHash(common)]);
  return { height, agrees: theirs === null || theirs === ours };
}

async function storeHealth(db: Db, { blocks: height }: ChainInfo, troubles: string[]): Promise<void> {
  const row = { lookedAt: await readClock(db), height, troubles };
  await db
    .insertInto('chainHealth')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

function cached<Answer>(forMs: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let last: Promise<Answer> | null = null;
  let askedAt = 0;
  return () => {
    if (last && Date.now() - askedAt < forMs) return last;
    askedAt = Date.now();
    last = ask();
    return last;
  };
}
