import type { Cents } from '@sterling/contract/money.ts';

export interface Origin {
  /** Came out of MWEB: after a reorganisation it may have another txid. */
  readonly isPegOut: boolean;
  readonly isCoinbase: boolean;
}

/**
 * Confirmations at which a deposit of that worth counts as settled: nobody will take it back any longer, so what it paid
 * for may leave as LTC, and its coin may be swept.
 */
export function settledAt(worth: Cents, { isPegOut, isCoinbase }: Origin): number {
  if (isCoinbase) return 100;
  if (isPegOut || worth >= 1_000_00) return 24;
  return worth >= 100_00 ? 12 : 6;
}
