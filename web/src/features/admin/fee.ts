import { parseDecimal } from '@sterling/contract/money.ts';

const MOST_TENTHS = 100;

/** Parses a fee in percent: 0 to 10 in steps of 0.1. Undefined if the text is not a valid fee. */
export function feePercentOf(text: string): number | undefined {
  const tenths = parseDecimal(text, 1);
  return tenths === null || tenths < 0 || tenths > MOST_TENTHS ? undefined : tenths / 10;
}
