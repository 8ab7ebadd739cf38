import { isUnspendable } from './scripts.ts';
import { nameOutpoint, type Transaction, type TransactionOutput } from './transaction.ts';

export type Coin = TransactionOutput & {
  readonly txid: string;
  readonly vout: number;
  readonly height: number;
  readonly isCoinbase: boolean;
  readonly isPegOut: boolean;
};

/** The unspent outputs of the active chain, indexed by script, and all its outputs by script. */
export type Coins = {
  readonly unspent: Map<string, Coin>;
  readonly unspentByScript: Map<string, Set<string>>;
  readonly paidByScript: Map<string, Map<string, Coin>>;
};

/** An empty set of coins. */
export function openCoins(): Coins {
  return { unspent: new Map(), unspentByScript: new Map(), paidByScript: new Map() };
}

/** Applies a mined transaction. Returns the coins that it spent, for `revertTransaction`. */
export function applyTransaction(coins: Coins, transaction: Transaction, height: number): Coin[] {
  const spent: Coin[] = [];
  if (!transaction.isCoinbase) {
    for (const { txid, vout } of transaction.inputs) {
      const coin = coins.unspent.get(nameOutpoint(txid, vout));
      if (!coin) throw new Error(`${transaction.txid} spends the unknown coin ${txid}:${vout}`);
      removeUnspent(coins, coin);
      spent.push(coin);
    }
  }
  for (const coin of makeCoins(transaction, height)) {
    addUnspent(coins, coin);
    const paid = coins.paidByScript.get(coin.scriptHex) ?? new Map<string, Coin>();
    coins.paidByScript.set(coin.scriptHex, paid.set(nameOutpoint(coin.txid, coin.vout), coin));
  }
  return spent;
}

/** Undoes `applyTransaction`. `spent` is what it returned. */
export function revertTransaction(coins: Coins, transaction: Transaction, spent: readonly Coin[]): void {
  for (const coin of makeCoins(transaction, 0)) {
    removeUnspent(coins, coin);
    coins.paidByScript.get(coin.scriptHex)?.delete(nameOutpoint(coin.txid, coin.vout));
  }
  for (const coin of spent) addUnspent(coins, coin);
}

/** The spendable outputs of a transaction as coins at this height. */
export function makeCoins(transaction: Transaction, height: number): Coin[] {
  const { txid, isCoinbase, isHogEx } = transaction;
  return transaction.outputs.flatMap((output, vout) =>
    isUnspendable(output.script)
      ? []
      : [{ ...output, txid, vout, height, isCoinbase, isPegOut: isHogEx && vout > 0 }],
  );
}

function addUnspent(coins: Coins, coin: Coin): void {
  const name = nameOutpoint(coin.txid, coin.vout);
  coins.unspent.set(name, coin);
  const ofScript = coins.unspentByScript.get(coin.scriptHex) ?? new Set<string>();
  coins.unspentByScript.set(coin.scriptHex, ofScript.add(name));
}

function removeUnspent(coins: Coins, coin: Coin): void {
  const name = nameOutpoint(coin.txid, coin.vout);
  coins.unspent.delete(name);
  const ofScript = coins.unspentByScript.get(coin.scriptHex);
  ofScript?.delete(name);
  if (ofScript?.size === 0) coins.unspentByScript.delete(coin.scriptHex);
}

/** The sum of amounts in litoshi. */
export function sumOf(parts: readonly { readonly litoshi: bigint }[]): bigint {
  return parts.reduce((total, { litoshi }) => total + litoshi, 0n);
}
