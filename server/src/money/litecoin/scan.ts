import { sql } from 'kysely';
import type { Block, ChainTransaction } from '../../outside/litecoin-block.ts';
import type { ChainInfo, LitecoinNode } from '../../outside/litecoin-node.ts';
import type { TipSource } from '../../outside/tips.ts';
import { readSetting } from '../../people/settings/settings.reads.ts';
import { stopEverything } from '../../people/settings/settings.ts';
import { type Db, inTransaction, notify, type Tx } from '../../platform/db/pool.ts';
import { settleDeposits } from '../ledger/settlement.ts';
import { applyBlocks } from './apply.ts';
import { type Credit, creditDue } from './credit.ts';
import { fetchFollowing } from './fetching.ts';
import { DEEPEST_REORGANISATION } from './guards.rules.ts';
import { openGuards } from './guards.ts';
import { type Cursor, chainCursor } from './litecoin.reads.ts';
import { NETWORKS, type NetworkName } from './network.ts';
import { rollBackTo } from './roll-back.ts';
import { orphanVanished, recordUnconfirmed } from './unconfirmed.ts';
import { openWatched, type Watched } from './watched.ts';

/** Follows one node. Several may run immediately, in one process or many: each step takes the chain's lock and checks that the cursor is where it thought. */
export interface Scanner {
  /**
   * Brings the database up to the node's tip: stale blocks off, new ones on, what is due credited, the mempool noted.
   * Answers what it credited. Throws when the node is not on our network, is behind us, or does not answer; what was
   * committed until then stands, and the next scan goes on from there.
   */
  scanOnce(): Promise<Credit[]>;
}

interface Given {
  readonly db: Db;
  readonly node: LitecoinNode;
  readonly network: NetworkName;
  /** A second source of tips, where there is one. */
  readonly tips?: TipSource | null;
}

/** Opens a scanner; it keeps which transactions of the mempool it has looked at, and a part of every script that is watched. */
export function openScanner(services: Given): Scanner {
  const { db, node } = services;
  const network = NETWORKS[services.network];
  const guards = openGuards({ db, node, network, tips: services.tips ?? null });
  const watched = openWatched();
  const lookedAt = new Set<string>();

  return {
    async scanOnce() {
      // what a node in trouble says is recorded, and nothing is credited by it
      const credit: CreditDue = (await guards.look()).length === 0 ? creditDue : async () => [];
      const info = await node.chainInfo();
      const start = network.scansFrom === 'genesis' ? 0 : info.blocks;
      if (!(await chainCursor(db))) await startAt(db, node, start);
      if (await leaveStaleBranch(db, node, info)) lookedAt.clear();
      const credits = await takeBlocks({ db, node, watched, credit });
      credits.push(...(await creditLate(db, credit)));
      await readMempool({ db, node, watched, lookedAt });
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

interface Taking {
  readonly db: Db;
  readonly node: LitecoinNode;
  readonly watched: Watched;
  readonly credit: CreditDue;
}

/** Takes batch after batch up to the tip. It ends where the branch changes, or someone else went on: the next scan sees to that. */
async function takeBlocks(taking: Taking): Promise<Credit[]> {
  const { db, node } = taking;
  const credits: Credit[] = [];
  let cursor: Cursor = (await chainCursor(db))!;
  for (let startedAt = -1; startedAt !== cursor.height; ) {
    startedAt = cursor.height;
    const { blocks: tip } = await node.chainInfo();
    for await (const blocks of fetchFollowing(node, cursor, tip)) {
      const batch = await takeBatch(taking, cursor, blocks);
      if (!batch) return credits;
      credits.push(...batch);
      cursor = blocks.at(-1)!;
    }
  }
  return credits;
}

/** Applies blocks and credits what they make due, in one transaction. null: someone else moved the cursor. */
async function takeBatch(
  { db, watched, credit }: Taking,
  cursor: Cursor,
  blocks: readonly [Block, ...Block[]],
): Promise<Credit[] | null> {
  const { height } = blocks.at(-1)!;
  return atCursor(db, cursor, async (tx) => {
    await applyBlocks(tx, blocks, watched);
    const credits = await credit(tx);
    await settleDeposits(tx, height);
    await tellWaiting(tx, height);
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

/** Confirmations are shown as they grow: to those who wait for some, and to anyone who follows the chain. */
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

async function readMempool({
  db,
  node,
  watched,
  lookedAt,
}: Omit<Taking, 'credit'> & { lookedAt: Set<string> }): Promise<void> {
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
    await recordUnconfirmed(tx, found, watched);
    if (isAtTip) await orphanVanished(tx, mempool);
  });
  lookedAt.clear();
  for (const txid of mempool) lookedAt.add(txid);
}

/** Runs `work` under the chain's lock if the cursor is still where it was read. null: someone else moved it, and nothing was done. */
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
