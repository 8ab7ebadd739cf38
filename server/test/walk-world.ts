import { ltcPrice } from '@sterling/contract/money.ts';
import { newDepositAddress } from '../src/money/litecoin/addresses.ts';
import { chainCursor } from '../src/money/litecoin/litecoin.reads.ts';
import { openScanner, type Scanner } from '../src/money/litecoin/scan.ts';
import { recordRound } from '../src/money/prices/prices.ts';
import { compareRestores } from '../src/money/signer/comparing.jobs.ts';
import { runTreasuryOnce } from '../src/money/treasury/treasury.jobs.ts';
import type { Signing } from '../src/money/withdrawals/signing.jobs.ts';
import { payOnce } from '../src/money/withdrawals/withdrawals.jobs.ts';
import type { LitecoinNode } from '../src/outside/litecoin-node.ts';
import { inTransaction, readClock, SIGNER_ROLE, type Tx } from '../src/platform/db/pool.ts';
import { Refusal } from '../src/refusal.ts';
import type { Person } from './chain-world.ts';
import { isDeath, openDyingPool } from './dying-pool.ts';
import { payRound, treasuryRound } from './rounds.ts';
import { setSetting } from './settings.ts';
import { acceptSpends } from './spends.ts';
import { insertAccount } from './stock.ts';
import type { TestChain } from './test-chain.ts';
import { openTreasuryWorld, type TreasuryWorld } from './treasury-world.ts';
import { openWalkDatabases, signingOf, type WalkDatabases } from './walk-databases.ts';

/** Simulated behaviour of the node. */
export interface NodeBehaviour {
  /** Number of calls that the node still answers before it is gone. */
  callsLeft: number;
  /** Outcome of a broadcast: 'lost' never arrives; 'unheard' arrives, and its answer is lost. */
  broadcast: 'well' | 'lost' | 'unheard';
  peers: number;
}

export const WELL: NodeBehaviour = { callsLeft: Number.POSITIVE_INFINITY, broadcast: 'well', peers: 8 };

/** A requested withdrawal, as its user saw it. A restore may forget it. */
export interface Payee {
  readonly id: string;
  readonly address: string;
  readonly litoshi: number;
}

/** A world in which random steps move money in every possible way. */
export interface Walk {
  /** Its database is the present one, which a restore replaces. */
  readonly world: TreasuryWorld;
  readonly databases: WalkDatabases;
  readonly buyers: readonly Person[];
  readonly sellers: readonly Person[];
  readonly nodeBehaviour: NodeBehaviour;
  /** The payee of every requested withdrawal. */
  readonly payees: Payee[];
  /** Payments to us from outside, in hex. Their senders send them again until they are mined. */
  readonly paidIn: string[];
  /** Payments of ours that the node has accepted, in hex. Other nodes may keep them and send them again. */
  readonly sentOut: Set<string>;
  priceCents: number;
  /** The error of the process's clock. The database's clock is right. */
  clockErrorMs: number;
  /** Runs `work` in one transaction. Returns null when the product refuses it. */
  tried<Answer>(work: (tx: Tx) => Promise<Answer>): Promise<Answer | null>;
  /** One round of the chain follower. It keeps its state between rounds unless it is restarted. */
  follow(restarted?: boolean): Promise<void>;
  pay(): Promise<void>;
  keep(): Promise<void>;
  /** One round in a process that dies after some statements of the database. */
  dieIn(round: 'follow' | 'pay' | 'keep', statements: number): Promise<void>;
  /** False without a backup. */
  restore(hasJournal: boolean): Promise<boolean>;
  quote(cents: number): Promise<boolean>;
  setting(key: string, value: object): Promise<void>;
  /** The owner lifts the emergency stop, the node works, the owner's price ends and three price rounds agree. */
  calm(): Promise<void>;
  /** The owner accepts every spend that our signer did not sign. */
  acceptSpends(): Promise<void>;
  close(): Promise<void>;
}

export async function openWalk(testChain: TestChain): Promise<Walk> {
  const paidIn: string[] = [];
  const chain = remembering(testChain, paidIn);
  const first = await openTreasuryWorld(chain);
  const people = async (...names: string[]) => Promise.all(names.map((name) => first.person(name)));
  const buyers = await people('nova', 'mira');
  const sellers = await people('sela', 'theo');
  for (const [index, { id: owner }] of sellers.entries())
    await insertAccount(first.database, { owner, rateCents: 300 + 50 * index, robux: 100_000_000 });
  const databases = await openWalkDatabases(first);
  const world = worldOn(first, databases);
  const nodeBehaviour = { ...WELL };
  const sentOut = new Set<string>();
  const walk: Walk = {
    world,
    databases,
    buyers,
    sellers,
    nodeBehaviour,
    payees: [],
    paidIn,
    sentOut,
    priceCents: 8_500,
    clockErrorMs: 0,
    tried: (work) =>
      inTransaction(world.database.db, work).catch((error: unknown) => {
        if (error instanceof Refusal) return null;
        throw error;
      }),
    ...roundsOf(world, databases, simulated(chain.node, nodeBehaviour, sentOut), sentOut),
    quote: async (price) => {
      walk.priceCents = price;
      const { db } = world.database;
      const at = await readClock(db);
      const sources = ['kraken', 'coinbase', 'gemini'].map((name) => ({ name, price: ltcPrice(price), at }));
      return recordRound(db, { price: ltcPrice(price), sources }, at);
    },
    setting: (key, value) => setSetting(world.database, key, value),
    calm: async () => {
      Object.assign(nodeBehaviour, WELL);
      await walk.setting('emergency_shutdown', { enabled: false });
      await world.database.asOwner(
        'update prices set expires_at = greatest(now(), first_at + interval $$1 millisecond$$) where expires_at > now()',
      );
      for (let rounds = 0; rounds < 3; rounds += 1) await walk.quote(walk.priceCents);
    },
    acceptSpends: () => acceptSpends(world.database.db, world.ownerId),
    close: databases.close,
  };
  await begin(walk, chain);
  return walk;
}

/** The world on the present database. */
function worldOn(first: TreasuryWorld, databases: WalkDatabases): TreasuryWorld {
  return {
    ...first,
    get database() {
      return databases.database;
    },
    get sweeping() {
      return signingOf(first, databases);
    },
    anotherAddress: ({ id }) =>
      inTransaction(databases.database.db, (tx) => newDepositAddress(tx, databases.keys, id)),
  };
}

/** Rounds of the follower, and of worker and signer in one process. After a restore the signer signs nothing before it has compared. */
function roundsOf(
  world: TreasuryWorld,
  databases: WalkDatabases,
  node: LitecoinNode,
  sentOut: Set<string>,
): Pick<Walk, 'follow' | 'pay' | 'keep' | 'dieIn' | 'restore'> {
  const { keys } = databases;
  let scanner: Scanner | null = null;
  const openFollower = (db = world.database.db) => openScanner({ db, node, network: 'regtest', keys });
  const round = (all: typeof payRound, ofWorker: typeof payOnce) => async (signing: Signing) => {
    const services = { ...signing, node };
    const waits = await compareRestores(services);
    await (waits === null ? all : ofWorker)(services, await readClock(services.db));
  };
  const rounds = { pay: round(payRound, payOnce), keep: round(treasuryRound, runTreasuryOnce) };
  return {
    follow: async (restarted = false) => {
      if (restarted) scanner = null;
      scanner ??= openFollower();
      await scanner.scanOnce();
    },
    pay: () => rounds.pay(world.sweeping),
    keep: () => rounds.keep(world.sweeping),
    dieIn: async (which, statements) => {
      const role = which === 'follow' ? undefined : SIGNER_ROLE;
      const pool = openDyingPool(world.database.url, role, statements);
      const dying = { ...world.sweeping, db: pool.db };
      const work = which === 'follow' ? openFollower(pool.db).scanOnce() : rounds[which](dying);
      await work.catch((error: Error) => {
        if (!isDeath(error)) throw error;
      });
      await pool.close();
    },
    restore: async (hasJournal) => {
      scanner = null;
      // without a journal, the owner waits with the restore until other nodes have dropped what is not mined
      if (!hasJournal) sentOut.clear();
      return databases.restore({ hasJournal });
    },
  };
}

/** Keeps the hex of every payment from outside. */
function remembering(chain: TestChain, paidIn: string[]): TestChain {
  return {
    ...chain,
    pay: async (...outputs) => {
      const txid = await chain.pay(...outputs);
      paidIn.push(await chain.rpc<string>('getrawtransaction', txid));
      return txid;
    },
  };
}

/** Funds the hot wallet, and gives buyers settled money. */
async function begin(walk: Walk, chain: TestChain): Promise<void> {
  await walk.quote(walk.priceCents);
  const hot = walk.world.hotAddress;
  await chain.pay({ address: hot, ltc: 2 }, { address: hot, ltc: 1 }, { address: hot, ltc: 0.5 });
  await chain.pay(...walk.buyers.map(({ address }) => ({ address, ltc: 5 })));
  await chain.mine(12);
  await walk.follow();
}

/** Wraps a node with the simulated behaviour. Calls to a node that is gone fail like a broken connection. */
function simulated(node: LitecoinNode, behaviour: NodeBehaviour, sentOut: Set<string>): LitecoinNode {
  const answers = () => {
    behaviour.callsLeft -= 1;
    return behaviour.callsLeft >= 0;
  };
  const methods = Object.entries(node).map(([name, method]) => {
    const wrapped = async (...input: never[]) => {
      if (!answers()) throw new Error('the node is gone');
      return (method as (...input: never[]) => Promise<unknown>)(...input);
    };
    return [name, wrapped];
  });
  return {
    ...(Object.fromEntries(methods) as LitecoinNode),
    peers: async () => behaviour.peers,
    broadcast: async (hex) => {
      if (!answers() || behaviour.broadcast === 'lost') return { kind: 'unclear', message: 'lost' };
      const answer = await node.broadcast(hex);
      if (answer.kind === 'accepted') sentOut.add(hex);
      return behaviour.broadcast === 'unheard' ? { kind: 'unclear', message: 'unheard' } : answer;
    },
  };
}

/** Whether the database has applied the node's tip, so that both can be compared. */
export async function isAtTip({ world }: Walk): Promise<boolean> {
  const { bestBlockHash } = await world.chain.node.chainInfo();
  return (await chainCursor(world.database.db))?.hash === bestBlockHash;
}
