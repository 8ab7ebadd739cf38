import { type Admission, findImmature, isRefusal, judgeTransaction } from './admission.ts';
import { type Behaviour, defaultBehaviour } from './behaviour.ts';
import { type Block, type BlockRecord, restoreBlock, restoreMweb, storeBlock, storeMweb } from './block.ts';
import { type Chain, connectBlock, disconnectTip, getSpentCoins, getTip, openChain } from './chain.ts';
import { type Coin, sumOf } from './coins.ts';
import { type EventLog, type LogEvent, openEventLog } from './event-log.ts';
import { addEntry, findCoin, type Mempool, openMempool, removeEntry } from './mempool.ts';
import { assembleBlock, type Candidate } from './mining.ts';
import { buildMwebTransaction, nameOutpoint, parseTransaction, type Transaction } from './transaction.ts';

const DAY_SECONDS = 86_400;

/** The node's state in memory. It is rebuilt from the log on disk. */
export type NodeState = {
  readonly chain: Chain;
  mempool: Mempool;
  /** The number of reorganisations so far. It makes the blocks of each branch different. */
  branches: number;
  readonly log: EventLog;
  /** The sandbox's clock in ms, and its value when the node was opened. */
  readonly now: () => number;
  readonly startedAtMs: number;
  /** Whether the tip has been fresh since the start. litecoind's initial download is then over for good. */
  isCaughtUp: boolean;
  readonly tipListeners: Set<() => void>;
  behaviour: Behaviour;
  /** The newest blocks while the node pretends to know only their headers. In memory only, oldest first. */
  readonly unconnected: Block[];
};

/** Where transactions are: mined, or waiting. */
type ChainAndMempool = Pick<NodeState, 'chain' | 'mempool'>;

/** Reads the node's journal in this folder, and continues where it ended. `now` returns Unix milliseconds. */
export function openNodeState(directory: string, now: () => number): NodeState {
  const loading = {
    chain: openChain(),
    mempool: openMempool(),
    branches: 0,
    now,
    startedAtMs: now(),
    isCaughtUp: false,
    tipListeners: new Set<() => void>(),
    behaviour: defaultBehaviour(),
    unconnected: [],
  };
  const log = openEventLog(directory, (event) => replay(loading, event));
  return Object.assign(loading, { log });
}

/** Adds a transaction to the mempool, or returns the refusal. */
export function admitTransaction(state: NodeState, transaction: Transaction): Admission {
  const admission = judgeTransaction(state.chain, state.mempool, transaction);
  if (isRefusal(admission)) return admission;
  admitUnchecked(state, transaction, admission.feeLitoshi);
  return admission;
}

/** Adds a transaction to the mempool without any check. Its coins must exist and be unspent. */
export function admitUnchecked(state: NodeState, transaction: Transaction, feeLitoshi: bigint): void {
  const timeSeconds = Math.floor(state.now() / 1000);
  state.log.append({ kind: 'transaction', hex: transaction.hex, timeSeconds });
  enterMempool(state, transaction, feeLitoshi, timeSeconds);
}

/** Adds an MWEB transaction to the mempool. The caller must have checked that the MWEB pool has enough money. */
export function admitMweb(state: NodeState, transaction: Transaction): void {
  const timeSeconds = Math.floor(state.now() / 1000);
  state.log.append({ kind: 'mweb', mweb: storeMweb(transaction.mweb!), timeSeconds });
  enterMempool(state, transaction, transaction.mweb!.feeLitoshi, timeSeconds);
}

/** Mines blocks. The first one includes the mempool. */
export function mineBlocks(state: NodeState, count: number, nowMs: () => number = state.now): Block {
  for (let i = 0; i < count; i++) {
    const candidates = [...state.mempool.entries.values()];
    const block = assembleBlock(state.chain, candidates, nowMs(), state.branches);
    state.log.append({ kind: 'blocks', blocks: [storeBlock(block)] });
    takeBlock(state, block);
  }
  announceTip(state);
  return getTip(state.chain);
}

/**
 * Replaces the blocks above the fork by a branch that is one block longer. Each new block has the old one's transactions,
 * without dropped ones and without those that spend a missing coin.
 */
export function reorganise(state: NodeState, forkHeight: number, drop: ReadonlySet<string>): Block {
  const { chain } = state;
  const contents: Candidate[][] = [];
  while (getTip(chain).height > forkHeight) {
    contents.unshift(listCandidates(chain, getTip(chain), drop));
    disconnectTip(chain);
  }
  state.branches += 1;
  const blocks: BlockRecord[] = [];
  for (const content of [...contents, []]) {
    const block = assembleBlock(chain, keepValid(chain, content, drop), state.now(), state.branches);
    connectBlock(chain, block);
    blocks.push(storeBlock(block));
  }
  refillMempool(state, drop);
  state.log.append({ kind: 'branch', forkHeight, blocks, drop: [...drop], branches: state.branches });
  announceTip(state);
  return getTip(chain);
}

function replay(state: Omit<NodeState, 'log'>, event: LogEvent): void {
  if (event.kind === 'blocks') for (const record of event.blocks) takeBlock(state, restoreBlock(record));
  if (event.kind === 'transaction') {
    const transaction = parseTransaction(event.hex);
    // a node that was behind may have accepted a transaction whose coin its missing blocks had spent
    if (isLost(state, transaction)) return;
    enterMempool(state, transaction, computeFee(state, transaction), event.timeSeconds);
  }
  if (event.kind === 'mweb') {
    const transaction = buildMwebTransaction(restoreMweb(event.mweb));
    enterMempool(state, transaction, transaction.mweb!.feeLitoshi, event.timeSeconds);
  }
  if (event.kind === 'branch') {
    while (getTip(state.chain).height > event.forkHeight) disconnectTip(state.chain);
    for (const record of event.blocks) connectBlock(state.chain, restoreBlock(record));
    state.branches = event.branches;
    refillMempool(state, new Set(event.drop));
  }
}

function takeBlock(state: ChainAndMempool, block: Block): void {
  connectBlock(state.chain, block);
  for (const { txid } of block.transactions) removeEntry(state.mempool, txid);
  for (const mweb of block.mweb?.transactions ?? [])
    removeEntry(state.mempool, buildMwebTransaction(mweb).txid);
}

function enterMempool(
  state: ChainAndMempool,
  transaction: Transaction,
  feeLitoshi: bigint,
  timeSeconds: number,
): void {
  addEntry(state.mempool, { transaction, feeLitoshi, timeSeconds, height: getTip(state.chain).height });
}

/** Ends the initial download if the tip is less than a day old. */
export function noteFreshTip(state: NodeState): void {
  state.isCaughtUp ||= state.now() / 1000 - getTip(state.chain).timeSeconds < DAY_SECONDS;
}

/** The block's transactions for another block, without coinbase and HogEx. Dropping the HogEx drops its peg-outs. */
function listCandidates(chain: Chain, block: Block, drop: ReadonlySet<string>): Candidate[] {
  const spent = getSpentCoins(chain, block);
  const ordinary = block.transactions.flatMap((transaction, i) =>
    transaction.isCoinbase || transaction.isHogEx
      ? []
      : [{ transaction, feeLitoshi: sumOf(spent[i]!) - sumOf(transaction.outputs) }],
  );
  const inside = (block.mweb?.transactions ?? []).map((mweb) => ({
    transaction: buildMwebTransaction(mweb),
    feeLitoshi: mweb.feeLitoshi,
  }));
  return drop.has(block.transactions.at(-1)!.txid) ? ordinary : [...ordinary, ...inside];
}

/** The candidates whose coins exist and are old enough on this branch. Parents in the same block count. */
function keepValid(chain: Chain, candidates: readonly Candidate[], drop: ReadonlySet<string>): Candidate[] {
  const made = new Set<string>();
  return candidates.filter(({ transaction }) => {
    if (drop.has(transaction.txid)) return false;
    const coins = transaction.inputs.map(
      ({ txid, vout }) =>
        chain.coins.unspent.get(nameOutpoint(txid, vout)) ?? (made.has(txid) ? 'new' : undefined),
    );
    if (coins.includes(undefined) || findImmature(chain, coins.filter(isCoin))) return false;
    made.add(transaction.txid);
    return true;
  });
}

/** Removes mempool entries that a reorganisation made invalid. */
export function refillMempool(state: ChainAndMempool, drop: ReadonlySet<string>): void {
  const old = [...state.mempool.entries.values()];
  state.mempool = openMempool(state.mempool.minimumRate);
  for (const entry of old) {
    if (drop.has(entry.transaction.txid)) continue;
    if (entry.transaction.mweb || !isLost(state, entry.transaction)) addEntry(state.mempool, entry);
  }
}

function isLost({ chain, mempool }: ChainAndMempool, { inputs }: Transaction): boolean {
  const coins = inputs.map((input) => findCoin(chain.coins, mempool, input));
  const found = coins.filter((coin) => coin !== undefined);
  return found.length < coins.length || findImmature(chain, found) !== undefined;
}

function computeFee({ chain, mempool }: ChainAndMempool, { inputs, outputs }: Transaction): bigint {
  return sumOf(inputs.map((input) => findCoin(chain.coins, mempool, input)!)) - sumOf(outputs);
}

/** Wakes all callers that wait for a new block. */
export function announceTip(state: NodeState): void {
  noteFreshTip(state);
  for (const listener of [...state.tipListeners]) listener();
}

function isCoin(coin: Coin | 'new' | undefined): coin is Coin {
  return typeof coin === 'object';
}
