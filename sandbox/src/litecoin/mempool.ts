import { type Coin, type Coins, makeCoins } from './coins.ts';
import { MIN_RELAY_RATE } from './params.ts';
import { nameOutpoint, type Transaction, type TransactionInput } from './transaction.ts';

export type MempoolEntry = {
  readonly transaction: Transaction;
  readonly feeLitoshi: bigint;
  readonly timeSeconds: number;
  readonly height: number;
};

/** Unconfirmed transactions in order of arrival, so that parents come before children. */
export type Mempool = {
  readonly entries: Map<string, MempoolEntry>;
  readonly spenders: Map<string, string>;
  readonly coins: Map<string, Coin>;
  /** Litoshi per 1000 vbytes that a new transaction must pay. It rises when a node's mempool is full. */
  minimumRate: bigint;
};

/** An empty mempool. `minimumRate` is its lowest fee, in litoshi per 1,000 vbytes. */
export function openMempool(minimumRate = MIN_RELAY_RATE): Mempool {
  return { entries: new Map(), spenders: new Map(), coins: new Map(), minimumRate };
}

/** Adds a transaction, which `judgeTransaction` has admitted, and its outputs as coins of the next block. */
export function addEntry(mempool: Mempool, entry: MempoolEntry): void {
  const { transaction } = entry;
  mempool.entries.set(transaction.txid, entry);
  for (const { txid, vout } of transaction.inputs)
    mempool.spenders.set(nameOutpoint(txid, vout), transaction.txid);
  for (const coin of makeCoins(transaction, entry.height + 1))
    mempool.coins.set(nameOutpoint(coin.txid, coin.vout), coin);
}

/** Removes one transaction and keeps its children. The caller mines or removes them. */
export function removeEntry(mempool: Mempool, txid: string): void {
  const entry = mempool.entries.get(txid);
  if (!entry) return;
  mempool.entries.delete(txid);
  for (const input of entry.transaction.inputs) mempool.spenders.delete(nameOutpoint(input.txid, input.vout));
  for (const coin of makeCoins(entry.transaction, 0))
    mempool.coins.delete(nameOutpoint(coin.txid, coin.vout));
}

/** The coin that an input spends, mined or unconfirmed. Undefined if it is unknown, or spent by a block. */
export function findCoin(
  mined: Coins,
  mempool: Mempool,
  { txid, vout }: Pick<TransactionInput, 'txid' | 'vout'>,
): Coin | undefined {
  const name = nameOutpoint(txid, vout);
  return mined.unspent.get(name) ?? mempool.coins.get(name);
}

/** The unconfirmed transactions whose outputs this one spends. */
export function listParents(mempool: Mempool, transaction: Transaction): string[] {
  return [...new Set(transaction.inputs.map(({ txid }) => txid).filter((txid) => mempool.entries.has(txid)))];
}

/** The unconfirmed transactions that spend this one's outputs. */
export function listChildren(mempool: Mempool, transaction: Transaction): string[] {
  const names = transaction.outputs.map((_, vout) =>
    mempool.spenders.get(nameOutpoint(transaction.txid, vout)),
  );
  return [...new Set(names.filter((txid) => txid !== undefined))];
}

/** The transaction's unconfirmed ancestors or descendants, without itself. */
export function listRelatives(
  mempool: Mempool,
  transaction: Transaction,
  step: (mempool: Mempool, transaction: Transaction) => string[],
): MempoolEntry[] {
  const found = new Map<string, MempoolEntry>();
  const queue = step(mempool, transaction);
  for (let txid = queue.pop(); txid !== undefined; txid = queue.pop()) {
    const entry = mempool.entries.get(txid);
    if (!entry || found.has(txid)) continue;
    found.set(txid, entry);
    queue.push(...step(mempool, entry.transaction));
  }
  return [...found.values()];
}

/**
 * Raises or lowers the minimum rate, as in a full or emptied mempool. Removes transactions below it, with their descendants,
 * unless the descendants pay for them.
 */
export function setMinimumRate(mempool: Mempool, rate: bigint): void {
  mempool.minimumRate = rate;
  for (const entry of [...mempool.entries.values()]) {
    const relatives = [entry, ...listRelatives(mempool, entry.transaction, listChildren)];
    const fee = relatives.reduce((sum, { feeLitoshi }) => sum + feeLitoshi, 0n);
    const vsize = relatives.reduce((sum, { transaction }) => sum + transaction.vsize, 0);
    if (paysRate(entry, rate) || fee * 1000n >= rate * BigInt(vsize)) continue;
    for (const { transaction } of relatives) removeEntry(mempool, transaction.txid);
  }
}

const paysRate = ({ feeLitoshi, transaction }: MempoolEntry, rate: bigint): boolean =>
  feeLitoshi * 1000n >= rate * BigInt(transaction.vsize);
