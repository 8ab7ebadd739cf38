import type { Behaviour } from './behaviour.ts';
import { connectBlock, disconnectTip, getTip } from './chain.ts';
import { sumOf } from './coins.ts';
import { doubleSpend, fundMweb, type PaymentOutput, payOutputs } from './faucet.ts';
import { toHex } from './hashing.ts';
import { setMinimumRate } from './mempool.ts';
import {
  INITIAL_HEIGHT,
  INITIAL_SPACING_SECONDS,
  INITIAL_TIME_SECONDS,
  MIN_FORK_HEIGHT,
  MWEB_START_HEIGHT,
} from './params.ts';
import { answerCall } from './rpc.ts';
import { requireAddress } from './scripts.ts';
import {
  announceTip,
  mineBlocks,
  type NodeState,
  openNodeState,
  refillMempool,
  reorganise,
} from './state.ts';
import { stealFrom } from './theft.ts';
import { toLtc } from './transaction-json.ts';

type ReceivedOutput = { txid: string; n: number; ltc: number; confirmations: number };
export type LitecoinNode = {
  /** Returns a litecoind call, or throws `RpcError`. `waitfornewblock` returns a promise. */
  rpc(method: string, params: readonly unknown[]): unknown;
  /** Pays from the faucet into the mempool. Throws an Error with a readable reason for an invalid address or amount. */
  send(payment: { outputs: readonly PaymentOutput[]; pegOut?: boolean }): { txid: string };
  /** Spends all coins of an address without its key. Throws an Error for an invalid address, or one without coins. */
  steal(address: string): { txid: string };
  /** Mines blocks. The first one includes the mempool. Returns the tip. */
  mine(blocks: number): { height: number; hash: string };
  /** Replaces the last blocks by a branch that is one block longer, without the dropped transactions and their descendants. Returns the tip. */
  reorg(change: { depth: number; drop?: readonly string[] }): { height: number; hash: string };
  /** Spends a coin of a payment from the faucet again, back to the faucet. Throws an Error when that coin is spent. */
  doubleSpend(txid: string): { txid: string };
  /** Sets the fee that new transactions must pay, in litoshi per vbyte, and removes cheaper ones from the mempool. */
  setMinimumFee(litoshiPerVbyte: number): void;
  /** All payments to an address. Unconfirmed ones have 0 confirmations. Throws an Error for an invalid address. */
  received(address: string): { ltc: number; outputs: ReceivedOutput[] };
  /** Plays a node that is behind, downloading or outdated. Returns how it behaves now. Throws an Error for too many blocks. */
  behave(change: Partial<Behaviour>): Behaviour;
  state(): { height: number; hash: string; mempool: string[] };
  /** Ends all waits for a block and closes the files. */
  close(): void;
};

/** Opens the sandbox's Litecoin node with its chain in the directory. A new chain gets its first blocks. `now` is the sandbox's clock in ms. */
export function openNode({ directory, now }: { directory: string; now: () => number }): LitecoinNode {
  const state = openNodeState(directory, now);
  mineFirstBlocks(state);
  return {
    rpc: (method, params) => answerCall(state, method, params),
    send: ({ outputs, pegOut = false }) => {
      requireConnected(state);
      return { txid: payOutputs(state, outputs, pegOut) };
    },
    steal: (address) => ({ txid: stealFrom(state, address) }),
    doubleSpend: (txid) => ({ txid: doubleSpend(state, txid) }),
    setMinimumFee: (litoshiPerVbyte) => setMinimumRate(state.mempool, BigInt(litoshiPerVbyte) * 1000n),
    mine: (blocks) => {
      requireConnected(state);
      requireCount(blocks, 'blocks');
      return nameBlock(mineBlocks(state, blocks));
    },
    reorg: ({ depth, drop = [] }) => {
      requireConnected(state);
      requireCount(depth, 'depth');
      const forkHeight = getTip(state.chain).height - depth;
      if (forkHeight < MIN_FORK_HEIGHT)
        throw new Error(`a reorganisation cannot go below height ${MIN_FORK_HEIGHT}`);
      return nameBlock(reorganise(state, forkHeight, new Set(drop)));
    },
    received: (address) => listReceived(state, address),
    behave: (change) => behave(state, change),
    state: () => ({ ...nameBlock(getTip(state.chain)), mempool: [...state.mempool.entries.keys()] }),
    close: () => {
      announceTip(state);
      state.log.close();
    },
  };
}

/** Mines the first blocks. After a kill it mines the missing ones. */
function mineFirstBlocks(state: NodeState): void {
  for (let height = getTip(state.chain).height + 1; height <= INITIAL_HEIGHT; height++) {
    if (height === MWEB_START_HEIGHT && state.mempool.entries.size === 0) fundMweb(state);
    const timeMs = (INITIAL_TIME_SECONDS + height * INITIAL_SPACING_SECONDS) * 1000;
    mineBlocks(state, 1, () => timeMs);
  }
}

function listReceived(
  { chain, mempool }: NodeState,
  address: string,
): { ltc: number; outputs: ReceivedOutput[] } {
  const scriptHex = toHex(requireAddress(address));
  const mined = [...(chain.coins.paidByScript.get(scriptHex)?.values() ?? [])];
  const waiting = [...mempool.coins.values()].filter((coin) => coin.scriptHex === scriptHex);
  const show = (confirmations: (height: number) => number) => (coin: (typeof mined)[number]) => ({
    txid: coin.txid,
    n: coin.vout,
    ltc: toLtc(coin.litoshi),
    confirmations: confirmations(coin.height),
  });
  return {
    ltc: toLtc(sumOf([...mined, ...waiting])),
    outputs: [...mined.map(show((height) => chain.active.length - height)), ...waiting.map(show(() => 0))],
  };
}

/** A smaller `behind` connects blocks that were waiting. */
function behave(state: NodeState, change: Partial<Behaviour>): Behaviour {
  if (change.behind !== undefined) leaveUnconnected(state, change.behind);
  state.behaviour = { ...state.behaviour, ...change };
  return state.behaviour;
}

function leaveUnconnected(state: NodeState, blocks: number): void {
  const { chain, unconnected } = state;
  if (blocks > getTip(chain).height + unconnected.length) throw new Error('there are not that many blocks');
  while (unconnected.length < blocks) unconnected.unshift(disconnectTip(chain));
  while (unconnected.length > blocks) connectBlock(chain, unconnected.shift()!);
  refillMempool(state, new Set());
  announceTip(state);
}

function requireConnected({ unconnected }: NodeState): void {
  if (unconnected.length > 0) throw new Error('the node is behind: set `behind` to 0 first');
}

function requireCount(value: number, name: string): void {
  if (!Number.isInteger(value) || value < 1 || value > 10_000)
    throw new Error(`${name} must be a whole number from 1 to 10000`);
}

function nameBlock({ height, hash }: { height: number; hash: string }): { height: number; hash: string } {
  return { height, hash };
}
