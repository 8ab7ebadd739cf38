import { type Litoshi, litoshi } from '@sterling/contract/money.ts';

/** An unspent output of the hot wallet that a payment may spend. */
export interface Coin {
  readonly txid: string;
  readonly n: number;
  readonly value: Litoshi;
  /** Unmined transactions of ours that it rests on; 0 once its own is mined. */
  readonly unminedDepth: number;
}

export interface CoinChoice<C extends Coin = Coin> {
  readonly coins: readonly C[];
  readonly fee: Litoshi;
  /** 0: what was left would have been dust and went into the fee. */
  readonly change: Litoshi;
  /** Unmined transactions of ours that the payment rests on, itself included. */
  readonly chainLength: number;
}

/** Least an output to a P2WPKH script may carry before nodes refuse to relay it. */
export const DUST_P2WPKH = litoshi(2_940);
const DUST_OTHER = litoshi(5_460);
/** Nodes stop relaying at 25 unmined ancestors; other payments need room too. */
const LONGEST_CHAIN = 10;
/** About 6.8 kvB: far below what nodes relay, far above what a payment needs. */
const MAX_COINS = 100;

const OVERHEAD_VBYTES = 10.5;
const INPUT_VBYTES = 68;
const P2WPKH_SCRIPT_BYTES = 22;

/** Virtual size of a transaction that spends P2WPKH coins: exact or one above (measured on litecoind). */
export function estimateVbytes(inputs: number, scriptBytes: readonly number[]): number {
  const outputs = scriptBytes.reduce((sum, bytes) => sum + 9 + bytes, 0);
  return Math.ceil(OVERHEAD_VBYTES + INPUT_VBYTES * inputs + outputs);
}

/** Least that a script may be paid. */
export function dustLimit(script: Uint8Array): Litoshi {
  return isWitnessProgram(script) ? DUST_P2WPKH : DUST_OTHER;
}

function isWitnessProgram(script: Uint8Array): boolean {
  return script.length >= 4 && script.length <= 42 && script[1] === script.length - 2;
}

const FALLBACK_FEE_RATE = 10;
const LOWEST_FEE_RATE = 1;
/** Litoshi per virtual byte. */
export const HIGHEST_FEE_RATE = 100;

/** Litoshi per virtual byte to pay: the node's estimate kept within [1, 100]; without one a constant. */
export function feeRateToPay(estimate: number | null): number {
  if (estimate === null || !Number.isFinite(estimate) || estimate <= 0) return FALLBACK_FEE_RATE;
  return Math.min(HIGHEST_FEE_RATE, Math.max(LOWEST_FEE_RATE, Math.ceil(estimate)));
}

/** The most that a payment may cost the house, whatever was estimated: a tenth of what it pays, within 0.0005 and 0.01 LTC. */
export function feeCeiling(amount: Litoshi): Litoshi {
  return litoshi(Math.min(1_000_000, Math.max(50_000, Math.floor(amount / 10))));
}

/**
 * Coins for one payment: mined ones first, largest first, until they leave a change that is worth an output (it is what
 * can later speed the payment up). Null when the coins do not cover amount and fee.
 */
export function chooseCoins<C extends Coin>(
  available: readonly C[],
  { amount, scriptBytes, feeRate }: { amount: Litoshi; scriptBytes: number; feeRate: number },
): CoinChoice<C> | null {
  const chosen: C[] = [];
  let total = 0;
  let chainLength = 1;
  for (const coin of available.toSorted(byUse)) {
    if (chosen.length === MAX_COINS) break;
    if (chainLength + coin.unminedDepth > LONGEST_CHAIN) continue;
    chosen.push(coin);
    total += coin.value;
    chainLength += coin.unminedDepth;
    const fee = Math.ceil(feeRate * estimateVbytes(chosen.length, [scriptBytes, P2WPKH_SCRIPT_BYTES]));
    const change = total - amount - fee;
    if (change >= DUST_P2WPKH)
      return { coins: chosen, fee: litoshi(fee), change: litoshi(change), chainLength };
  }
  const rest = total - amount;
  const feeWithoutChange = Math.ceil(feeRate * estimateVbytes(chosen.length, [scriptBytes]));
  if (chosen.length === 0 || rest < feeWithoutChange) return null;
  return { coins: chosen, fee: litoshi(rest), change: litoshi(0), chainLength };
}

function byUse(a: Coin, b: Coin): number {
  return a.unminedDepth - b.unminedDepth || b.value - a.value || (a.txid < b.txid ? -1 : 1) || a.n - b.n;
}
