import { ltcPrice } from '@sterling/contract/money.ts';
import { chainCursor } from '../src/money/litecoin/litecoin.reads.ts';
import { openScanner, type Scanner } from '../src/money/litecoin/scan.ts';
import { recordRound } from '../src/money/prices/prices.ts';
import { runTreasuryOnce } from '../src/money/treasury/treasury.jobs.ts';
import { payOnce } from '../src/money/withdrawals/withdrawals.jobs.ts';
import type { LitecoinNode } from '../src/outside/litecoin-node.ts';
import { inTransaction, type Tx } from '../src/platform/db/pool.ts';
import { Refusal } from '../src/refusal.ts';
import type { Person } from './chain-world.ts';
import { insertAccount } from './stock.ts';
import type { TestChain } from './test-chain.ts';
import { openTreasuryWorld, type TreasuryWorld } from './treasury-world.ts';

/** How the node behaves from now on. */
export interface Mood {
  /** PreparedPool that it still answers; then it is gone. */
  callsLeft: number;
  /** What becomes of a broadcast: 'lost' never arrives, 'unheard' arrives and its answer does not. */
  broadcast: 'well' | 'lost' | 'unheard';
  peers: number;
}

export const WELL: Mood = { callsLeft: Number.POSITIVE_INFINITY, broadcast: 'well', peers: 8 };

/** Everything that money can do here, with hands that act at random. */
export interface Walk {
  readonly world: TreasuryWorld;
  readonly buyers: readonly Person[];
  readonly sellers: readonly Person[];
  readonly mood: Mood;
  /** Every address that a withdrawal was asked for, each once. */
  readonly payees: string[];
  priceCents: number;
  /** In one transaction; what the product refuses is part of the walk. */
  tried<Answer>(work: (tx: Tx) => Promise<Answer>): Promise<Answer | null>;
  /** One look each of the worker's parts; the follower keeps what it knows between two looks, unless it was just started. */
  follow(restarted?: boolean): Promise<void>;
  pay(): Promise<void>;
  keep(): Promise<void>;
  quote(cents: number): Promise<boolean>;
  setting(key: string, value: object): Promise<void>;
  /** The owner lifts every stop, the node is well, and three rounds of prices agree. */
  calm(): Promise<void>;
  close(): Promise<void>;
}

export async function openWalk(chain: TestChain): Promise<Walk> {
  const world = await openTreasuryWorld(chain);
  const { db } = world.database;
  const mood = { ...WELL };
  const node = moody(chain.node, mood);
  let scanner: Scanner | null = null;
  const people = async (...names: string[]) => Promise.all(names.map((name) => world.person(name)));
  const buyers = await people('nova', 'mira');
  const sellers = await people('sela', 'theo');
  for (const [index, { id: owner }] of sellers.entries())
    await insertAccount(world.database, { owner, rateCents: 300 + 50 * index, robux: 100_000_000 });
  const walk: Walk = {
    world,
    buyers,
    sellers,
    mood,
    payees: [],
    priceCents: 8_500,
    tried: (work) =>
      inTransaction(db, work).catch((error: unknown) => {
        if (error instanceof Refusal) return null;
        throw error;
      }),
    follow: async (restarted = false) => {
      if (restarted) scanner = null;
      scanner ??= openScanner({ db, node, network: 'regtest' });
      await scanner.scanOnce();
    },
    pay: () => payOnce({ ...world.sweeping, node }, new Date()),
    keep: () => runTreasuryOnce({ ...world.sweeping, node }, new Date()),
    quote: async (price) => {
      walk.priceCents = price;
      const at = new Date();
      const sources = ['kraken', 'coinbase', 'gemini'].map((name) => ({ name, price: ltcPrice(price), at }));
      return recordRound(db, { price: ltcPrice(price), sources }, at);
    },
    setting: async (key, value) => {
      await world.database.asOwner('update settings set value = $2 where key = $1', [
        key,
        JSON.stringify(value),
      ]);
    },
    calm: async () => {
      Object.assign(mood, WELL);
      await walk.setting('emergency_shutdown', { enabled: false });
      for (let rounds = 0; rounds < 3; rounds += 1) await walk.quote(walk.priceCents);
    },
    close: world.close,
  };
  await begin(walk, chain);
  return walk;
}

/** Capital in the hot wallet, and buyers with settled money. */
async function begin(walk: Walk, chain: TestChain): Promise<void> {
  await walk.quote(walk.priceCents);
  const hot = walk.world.hotAddress;
  await chain.pay({ address: hot, ltc: 2 }, { address: hot, ltc: 1 }, { address: hot, ltc: 0.5 });
  await chain.pay(...walk.buyers.map(({ address }) => ({ address, ltc: 5 })));
  await chain.mine(12);
  await walk.follow();
}

/** The node as the mood has it. What it is asked while it is gone fails as a connection does. */
function moody(node: LitecoinNode, mood: Mood): LitecoinNode {
  const answers = () => {
    mood.callsLeft -= 1;
    return mood.callsLeft >= 0;
  };
  const methods = Object.entries(node).map(([name, ask]) => {
    const asked = async (...input: never[]) => {
      if (!answers()) throw new Error('the node is gone');
      return (ask as (...input: never[]) => Promise<unknown>)(...input);
    };
    return [name, asked];
  });
  return {
    ...(Object.fromEntries(methods) as LitecoinNode),
    peers: async () => mood.peers,
    broadcast: async (hex) => {
      if (!answers() || mood.broadcast === 'lost') return { kind: 'unclear', message: 'lost' };
      const answer = await node.broadcast(hex);
      return mood.broadcast === 'unheard' ? { kind: 'unclear', message: 'unheard' } : answer;
    },
  };
}

/** Whether what is applied is what the node has, so that both can be compared. */
export async function isAtTip({ world }: Walk): Promise<boolean> {
  const { bestBlockHash } = await world.chain.node.chainInfo();
  return (await chainCursor(world.database.db))?.hash === bestBlockHash;
}
