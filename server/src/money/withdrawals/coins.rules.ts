import { LITOSHI_PER_LTC, type Litoshi, litoshi } from '@sterling/contract/money.ts';

/** An unspent output of the hot wallet that a payment may spend. */
export interface Coin {
  readonly txid: string;
  readonly n: number;
  readonly value: Litoshi;
  /** Number of our unmined transactions that the coin depends on; 0 when its own is mined. */
  readonly unminedDepth: number;
}

export interface CoinChoice<C extends Coin = Coin> {
  readonly coins: readonly C[];
  readonly fee: Litoshi;
  /** 0 when the rest would be dust; the rest is then part of the fee. */
  readonly change: Litoshi;
  /** Number of our unmined transactions in the payment's chain, including the payment. */
  readonly chainLength: number;
}

/** The smallest P2WPKH output that nodes relay. */
export const DUST_P2WPKH = litoshi(2_940);
const DUST_OTHER = litoshi(5_460);
/** Nodes stop relaying at 25 unmined ancestors. This limit leaves room for other payments. */
const MAX_CHAIN_LENGTH = 10;
/** About 6.8 kvB: far below the relay limit, and enough for almost every payment. */
const MAX_COINS = 100;
/** For a large payment from a wallet of many small coins. About 34 kvB, a third of the relay limit. */
const MAX_SMALL_COINS = 500;

const OVERHEAD_VBYTES = 10.5;
export const INPUT_VBYTES = 68;
export const P2WPKH_SCRIPT_BYTES = 22;

/** Estimates the virtual size of a transaction that spends P2WPKH coins. The estimate is exact or one byte too high. */
export function estimateVbytes(inputs: number, scriptBytes: readonly number[]): number {
  const outputs = scriptBytes.reduce((sum, bytes) => sum + 9 + bytes, 0);
  return Math.ceil(OVERHEAD_VBYTES + INPUT_VBYTES * inputs + outputs);
}

/** The smallest output to a script that nodes relay. */
export function dustLimit(script: Uint8Array): Litoshi {
  return isWitnessProgram(script) ? DUST_P2WPKH : DUST_OTHER;
}

function isWitnessProgram(script: Uint8Array): boolean {
  return script.length >= 4 && script.length <= 42 && script[1] === script.length - 2;
}

const FALLBACK_FEE_RATE = 10;
const MIN_FEE_RATE = 1;
/** Litoshi per virtual byte. */
export const MAX_FEE_RATE = 100;

/** Litoshi per virtual byte to pay: the node's estimate between 1 and 100, or a constant without an estimate. */
export function feeRateToPay(estimate: number | null): number {
  if (estimate === null || !Number.isFinite(estimate) || estimate <= 0) return FALLBACK_FEE_RATE;
  return Math.min(MAX_FEE_RATE, Math.max(MIN_FEE_RATE, Math.ceil(estimate)));
}

/** As `feeRateToPay`, but at least the `minimum` of the node's mempool. At most 100. */
export function feeRateAbove(minimum: number, estimate: number | null): number {
  return Math.min(MAX_FEE_RATE, Math.max(feeRateToPay(estimate), Math.ceil(minimum)));
}

/** The highest fee for a payment, whatever the estimate: a tenth of its amount, between 0.0005 and 0.01 LTC. */
export function feeCeiling(amount: Litoshi): Litoshi {
  return litoshi(Math.min(1_000_000, Math.max(50_000, Math.floor(amount / 10))));
}

/** What a payment needs. `feeRate` is in litoshi per virtual byte. */
interface Need {
  readonly amount: Litoshi;
  readonly scriptBytes: number;
  readonly feeRate: number;
}

/**
 * Chooses coins for one payment: mined coins if they suffice, else all coins. The largest come first, until their change is worth
 * an output. A child can spend that change later to speed the payment up. Strangers can send many small coins, so these neither
 * hide large unmined ones nor fill the payment. More than 100 coins pay only if no 100 of them can. Null when the coins do not cover amount and fee.
 */
export function chooseCoins<C extends Coin>(available: readonly C[], need: Need): CoinChoice<C> | null {
  const largest = available.toSorted(byValue);
  const mined = largest.filter(({ unminedDepth }) => unminedDepth === 0);
  // the last order leaves room in the chain for several unmined coins
  const orders = [mined, largest, largest.toSorted((a, b) => a.unminedDepth - b.unminedDepth)];
  const within = (maxCoins: number) => orders.flatMap((coins) => chooseInOrder(coins, need, maxCoins) ?? []);
  const few = within(MAX_COINS);
  const choices = few.length > 0 ? few : within(MAX_SMALL_COINS);
  return choices.find(({ change }) => change > 0) ?? choices[0] ?? null;
}

function chooseInOrder<C extends Coin>(
  sorted: readonly C[],
  { amount, scriptBytes, feeRate }: Need,
  maxCoins: number,
): CoinChoice<C> | null {
  const chosen: C[] = [];
  let total = 0;
  let chainLength = 1;
  let withoutChange: CoinChoice<C> | null = null;
  const feeFor = (...scripts: number[]) => Math.ceil(feeRate * estimateVbytes(chosen.length, scripts));
  for (const coin of sorted) {
    if (chosen.length === maxCoins) break;
    if (chainLength + coin.unminedDepth > MAX_CHAIN_LENGTH) continue;
    chosen.push(coin);
    total += coin.value;
    chainLength += coin.unminedDepth;
    const rest = total - amount;
    const fee = feeFor(scriptBytes, P2WPKH_SCRIPT_BYTES);
    if (rest - fee >= DUST_P2WPKH)
      return { coins: chosen, fee: litoshi(fee), change: litoshi(rest - fee), chainLength };
    // kept, because the coins that follow may cost more than their value
    if (!withoutChange && rest >= feeFor(scriptBytes))
      withoutChange = { coins: [...chosen], fee: litoshi(rest), change: litoshi(0), chainLength };
  }
  return withoutChange;
}

function byValue(a: Coin, b: Coin): number {
  return b.value - a.value || a.txid.localeCompare(b.txid) || a.n - b.n;
}

/** The hot wallet should hold this many coins, so that one stuck payment does not block the next. */
const HOT_COINS = 8;
/** Smaller coins would not pay a usual withdrawal. */
export const MIN_HOT_COIN = litoshi(LITOSHI_PER_LTC);

/**
 * Divides an amount that goes to the hot wallet into outputs of at least about 1 LTC, so that it and the `others` that
 * the wallet holds already are at most 8 coins. `fee` is the cost of the additional outputs, which the amount pays.
 */
export function divideKept(
  amount: Litoshi,
  { others, feeRate }: { others: number; feeRate: number },
): { parts: Litoshi[]; fee: Litoshi } {
  const count = Math.max(1, Math.min(HOT_COINS - others, Math.floor(amount / MIN_HOT_COIN)));
  const fee = Math.ceil(feeRate * OUTPUT_VBYTES * (count - 1));
  const each = Math.floor((amount - fee) / count);
  const rest = amount - fee - each * (count - 1);
  return { parts: [rest, ...Array<number>(count - 1).fill(each)].map(litoshi), fee: litoshi(fee) };
}

const OUTPUT_VBYTES = 9 + P2WPKH_SCRIPT_BYTES;
