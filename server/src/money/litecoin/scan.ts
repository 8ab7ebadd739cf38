import type { Logger } from 'pino';
import type { Block } from '../../outside/litecoin-block.ts';
import type { LitecoinNode } from '../../outside/litecoin-node.ts';
import { readSetting } from '../../people/settings/settings.reads.ts';
import { stopEverything } from '../../people/settings/settings.ts';
import { type Db, notify, type Tx } from '../../platform/db/pool.ts';
import { openFailureLog } from '../../platform/failure-log.ts';
import { Outage } from '../../platform/outage.ts';
import { toStore, WITH_VALUES } from '../../platform/stored-texts.rules.ts';
import { settleDeposits } from '../ledger/settlement.ts';
import { extendGaps } from './address-gaps.ts';
import { applyBlocks } from './apply.ts';
import { atCursor } from './at-cursor.ts';
import { compareBranch } from './branch.ts';
import { type Credit, creditDue } from './credit.ts';
import { fetchFollowing, fetchMempool } from './fetching.ts';
import { type ForeignSpend, raiseAlarms } from './foreign-spends.ts';
import { MAX_REORGANISATION_DEPTH } from './guards.rules.ts';
import { openGuards } from './guards.ts';
import type { WalletKeys } from './keys.ts';
import { type Cursor, chainCursor } from './litecoin.reads.ts';
import { type LitecoinNetwork, NETWORKS, type NetworkName } from './network.ts';
import { rollBackTo } from './roll-back.ts';
import { agreedHeight, newestBlocks, type SecondSource } from './second-source.ts';
import { orphanVanished, recordUnconfirmed } from './unconfirmed.ts';
import { openWatched, type Watched } from './watched-scripts.ts';

/**
 * Follows one node. Several scanners may run at the same time, in one process or many: each step takes the chain lock
 * and checks that no other scanner has moved the cursor.
 */
export interface Scanner {
  /**
   * Brings the database up to the node's tip: rolls back stale blocks, applies new ones, credits and settles deposits,
   * and records the mempool. Returns the new credits. Throws when the node is on another network, is behind us, or does
   * not answer. Committed steps stay, and the next scan continues there.
   */
  scanOnce(): Promise<Credit[]>;
}

interface ScannerServices {
  readonly db: Db;
  readonly node: LitecoinNode;
  readonly network: NetworkName;
  /** A second source of the chain, if there is one. Our own second node must agree to credits and rollbacks. */
  readonly second?: SecondSource | null;
  /** Nodes below this version raise an alarm. */
  readonly minVersion?: string | null;
  /** Gets the alarms, and the errors of deposits that cannot be credited. Without it, such an error ends the scan. */
  readonly log?: Logger;
  /** Makes the addresses behind a gap that a restore left. Without them, no gap grows. */
  readonly keys?: WalletKeys;
}

/**
 * Opens a scanner. It remembers the transactions of the mempool that it has checked, and a prefix of every watched
 * script.
 */
export function openScanner(services: ScannerServices): Scanner {
  const { db, node, keys, second = null, minVersion = null } = services;
  const network = NETWORKS[services.network];
  const guards = openGuards({ db, node, network, second, minVersion });
  const watched = openWatched();
  const checkedTxids = new Set<string>();
  const warn = (spends: readonly ForeignSpend[]) => services.log && raiseAlarms(services.log, spends);
  const failures = services.log && openFailureLog(services.log, 'litecoin: a deposit cannot be credited');
  const onCreditFailed: OnCreditFailed = (error) => {
    if (!failures) throw error;
    failures.failed(error);
  };

  return {
    async scanOnce() {
      await guards.refuseOtherNetwork();
      if (!(await chainCursor(db))) await start(db, node, network);
      const branch = await compareBranch(db, node, second);
      const troubles = await guards.check(branch.kind === 'unclear' ? branch.reason : null);
      if (branch.kind === 'unclear') throw new Outage(branch.reason);
      if (branch.kind === 'left') {
        await atCursor(db, branch.cursor, (tx) =>
          rollBackBranch(tx, branch.cursor.height, branch.forkHeight),
        );
        checkedTxids.clear();
      }
      // blocks of an untrusted node are recorded, but nothing is credited
      const readCreditHeight: ReadCreditHeight = (newest) =>
        troubles.length === 0 ? agreedHeight(second, newest) : null;
      const credits = await applyNewBlocks({
        db,
        node,
        watched,
        keys,
        readCreditHeight,
        warn,
        onCreditFailed,
      });
      credits.push(...(await creditWaiting(db, readCreditHeight, onCreditFailed)));
      await readMempool({ db, node, watched, checkedTxids, warn });
      return credits;
    },
  };
}

/** The height up to which deposits may be credited; null when none may. Takes the newest blocks in descending order. */
type ReadCreditHeight = (newest: readonly Cursor[]) => Promise<number | null> | null;

/**
 * Blocks below the tip at which a new database starts on the main chain. The tip itself may be on a branch that the
 * network gives up; no reorganisation is expected to go this deep.
 */
const START_BELOW_TIP = 100;

async function start(db: Db, node: LitecoinNode, { scansFrom }: LitecoinNetwork): Promise<void> {
  const height = scansFrom === 'genesis' ? 0 : Math.max(0, (await node.chainInfo()).blocks - START_BELOW_TIP);
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
 * Rolls back a branch. An unusually deep reorganisation also triggers the emergency stop, which only a person can lift.
 */
async function rollBackBranch(tx: Tx, from: number, to: number): Promise<void> {
  await rollBackTo(tx, to);
  const depth = from - to;
  if (depth <= MAX_REORGANISATION_DEPTH || !(await readSetting(tx, 'chain_guards')).enabled) return;
  await stopEverything(tx, toStore(WITH_VALUES.replacedBlocks, { depth, height: to }));
}

interface ApplyServices extends Pick<ScannerServices, 'keys'> {
  readonly db: Db;
  readonly node: LitecoinNode;
  readonly watched: Watched;
  readonly readCreditHeight: ReadCreditHeight;
  /** Raises the alarm about spends that our signer did not sign. */
  readonly warn: (spends: readonly ForeignSpend[]) => void;
  /** Gets the error of a user whose deposits cannot be credited now. */
  readonly onCreditFailed: OnCreditFailed;
}

type OnCreditFailed = (error: Error) => void;

/**
 * Applies batches up to the tip. Stops when the branch changes or another scanner moves the cursor; the next scan
 * handles both.
 */
async function applyNewBlocks(services: ApplyServices): Promise<Credit[]> {
  const { db, node } = services;
  const credits: Credit[] = [];
  let cursor: Cursor = (await chainCursor(db))!;
  let startedAt: number;
  do {
    startedAt = cursor.height;
    const { blocks: tip } = await node.chainInfo();
    for await (const blocks of fetchFollowing(node, cursor, tip)) {
      const batch = await applyBatch(services, cursor, blocks);
      if (!batch) return credits;
      credits.push(...batch);
      cursor = blocks.at(-1)!;
    }
  } while (cursor.height !== startedAt);
  return credits;
}

/** Applies blocks, and credits and settles deposits, in one transaction. Null when another scanner moved the cursor. */
async function applyBatch(
  { db, watched, keys, readCreditHeight, warn, onCreditFailed }: ApplyServices,
  cursor: Cursor,
  blocks: readonly [Block, ...Block[]],
): Promise<Credit[] | null> {
  const { height } = blocks.at(-1)!;
  const upTo = await readCreditHeight(blocks.toReversed());
  const applied = await atCursor(db, cursor, async (tx) => {
    if (keys) await extendGaps(tx, keys, transactionsOf(blocks), watched);
    const foreign = await applyBlocks(tx, blocks, watched);
    const credits = upTo === null ? [] : await creditDue(tx, upTo, onCreditFailed);
    await settleDeposits(tx, height);
    await notifyWaiting(tx, height);
    return { credits, foreign };
  });
  warn(applied?.foreign ?? []);
  return applied?.credits ?? null;
}

const transactionsOf = (blocks: readonly Block[]) => blocks.flatMap(({ txs }) => txs);

/** Credits deposits that are deep enough but had to wait for a price, a second node or the end of an emergency stop. */
async function creditWaiting(
  db: Db,
  readCreditHeight: ReadCreditHeight,
  onCreditFailed: OnCreditFailed,
): Promise<Credit[]> {
  const newest = await newestBlocks(db);
  const upTo = await readCreditHeight(newest);
  if (upTo === null) return [];
  const credited = await atCursor(db, newest[0]!, async (tx) => {
    const credits = await creditDue(tx, upTo, onCreditFailed);
    if (credits.length > 0) await settleDeposits(tx, newest[0]!.height);
    return credits;
  });
  return credited ?? [];
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
  warn,
}: Pick<ApplyServices, 'db' | 'node' | 'watched' | 'warn'> & { checkedTxids: Set<string> }): Promise<void> {
  const cursor = await chainCursor(db);
  const mempool = await node.mempool();
  const found = await fetchMempool(
    node,
    mempool.filter((each) => !checkedTxids.has(each)),
  );
  // a deposit may have left the mempool for a block that is not applied yet
  const isAtTip = (await node.chainInfo()).bestBlockHash === cursor?.hash;
  const foreign = await atCursor(db, cursor, async (tx) => {
    const spends = await recordUnconfirmed(tx, found, watched);
    if (isAtTip) await orphanVanished(tx, mempool);
    return spends;
  });
  // another scanner moved the cursor, so nothing was recorded, and these transactions are read again
  if (foreign === null) return;
  warn(foreign);
  checkedTxids.clear();
  for (const txid of mempool) checkedTxids.add(txid);
}
