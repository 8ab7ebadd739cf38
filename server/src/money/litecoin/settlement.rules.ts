import type { Cents } from '@sterling/contract/money.ts';

export interface Origin {
  /** The deposit came from MWEB, so a reorganisation may change its txid. */
  readonly isPegOut: boolean;
  readonly isCoinbase: boolean;
}

/**
 * Confirmations at which a deposit of `worth` cents is settled: a later reversal is then too unlikely. Earnings that it
 * paid may leave as LTC, and its coin may be swept.
 */
export function settledAt(worth: Cents, { isPegOut, isCoinbase }: Origin): number {
  if (isCoinbase) return 100;
  if (isPegOut || worth >= 1_000_00) return 24;
  return worth >= 100_00 ? 12 : 6;
}
