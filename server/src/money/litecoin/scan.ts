import { sql } from 'kysely';
import type { Block, ChainTransaction } from '../../outside/litecoin-block.ts';
import type { ChainInfo, LitecoinNode } from '../../outside/litecoin-node.ts';
import type { TipSource } from '../../outside/tips.ts';
import { readSetting } from '../../people/settings/settings.reads.ts';
import { stopEverything } from '../../people/settings/settings.ts';
import { refuseRestored } from '../../platform/db/identity.ts';
import { type Db, inTransaction, notify, type Tx } from '../../platform/db/pool.ts';
import { settleDeposits } from '../ledger/settlement.ts';
import { extendGaps } from './address-gaps.ts';
import { applyBlocks } from './apply.ts';
import { type Credit, creditDue } from './credit.ts';
import { fetchFollowing } from './fetching.ts';
import { DEEPEST_REORGANISATION } from './guards.rules.ts';
import { openGuards } from './guards.ts';
import type { WalletKeys } from './keys.ts';
import { type Cursor, chainCursor } from './litecoin.reads.ts';
import { NETWORKS, type NetworkName } from './network.ts';
import { rollBackTo } from './roll-back.ts';
import { orphanVanished, recordUnconfirmed } from './unconfirmed.ts';
import { openWatched, type Watched } from './watched.ts';

/**
 * Follows one node. Several scanners may run at the same time, in one process or many: each step takes the chain lock
 * and checks that no other scanner has moved the cursor.
 */
export interface Scanner {
  /**
   * Brings the database up to the node's tip: rolls back stale blocks, applies new ones, credits and settles deposits,
   * and records the mempool. Answers the new credits. Throws when the node is on another network, is behind us, or does
   * not answer. Committed steps stay, and the next scan continues there.
   */
  scanOnce(): Promise<Credit[]>;
}

interface ScannerServices {
  readonly db: Db;
  readonly node: LitecoinNode;
  readonly network: NetworkName;
  /** Makes the addresses behind a gap that a restore left. Without them, no gap grows. */
  readonly keys?: WalletKeys;
  /** A second source of tips, if there is one. */
  readonly tips?: TipSource | null;
}

/**
 * Opens a scanner. It remembers the transactions of the mempool that it has checked, and a prefix of every watched
 * script.
 */
export function openScanner(services: ScannerServices): Scanner {
  const { db, node, keys } = services;
  const network = NETWORKS[services.network];
  const guards = openGuards({ db, node, network, tips: services.tips ?? null });
  const watched = openWatched();
  const checkedTxids = new Set<string>();

  return {
    async scanOnce() {
      // blocks of an untrusted node are recorded, but nothing is credited
      const credit: CreditDue = (await guards.check()).length === 0 ? creditDue : async () => [];
      const info = await node.chainInfo();
      const start = network.scansFrom === 'genesis' ? 0 : info.blocks;
      if (!(await chainCursor(db))) await startAt(db, node, start);
      if (await rollBackStaleBlocks(db, node, info)) checkedTxids.clear();
      const credits = await applyNewBlocks({ db, node, watched, credit, keys });
      credits.push(...(await creditWaiting(db, credit)));
      await readMempool({ db, node, watched, checkedTxids });
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

/**
 * Rolls back to the highest applied block that the node still has in its active chain. True when blocks were rolled
 * back.
 */
async function rollBackStaleBlocks(db: Db, node: LitecoinNode, info: ChainInfo): Promise<boolean> {
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
      await atCursor(db, cursor, (tx) => rollBackBranch(tx, cursor.height, height));
      return true;
    }
    // a newly installed node does not know our blocks yet: that does not mean that they are stale
    if (confirmations === null && info.blocks < cursor.height)
      throw new Error(`the node is at ${info.blocks} and does not know our block ${cursor.height} yet`);
  }
  throw new Error(
    `none of the ${applied.length} blocks kept is in the node's chain: the reorganisation is too deep to follow`,
  );
}

/**
 * Rolls back a branch. An unusually deep reorganisation also triggers the emergency stop, which only a person can lift.
 */
async function rollBackBranch(tx: Tx, from: number, to: number): Promise<void> {
  await rollBackTo(tx, to);
  const depth = from - to;
  if (depth <= DEEPEST_REORGANISATION || !(await readSetting(tx, 'chain_guards')).enabled) return;
  await stopEverything(tx, `a reorganisation replaced ${depth} blocks, down to block ${to}`);
}

interface ApplyServices extends Pick<ScannerServices, 'keys'> {
  readonly db: Db;
  readonly node: LitecoinNode;
  readonly watched: Watched;
  readonly credit: CreditDue;
}

/**
 * Applies batches up to the tip. Stops when the branch changes or another scanner moves the cursor; the next scan
 * handles both.
 */
async function applyNewBlocks(services: ApplyServices): Promise<Credit[]> {
  const { db, node } = services;
  const credits: Credit[] = [];
  let cursor: Cursor = (await chainCursor(db))!;
  for (let startedAt = -1; startedAt !== cursor.height; ) {
    startedAt = cursor.height;
    const { blocks: tip } = await node.chainInfo();
    for await (const blocks of fetchFollowing(node, cursor, tip)) {
      const batch = await applyBatch(services, cursor, blocks);
      if (!batch) return credits;
      credits.push(...batch);
      cursor = blocks.at(-1)!;
    }
  }
  return credits;
}

/** Applies blocks, and credits and settles deposits, in one transaction. Null when another scanner moved the cursor. */
async function applyBatch(
  { db, watched, credit, keys }: ApplyServices,
  cursor: Cursor,
  blocks: readonly [Block, ...Block[]],
): Promise<Credit[] | null> {
  const { height } = blocks.at(-1)!;
  return atCursor(db, cursor, async (tx) => {
    if (keys) await extendGaps(tx, keys, transactionsOf(blocks), watched);
    await applyBlocks(tx, blocks, watched);
    const credits = await credit(tx);
    await settleDeposits(tx, height);
    await notifyWaiting(tx, height);
    return credits;
  });
}

const transactionsOf = (blocks: readonly Block[]) => blocks.flatMap(({ txs }) => txs);

/** Credits deposits that are deep enough but had to wait for a price or the end of an emergency stop. */
async function creditWaiting(db: Db, credit: CreditDue): Promise<Credit[]> {
  return inTransaction(db, async (tx) => {
    await lockChain(tx);
    const credits = await credit(tx);
    if (credits.length > 0) await settleDeposits(tx, (await chainCursor(tx))!.height);
    return credits;
  });
}

/** Notifies users whose deposits gain confirmations, and everyone who follows the chain height. */
async function notifyWaiting(tx: Tx, height: number): Promise<void> {
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
  checkedTxids,
}: Omit<ApplyServices, 'credit'> & { checkedTxids: Set<string> }): Promise<void> {
  const cursor = await chainCursor(db);
  const mempool = await node.mempool();
  const found: ChainTransaction[] = [];
  for (const txid of mempool.filter((each) => !checkedTxids.has(each))) {
    const transaction = await node.mempoolTransaction(txid);
    if (transaction) found.push(transaction);
  }
  // a deposit may have left the mempool for a block that is not applied yet
  const isAtTip = (await node.chainInfo()).bestBlockHash === cursor?.hash;
  await atCursor(db, cursor, async (tx) => {
    await recordUnconfirmed(tx, found, watched);
    if (isAtTip) await orphanVanished(tx, mempool);
  });
  checkedTxids.clear();
  for (const txid of mempool) checkedTxids.add(txid);
}

/**
 * Runs `work` under the chain lock if the cursor is unchanged. Null when another scanner moved it; then nothing was
 * done.
 */
async function atCursor<Result>(
  db: Db,
  expected: Cursor | null,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result | null> {
  return inTransaction(db, async (tx) => {
    await lockChain(tx);
    await refuseRestored(tx);
    return (await chainCursor(tx))?.hash === expected?.hash ? work(tx) : null;
  });
}

async function lockChain(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('litecoin chain'))`.execute(tx);
}
