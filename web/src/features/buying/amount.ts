import { MAX_ORDER_ROBUX, MIN_ORDER_ROBUX, type Robux, robux } from '@sterling/contract/money.ts';
import { formatWhole } from '../../kit/format/format.ts';

/** Small amounts are the common ones, so they get most of the slider. All stops are multiples of 100. */
export const AMOUNT_STOPS: readonly number[] = [
  ...stopsOf(100, 2_000, 100),
  ...stopsOf(2_000, 10_000, 500),
  ...stopsOf(10_000, 100_000, 5_000),
  100_000,
];

/** From the first value up to the last one, which is not included. */
function stopsOf(first: number, last: number, step: number): number[] {
  return Array.from({ length: (last - first) / step }, (_, n) => first + n * step);
}

export const QUICK_AMOUNTS: readonly Robux[] = [100, 500, 1000, 5000, 10_000, 25_000].map(robux);

/** Parses typed text as whole Robux: digits only, at most 1,000,000. Empty text is 0. */
export function parseAmount(text: string): Robux {
  return robux(Math.min(MAX_ORDER_ROBUX, Number(text.replace(/\D/g, ''))));
}

export const showAmount = (amount: Robux): string => (amount === 0 ? '' : formatWhole(amount));

/** The amount after blur: at least the minimum of 100. */
export const settleAmount = (amount: Robux): Robux => robux(Math.max(MIN_ORDER_ROBUX, amount));

/** The caret position after a reformat: behind the same number of digits as before. */
export function caretBehind(digits: number, text: string): number {
  let passed = 0;
  for (const [index, character] of [...text].entries()) {
    if (passed === digits) return index;
    if (/\d/.test(character)) passed += 1;
  }
  return text.length;
}
