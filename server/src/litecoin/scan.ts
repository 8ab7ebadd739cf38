import { sql } from 'kysely';
import { type Db, inTransaction, notify, type Tx } from '../db/pool.ts';
import type { Block, ChainInfo, ChainTransaction, LitecoinNode } from '../outside/litecoin-node.ts';
import type { TipSource } from '../outside/tips.ts';
import { readSetting } from '../settings/settings.reads.ts';
import { stopEverything } from '../settings/settings.ts';
import { applyBlocks } from './apply.ts';
import { type Credit, creditDue } from './credit.ts';
import { DEEPEST_REORGANISATION } from './guards.rules.ts';
import { openGuards } from './guards.ts';
import { type Cursor, chainCursor } from './litecoin.reads.ts';
import { NETWORKS, type NetworkName } from './network.ts';
import { rollBackTo } from './roll-back.ts';
import { settleDeposits } from './settle.ts';
import { orphanVanished, recordUnconfirmed } from './unconfirmed.ts';

/** Follows one node. Several may run at once, in one process or many: each step takes the chain's lock and checks that the cursor is where it thought. */
export interface Scanner {
  /**
   * Brings the database up to the node's tip: stale blocks off, new ones on, what is due credited, the mempool noted.
   * Answers what it credited. Throws when the node is not on our network, is behind us, or does not answer; what was
   * committed until then stands, and the next scan goes on from there.
   */
  scanOnce(): Promise<Credit[]>;
}

/** Blocks of one transaction while catching up, and transactions in them. */
const LARGEST_BATCH = { blocks: 100, transactions: 20_000 };

interface Given {
  readonly db: Db;
  readonly node: LitecoinNode;
  readonly network: NetworkName;
  /** A second source of tips, where there is one. */
  readonly tips?: TipSource | null;
}

/** Opens a scanner; it keeps nothing but which transactions of the mempool it has looked at. */
export function openScanner(services: Given): Scanner {
  const { db, node } = services;
  const network = NETWORKS[services.network];
  const guards = openGuards({ db, node, network, tips: services.tips ?? null });
  const lookedAt = new Set<string>();

  return {
    async scanOnce() {
      // what a node in trouble says is recorded, and nothing is credited by it
      const credit: CreditDue = (await guards.look()).length === 0 ? creditDue : async () => [];
      const info = await node.chainInfo();
      const start = network.scansFrom === 'genesis' ? 0 : info.blocks;
      if (!(await chainCursor(db))) await startAt(db, node, start);
      if (await leaveStaleBranch(db, node, info)) lookedAt.clear();
      const credits: Credit[] = [];
      for (let batch = await takeBatch(db, node, credit); batch; batch = await takeBatch(db, node, credit))
        credits.push(...batch);
      credits.push(...(await creditLate(db, credit)));
      await lookAtMempool(db, node, lookedAt);
      return credits;
    },
  };
}

type CreditDue = (tx: Tx) => Promise<Credit[]>;

async function startAt(db: Db, node: LitecoinNode, height: number): Promise<void> {
  const block = await node.block((await node.blockHash(height))!);
  await atCursor(db, null, async (tx) => {
    const { hash, prev, timeSeconds } = block;
    await tx
      .insertInto('chainBlocks')
      .values({ height, hash, prev, time: new Date(timeSeconds * 1000) })
      .execute();
  });
}

/** Rolls back to the highest applied block that the node still has in its active chain. True when there was something to leave. */
async function leaveStaleBranch(db: Db, node: LitecoinNode, info: ChainInfo): Promise<boolean> {
  const applied = await db
    .selectFrom('chainBlocks')
    .orderBy('height', 'desc')
    .select(['height', 'hash'])
    .execute();
  const cursor = applied[0]!;
  for (const { height, hash } of applied) {
    const confirmations = await node.headerConfirmations(hash);
    if (confirmations !== null && confirmations > 0) {
      if (height === cursor.height) return false;
      await atCursor(db, cursor, (tx) => leaveBranch(tx, cursor.height, height));
      return true;
    }
    // a node that was set up anew does not know our blocks yet: that takes nothing out of the chain
    if (confirmations === null && info.blocks < cursor.height)
      throw new Error(`the node is at ${info.blocks} and does not know our block ${cursor.height} yet`);
  }
  throw new Error(
    `none of the ${applied.length} blocks kept is in the node's chain: the reorganisation is too deep to follow`,
  );
}

/** What is deeper than any ordinary reorganisation is followed like one, and then a person has to say that money may move again. */
async function leaveBranch(tx: Tx, from: number, to: number): Promise<void> {
  await rollBackTo(tx, to);
  const depth = from - to;
  if (depth <= DEEPEST_REORGANISATION || !(await readSetting(tx, 'chain_guards')).enabled) return;
  await stopEverything(tx, `a reorganisation replaced ${depth} blocks, down to block ${to}`);
}

/** Applies the next blocks and credits what they make due, in one transaction. null: nothing more, or somebody else took it. */
async function takeBatch(db: Db, node: LitecoinNode, credit: CreditDue): Promise<Credit[] | null> {
  const cursor = (await chainCursor(db))!;
  const blocks = await fetchFollowing(node, cursor);
  const last = blocks.at(-1);
  if (!last) return null;
  return atCursor(db, cursor, async (tx) => {
    await applyBlocks(tx, blocks);
    const credits = await credit(tx);
    await settleDeposits(tx, last.height);
    await tellWaiting(tx, last.height);
    return credits;
  });
}

/** Credits what was deep enough already and had to wait for a price, or for a stop to end. */
async function creditLate(db: Db, credit: CreditDue): Promise<Credit[]> {
  return inTransaction(db, async (tx) => {
    await lockChain(tx);
    const credits = await credit(tx);
    if (credits.length > 0) await settleDeposits(tx, (await chainCursor(tx))!.height);
    return credits;
  });
}

async function fetchFollowing(node: LitecoinNode, cursor: Cursor): Promise<Block[]> {
  const blocks: Block[] = [];
  let { height, hash: prev } = cursor;
  let transactions = 0;
  while (blocks.length < LARGEST_BATCH.blocks && transactions < LARGEST_BATCH.transactions) {
    height += 1;
    const hash = await node.blockHash(height);
    const block = hash === null ? null : await node.block(hash);
    // the branch changed in between: the next scan leaves it
    if (block?.prev !== prev) break;
    blocks.push(block);
    transactions += block.txs.length;
    prev = block.hash;
  }
  return blocks;
}

/** Confirmations are shown as they grow: to those who wait for some, and to whoever follows the chain. */
async function tellWaiting(tx: Tx, height: number): Promise<void> {
  const waiting = await tx
    .selectFrom('deposits')
    .where('status', 'in', ['seen', 'reversed'])
    .where('height', 'is not', null)
    .select('userId')
    .distinct()
    .execute();
  for (const { userId } of waiting) await notify(tx, 'wallet', userId);
  await notify(tx, 'chain', String(height));
}

async function lookAtMempool(db: Db, node: LitecoinNode, lookedAt: Set<string>): Promise<void> {
  const cursor = await chainCursor(db);
  const mempool = await node.mempool();
  const found: ChainTransaction[] = [];
  for (const txid of mempool.filter((each) => !lookedAt.has(each))) {
    const transaction = await node.mempoolTransaction(txid);
    if (transaction) found.push(transaction);
  }
  // what left the mempool for a block that is not applied yet has not vanished
  const isAtTip = (await node.chainInfo()).bestBlockHash === cursor?.hash;
  await atCursor(db, cursor, async (tx) => {
    await recordUnconfirmed(tx, found);
    if (isAtTip) await orphanVanished(tx, mempool);
  });
  lookedAt.clear();
  for (const txid of mempool) lookedAt.add(txid);
}

/** Runs `work` under the chain's lock if the cursor is still where it was read. null: somebody else moved it, and nothing was done. */
async function atCursor<Result>(
  db: Db,
  expected: Cursor | null,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result | null> {
  return inTransaction(db, async (tx) => {
    await lockChain(tx);
    return (await chainCursor(tx))?.hash === expected?.hash ? work(tx) : null;
  });
}

async function lockChain(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('litecoin chain'))`.execute(tx);
}
