import type { ChainInfo, LitecoinNode } from '../../outside/litecoin-node.ts';
import type { TipSource } from '../../outside/tips.ts';
import { readSetting } from '../../people/settings/settings.reads.ts';
import type { Db } from '../../platform/db/pool.ts';
import { judgeNode, MAX_BLOCKS_APART, type NodeView } from './guards.rules.ts';
import type { LitecoinNetwork } from './network.ts';

/** Judges the node before it is believed. */
export interface Guards {
  /**
   * Why nothing may be credited or paid, which is stored for all processes to see; empty when all is well. Throws when
   * the node is on another network: nothing of it may be applied.
   */
  look(): Promise<string[]>;
}

interface Given {
  readonly db: Db;
  readonly node: LitecoinNode;
  readonly network: LitecoinNetwork;
  /** null: there is no second source. */
  readonly tips: TipSource | null;
}

/** The second source is someone else's; it is not asked with each look. */
const ASK_SECOND_EVERY_MS = 30_000;

/** Opens the guards of one node; they keep nothing but what the second source last said. */
export function openGuards({ db, node, network, tips }: Given): Guards {
  const second = tips && remember(ASK_SECOND_EVERY_MS, () => compare(node, tips));
  return {
    async look() {
      const [info, genesis] = await Promise.all([node.chainInfo(), node.genesisHash()]);
      if (info.chain !== network.chain || genesis !== network.genesisHash) {
        const what = `the node follows ${info.chain} with genesis ${genesis}, not ${network.chain} with ${network.genesisHash}`;
        await keep(db, info, [what]);
        throw new Error(what);
      }
      const isOn = (await readSetting(db, 'chain_guards')).enabled;
      const troubles = isOn ? judgeNode(await view(node, info, second), new Date()) : [];
      await keep(db, info, troubles);
      return troubles;
    },
  };
}

async function view(
  node: LitecoinNode,
  info: ChainInfo,
  second: (() => Promise<NodeView['second']>) | null,
): Promise<NodeView> {
  const [peers, tipAt, other] = await Promise.all([
    node.peers(),
    node.blockTime(info.bestBlockHash),
    // one that says nothing must not stop us
    second?.().catch(() => null) ?? null,
  ]);
  return { ...info, peers, tipAt, second: other };
}

/** Branches may differ at the tip itself; what counts is the block that both have had for a while. */
async function compare(node: LitecoinNode, tips: TipSource): Promise<NodeView['second']> {
  const [height, { blocks }] = await Promise.all([tips.height(), node.chainInfo()]);
  const common = Math.max(0, Math.min(height, blocks) - MAX_BLOCKS_APART);
  const [theirs, ours] = await Promise.all([tips.blockHash(common), node.blockHash(common)]);
  return { height, agrees: theirs === null || theirs === ours };
}

async function keep(db: Db, { blocks: height }: ChainInfo, troubles: string[]): Promise<void> {
  const row = { lookedAt: new Date(), height, troubles };
  await db
    .insertInto('chainHealth')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

function remember<Answer>(forMs: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let last: Promise<Answer> | null = null;
  let askedAt = 0;
  return () => {
    if (last && Date.now() - askedAt < forMs) return last;
    askedAt = Date.now();
    last = ask();
    return last;
  };
}
