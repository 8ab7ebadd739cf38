import type { Litoshi } from '@sterling/contract/money.ts';
import * as z from 'zod';
import {
  type Block,
  BlockAnswer,
  type ChainTransaction,
  litoshiOf,
  plainTransaction,
  TransactionAnswer,
} from './litecoin-block.ts';
import { NodeRefusal, openRpc, type RpcLogin } from './litecoin-rpc.ts';

/** The calls of Sterling to a Litecoin node. Each call may throw NodeRefusal or OutsideError. */
export interface LitecoinNode {
  chainInfo(): Promise<ChainInfo>;
  genesisHash(): Promise<string>;
  /** What it calls itself, with its version, such as /LitecoinCore:0.21.5.5/. */
  subversion(): Promise<string>;
  /** The number of nodes that it is connected to. */
  peers(): Promise<number>;
  /** The timestamp of a block. */
  blockTime(hash: string): Promise<Date>;
  /** The hash of the active chain's block at a height; null above its tip. */
  blockHash(height: number): Promise<string | null>;
  /** As `blockHash`, for every height in a range, in one call. */
  blockHashes(from: number, to: number): Promise<(string | null)[]>;
  block(hash: string): Promise<Block>;
  /** Ids of unmined transactions. MWEB transactions are included although they never appear in a block. */
  mempool(): Promise<string[]>;
  /** A transaction of the mempool; null when it is no longer there. */
  mempoolTransaction(txid: string): Promise<ChainTransaction | null>;
  /** The bytes of a transaction in a block, or in the mempool without one; null when it is not there. */
  transactionHex(txid: string, blockHash: string | null): Promise<string | null>;
  /** Whether the node would accept a signed transaction, and the reason if not. */
  testAccept(hex: string): Promise<{ allowed: boolean; reason: string | null }>;
  /** Sends a signed transaction. Never throws: an answer that may hide an acceptance is 'unclear'. */
  broadcast(hex: string): Promise<BroadcastAnswer>;
  /**
   * Every unspent output of the active chain that matches the descriptors. A node needs minutes for this, and runs one
   * such scan at a time. Throws the reason of `signal` when it is aborted, and the node ends its scan later.
   */
  unspent(descriptors: readonly Descriptor[], signal?: AbortSignal): Promise<Unspent>;
  /** Litoshi per virtual byte for a confirmation within `blocks` blocks, rounded up; null without an estimate. */
  estimateFeeRate(blocks: number): Promise<number | null>;
  /** Litoshi per virtual byte that a transaction must pay to enter the node's mempool. */
  minimumFeeRate(): Promise<number>;
  /** Waits up to `ms` for a new tip, and always returns the tip. */
  newBlockWithin(ms: number): Promise<{ height: number; hash: string }>;
}

export interface ChainInfo {
  readonly chain: string;
  readonly blocks: number;
  readonly headers: number;
  readonly initialBlockDownload: boolean;
  readonly bestBlockHash: string;
  readonly warnings: string;
}

/** An output descriptor of Litecoin Core. A descriptor that ends in * comes with the first and the last index of its range. */
export type Descriptor =
  | string
  | { readonly desc: string; readonly range: readonly [first: number, last: number] };

export interface Unspent {
  /** The tip of the scan. */
  readonly height: number;
  readonly hash: string;
  /** `script` in hex. */
  readonly coins: readonly {
    readonly txid: string;
    readonly n: number;
    readonly litoshi: Litoshi;
    readonly script: string;
  }[];
}

/** The meaning of an answer to sendrawtransaction. */
export type BroadcastAnswer =
  | { readonly kind: 'accepted' | 'alreadyMined' | 'missingInputs' | 'conflict' }
  | { readonly kind: 'rejected'; readonly code: number; readonly message: string }
  | { readonly kind: 'unclear'; readonly message: string };

const NOT_FOUND = -5;
const OUT_OF_RANGE = -8;
const VERIFY_ERROR = -25;
const VERIFY_REJECTED = -26;
const ALREADY_IN_CHAIN = -27;
const DESERIALIZATION = -22;
/** A scan reads all unspent outputs from disk. */
const COUNTING_MS = 20 * 60_000;

/** litecoind's JSON-RPC. */
export function openLitecoinNode(config: RpcLogin): LitecoinNode {
  const { call, callAll } = openRpc(config);
  return {
    chainInfo: async () => ChainInfoAnswer.parse(await call('getblockchaininfo')),
    genesisHash: async () => z.string().parse(await call('getblockhash', 0)),
    subversion: async () => NetworkAnswer.parse(await call('getnetworkinfo')).subversion,
    peers: async () => z.int().parse(await call('getconnectioncount')),
    blockTime: async (hash) => new Date(HeaderAnswer.parse(await call('getblockheader', hash)).time * 1000),
    blockHash: (height) =>
      unless(OUT_OF_RANGE, async () => z.string().parse(await call('getblockhash', height))),
    blockHashes: async (from, to) => {
      const heights = Array.from({ length: to - from + 1 }, (_, index) => [from + index]);
      const answers = await callAll('getblockhash', heights);
      return answers.map((answer) => {
        if (!(answer instanceof NodeRefusal)) return z.string().parse(answer);
        if (answer.code === OUT_OF_RANGE) return null;
        throw answer;
      });
    },
    block: async (hash) => BlockAnswer.parse(await call('getblock', hash, 2)),
    mempool: async () => z.array(z.string()).parse(await call('getrawmempool')),
    mempoolTransaction: (txid) =>
      unless(NOT_FOUND, async () => {
        const answer = TransactionAnswer.parse(await call('getrawtransaction', txid, true));
        // a node with a transaction index also answers transactions that are or were in a block
        return answer.blockhash ? null : plainTransaction(answer);
      }),
    transactionHex: (txid, blockHash) =>
      unless(NOT_FOUND, async () =>
        z.string().parse(await call('getrawtransaction', txid, false, ...(blockHash ? [blockHash] : []))),
      ),
    testAccept: async (hex) => {
      const [answer] = AcceptAnswer.parse(await call('testmempoolaccept', [hex]));
      return { allowed: answer.allowed, reason: answer['reject-reason'] ?? null };
    },
    broadcast: (hex) => call('sendrawtransaction', hex).then(() => ({ kind: 'accepted' }), meaningOfRefusal),
    unspent: async (descriptors, signal) => {
      const patient = openRpc(config, { patienceMs: COUNTING_MS, signal });
      return UnspentAnswer.parse(await patient.call('scantxoutset', 'start', descriptors));
    },
    estimateFeeRate: async (blocks) => {
      const { feerate } = FeeAnswer.parse(await call('estimatesmartfee', blocks));
      return feerate === undefined ? null : Math.ceil(litoshiOf(feerate) / 1000);
    },
    minimumFeeRate: async () => {
      const { mempoolminfee, minrelaytxfee } = MempoolAnswer.parse(await call('getmempoolinfo'));
      return litoshiOf(Math.max(mempoolminfee, minrelaytxfee)) / 1000;
    },
    newBlockWithin: async (ms) => TipAnswer.parse(await call('waitfornewblock', ms)),
  };
}

function meaningOfRefusal(error: unknown): BroadcastAnswer {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof NodeRefusal)) return { kind: 'unclear', message };
  const { code } = error;
  if (code === ALREADY_IN_CHAIN) return { kind: 'alreadyMined' };
  if (code === VERIFY_ERROR && message.includes('missingorspent')) return { kind: 'missingInputs' };
  if (code === VERIFY_REJECTED && message.includes('txn-mempool-conflict')) return { kind: 'conflict' };
  if (code === VERIFY_REJECTED && message.includes('txn-already-in-mempool')) return { kind: 'accepted' };
  const isVerdict = [VERIFY_ERROR, VERIFY_REJECTED, DESERIALIZATION].includes(code);
  return isVerdict ? { kind: 'rejected', code, message } : { kind: 'unclear', message };
}

async function unless<Result>(code: number, ask: () => Promise<Result>): Promise<Result | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NodeRefusal && error.code === code) return null;
    throw error;
  }
}

const ChainInfoAnswer = z
  .object({
    chain: z.string(),
    blocks: z.int(),
    headers: z.int(),
    initialblockdownload: z.boolean(),
    bestblockhash: z.string(),
    warnings: z.string().default(''),
  })
  .transform(({ initialblockdownload, bestblockhash, ...info }): ChainInfo => {
    return { ...info, initialBlockDownload: initialblockdownload, bestBlockHash: bestblockhash };
  });

const NetworkAnswer = z.object({ subversion: z.string() });
const HeaderAnswer = z.object({ time: z.int() });
const AcceptAnswer = z.tuple([z.object({ allowed: z.boolean(), 'reject-reason': z.string().optional() })]);
const FeeAnswer = z.object({ feerate: z.number().positive().optional() });
const MempoolAnswer = z.object({ mempoolminfee: z.number(), minrelaytxfee: z.number() });
const UnspentAnswer = z
  .object({
    success: z.literal(true),
    height: z.int(),
    bestblock: z.string(),
    unspents: z.array(
      z.object({ txid: z.string(), vout: z.int(), amount: z.number(), scriptPubKey: z.string() }),
    ),
  })
  .transform(({ height, bestblock: hash, unspents }): Unspent => {
    const coins = unspents.map(({ txid, vout: n, amount, scriptPubKey: script }) => {
      return { txid, n, litoshi: litoshiOf(amount), script };
    });
    return { height, hash, coins };
  });
const TipAnswer = z.object({ height: z.int(), hash: z.string() });
