import { text } from '@sterling/contract/texts.ts';
import type { ChainInfo, LitecoinNode } from '../../outside/litecoin-node.ts';
import { readSetting } from '../../people/settings/settings.reads.ts';
import { type Db, readClock } from '../../platform/db/pool.ts';
import { Outage } from '../../platform/outage.ts';
import { toStore, WITH_VALUES } from '../../platform/stored-texts.rules.ts';
import {
  findNodeTroubles,
  findSecondTroubles,
  isOutdated,
  MAX_BLOCKS_APART,
  type NodeView,
  type SecondView,
} from './guards.rules.ts';
import type { LitecoinNetwork } from './network.ts';
import type { SecondSource } from './second-source.ts';

/** Checks the node before its data is trusted. */
export interface Guards {
  /** Throws when the node is on another network: then none of its blocks may be applied. */
  refuseOtherNetwork(): Promise<void>;
  /**
   * Stores and returns the reasons why nothing may be credited or paid; empty when there are none. `unclear` is why the
   * follower waits, with or without the guards.
   */
  check(unclear: string | null): Promise<string[]>;
}

interface GuardServices {
  readonly db: Db;
  readonly node: LitecoinNode;
  readonly network: LitecoinNetwork;
  /** Null without a second source. */
  readonly second: SecondSource | null;
  /** Older nodes raise an alarm; null for no comparison. */
  readonly minVersion: string | null;
}

/** A second source that belongs to someone else is asked less often. */
const ASK_API_EVERY_MS = 30_000;

/** Opens the guards of one node. They cache only the last answer of someone else's API. */
export function openGuards({ db, node, network, second, minVersion }: GuardServices): Guards {
  const lookAtSecond = second && viewSecond(node, second);
  return {
    async refuseOtherNetwork() {
      const [info, genesis] = await Promise.all([node.chainInfo(), node.genesisHash()]);
      if (info.chain !== network.chain || genesis !== network.genesisHash) {
        const { chain: expected, genesisHash: expectedGenesis } = network;
        const values = { chain: info.chain, genesis, expected, expectedGenesis };
        const what = toStore(WITH_VALUES.otherNetwork, values);
        await storeHealth(db, info, { troubles: [what], warnings: [], nodeVersion: null });
        throw new Outage(what);
      }
    },
    async check(unclear) {
      const info = await node.chainInfo();
      const isOn = (await readSetting(db, 'chain_guards')).enabled;
      const other = isOn || second?.node ? await lookAtSecond?.() : null;
      const found = [
        ...(isOn ? findNodeTroubles(await readNodeView(node, info), await readClock(db)) : []),
        ...(other ? findSecondTroubles(other, info.blocks) : []),
      ];
      const troubles = [...new Set(unclear === null ? found : [unclear, ...found])];
      const versions = await readVersions(node, second);
      const warnings = findOutdated(minVersion, versions);
      await storeHealth(db, info, { troubles, warnings, nodeVersion: versions.own });
      return troubles;
    },
  };
}

async function readNodeView(node: LitecoinNode, info: ChainInfo): Promise<NodeView> {
  const [peers, tipAt] = await Promise.all([node.peers(), node.blockTime(info.bestBlockHash)]);
  return { ...info, peers, tipAt };
}

function viewSecond(node: LitecoinNode, second: SecondSource): () => Promise<SecondView> {
  const ask = () => compare(node, second);
  const answer = second.node ? ask : cached(ASK_API_EVERY_MS, ask);
  return async () => ({ isNode: second.node !== null, answer: await answer().catch(() => null) });
}

/** Compares a block below both tips: branches may differ at the tip itself. */
async function compare(node: LitecoinNode, second: SecondSource): Promise<SecondView['answer']> {
  const [height, { blocks }] = await Promise.all([second.height(), node.chainInfo()]);
  const common = Math.max(0, Math.min(height, blocks) - MAX_BLOCKS_APART);
  const [theirs, ours] = await Promise.all([second.blockHash(common), node.blockHash(common)]);
  return { height, agrees: theirs === null || theirs === ours };
}

/** A node that does not answer is a trouble of its own, not an outdated one. */
async function readVersions(node: LitecoinNode, second: SecondSource | null) {
  const versionOf = (each: Pick<LitecoinNode, 'subversion'> | null | undefined) =>
    each ? each.subversion().then(cut, () => null) : null;
  const [own, other] = await Promise.all([versionOf(node), versionOf(second?.node)]);
  return { own, other };
}

/** A node may call itself anything. */
const cut = (name: string): string => name.slice(0, 100);

/** Outdated nodes, in words. */
function findOutdated(
  minimum: string | null,
  versions: { own: string | null; other: string | null },
): string[] {
  if (minimum === null) return [];
  const nodes = [
    { who: text('the node'), version: versions.own },
    { who: text('the second node'), version: versions.other },
  ];
  return nodes.flatMap(({ who, version }) =>
    version !== null && isOutdated(version, minimum)
      ? [toStore(WITH_VALUES.outdated, { who, version, minimum })]
      : [],
  );
}

async function storeHealth(
  db: Db,
  { blocks: height }: ChainInfo,
  found: { troubles: string[]; warnings: string[]; nodeVersion: string | null },
): Promise<void> {
  const row = { lookedAt: await readClock(db), height, ...found };
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
    if (last && performance.now() - askedAt < forMs) return last;
    askedAt = performance.now();
    last = ask();
    return last;
  };
}
