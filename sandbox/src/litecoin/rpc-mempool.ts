import { type Admission, hasUnspentOutput, isRefusal, judgeTransaction } from './admission.ts';
import { countConfirmations, getTip } from './chain.ts';
import { listChildren, listParents, listRelatives, type Mempool, type MempoolEntry } from './mempool.ts';
import { DEFAULT_MAX_RATE, MIN_RELAY_RATE } from './params.ts';
import { RpcError } from './rpc-error.ts';
import { expectType, readBoolean, readHash, readInteger, readText } from './rpc-params.ts';
import { describeScript } from './scripts.ts';
import { admitTransaction, type NodeState } from './state.ts';
import { nameOutpoint, parseTransaction, type Transaction } from './transaction.ts';
import { showTransaction, toLtc } from './transaction-json.ts';

const DECODE_FAILED = 'TX decode failed. Make sure the tx has at least one input.';

/** Answers `getrawmempool`: txids, entries by txid, or txids with the mempool's sequence number. */
export function getRawMempool({ mempool }: NodeState, [verbose, withSequence]: unknown[]): unknown {
  const isVerbose = readBoolean(verbose, false);
  const hasSequence = readBoolean(withSequence, false);
  if (isVerbose && hasSequence)
    throw new RpcError(-8, 'Verbose results cannot contain mempool sequence values.');
  const txids = [...mempool.entries.keys()];
  if (hasSequence) return { txids, mempool_sequence: txids.length + 1 };
  return isVerbose
    ? Object.fromEntries([...mempool.entries].map(([txid, entry]) => [txid, showEntry(mempool, entry)]))
    : txids;
}

/** Answers `getmempoolinfo`. Sizes are in vbytes, rates in LTC per 1,000 vbytes. */
export function getMempoolInfo({ mempool: { entries, minimumRate } }: NodeState): object {
  const bytes = [...entries.values()].reduce((sum, { transaction }) => sum + transaction.vsize, 0);
  return {
    loaded: true,
    size: entries.size,
    bytes,
    usage: bytes,
    maxmempool: 300_000_000,
    mempoolminfee: toLtc(minimumRate),
    minrelaytxfee: toLtc(MIN_RELAY_RATE),
    unbroadcastcount: 0,
  };
}

/** Answers `getmempoolentry`. Throws an `RpcError` if the transaction is not in the mempool. */
export function getMempoolEntry({ mempool }: NodeState, [txid]: unknown[]): object {
  const entry = mempool.entries.get(readHash(txid, 'parameter 1'));
  if (!entry) throw new RpcError(-5, 'Transaction not in mempool');
  return showEntry(mempool, entry);
}

/**
 * Answers `getrawtransaction`, from the mempool, the chain or the named block. Throws an `RpcError` if it
 * is not there.
 */
export function getRawTransaction({ chain, mempool }: NodeState, [id, verbose, inBlock]: unknown[]): unknown {
  const txid = readHash(id, 'parameter 1');
  if (txid === chain.active[0]!.transactions[0]!.txid)
    throw new RpcError(
      -5,
      'The genesis block coinbase is not considered an ordinary transaction and cannot be retrieved',
    );
  const isVerbose = typeof verbose === 'number' ? verbose !== 0 : readBoolean(verbose, false);
  const named =
    inBlock === undefined || inBlock === null
      ? undefined
      : chain.blocks.get(readHash(inBlock, 'parameter 3'));
  if (inBlock && !named) throw new RpcError(-5, 'Block hash not found');
  const waiting = named ? undefined : mempool.entries.get(txid)?.transaction;
  const block = waiting ? undefined : (named ?? chain.placed.get(txid)?.block);
  const transaction = waiting ?? block?.transactions.find((each) => each.txid === txid);
  if (!transaction)
    throw new RpcError(
      -5,
      `No such ${named ? 'transaction found in the provided block' : 'mempool or blockchain transaction'}. Use gettransaction for wallet transactions.`,
    );
  if (!isVerbose) return transaction.hex;
  if (!block) return showTransaction(transaction);
  // As in Core, a stale block has 0 confirmations here, and -1 in its header.
  const confirmations = Math.max(0, countConfirmations(chain, block));
  const times = confirmations > 0 ? { time: block.timeSeconds, blocktime: block.timeSeconds } : {};
  const active = named ? { in_active_chain: confirmations > 0 } : {};
  return { ...active, ...showTransaction(transaction), blockhash: block.hash, confirmations, ...times };
}

/** Answers `gettxout`. Null if the output does not exist or is spent. */
export function getTxOut({ chain, mempool }: NodeState, [id, n, includeMempool]: unknown[]): object | null {
  const name = nameOutpoint(readHash(id, 'txid'), readInteger(n));
  const isWithMempool = readBoolean(includeMempool, true);
  if (isWithMempool && mempool.spenders.has(name)) return null;
  const mined = chain.coins.unspent.get(name);
  const coin = mined ?? (isWithMempool ? mempool.coins.get(name) : undefined);
  if (!coin) return null;
  return {
    bestblock: getTip(chain).hash,
    confirmations: mined ? chain.active.length - mined.height : 0,
    value: toLtc(coin.litoshi),
    scriptPubKey: describeScript(coin.script),
    coinbase: coin.isCoinbase,
  };
}

/** Answers `testmempoolaccept` for one transaction. `maxRate` is in LTC per 1,000 vbytes. */
export function testMempoolAccept({ chain, mempool }: NodeState, [hexes, maxRate]: unknown[]): object[] {
  expectType(hexes, 'array');
  if ((hexes as unknown[]).length !== 1)
    throw new RpcError(-8, 'Array must contain exactly one raw transaction for now');
  const transaction = decode((hexes as unknown[])[0]);
  const limit = readMaxRate(maxRate);
  const { txid, vsize } = transaction;
  const admission = judgeTransaction(chain, mempool, transaction);
  if (isRefusal(admission)) {
    const reason =
      admission.reason === 'bad-txns-inputs-missingorspent' ? 'missing-inputs' : admission.reason;
    return [{ txid, allowed: false, 'reject-reason': reason }];
  }
  if (exceeds(admission, transaction, limit))
    return [{ txid, allowed: false, 'reject-reason': 'max-fee-exceeded' }];
  return [{ txid, allowed: true, vsize, fees: { base: toLtc(admission.feeLitoshi) } }];
}

/** Accepts a transaction. An unspent output proves that it was mined already, as at a litecoind without an index. */
export function sendRawTransaction(state: NodeState, [hex, maxRate]: unknown[]): string {
  expectType(hex, 'string');
  const transaction = decode(hex);
  const limit = readMaxRate(maxRate);
  if (hasUnspentOutput(state.chain, transaction))
    throw new RpcError(-27, 'Transaction already in block chain');
  if (state.mempool.entries.has(transaction.txid)) return transaction.txid;
  const judged = judgeTransaction(state.chain, state.mempool, transaction);
  if (exceeds(judged, transaction, limit))
    throw new RpcError(-25, 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)');
  const admission = isRefusal(judged) ? judged : admitTransaction(state, transaction);
  if (!isRefusal(admission)) return transaction.txid;
  const { reason, detail } = admission;
  throw new RpcError(
    reason === 'bad-txns-inputs-missingorspent' ? -25 : -26,
    detail ? `${reason}, ${detail}` : reason,
  );
}

function decode(hex: unknown): Transaction {
  const text = readText(hex);
  if (!/^(?:[0-9a-fA-F]{2})+$/.test(text)) throw new RpcError(-22, DECODE_FAILED);
  try {
    return parseTransaction(text);
  } catch {
    throw new RpcError(-22, DECODE_FAILED);
  }
}

/** The caller's maximum fee rate in litoshi per 1000 vbytes. 0 allows any rate. */
function readMaxRate(value: unknown): bigint {
  if (value === undefined || value === null) return DEFAULT_MAX_RATE;
  const rate = Number(value);
  if (!Number.isFinite(rate) || rate < 0)
    throw new RpcError(-3, typeof value === 'string' ? 'Invalid amount' : 'Amount out of range');
  return BigInt(Math.round(rate * 1e8));
}

function exceeds(admission: Admission, { vsize }: Transaction, maxRate: bigint): boolean {
  return !isRefusal(admission) && maxRate > 0n && admission.feeLitoshi > (maxRate * BigInt(vsize)) / 1000n;
}

function showEntry(mempool: Mempool, { transaction, feeLitoshi, timeSeconds, height }: MempoolEntry): object {
  const ancestors = listRelatives(mempool, transaction, listParents);
  const descendants = listRelatives(mempool, transaction, listChildren);
  const [size, fee] = [transaction.vsize, toLtc(feeLitoshi)];
  const totalSize = (entries: MempoolEntry[]) =>
    entries.reduce((sum, each) => sum + each.transaction.vsize, size);
  const totalFee = (entries: MempoolEntry[]) =>
    entries.reduce((sum, each) => sum + each.feeLitoshi, feeLitoshi);
  return {
    fees: {
      base: fee,
      modified: fee,
      ancestor: toLtc(totalFee(ancestors)),
      descendant: toLtc(totalFee(descendants)),
    },
    vsize: size,
    weight: transaction.weight,
    fee,
    modifiedfee: fee,
    time: timeSeconds,
    height: height,
    descendantcount: descendants.length + 1,
    descendantsize: totalSize(descendants),
    descendantfees: Number(totalFee(descendants)),
    ancestorcount: ancestors.length + 1,
    ancestorsize: totalSize(ancestors),
    ancestorfees: Number(totalFee(ancestors)),
    wtxid: transaction.wtxid,
    depends: listParents(mempool, transaction),
    spentby: listChildren(mempool, transaction),
    'bip125-replaceable': transaction.inputs.some(({ sequence }) => sequence < 0xfffffffe),
    unbroadcast: true,
  };
}
