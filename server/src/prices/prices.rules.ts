import { type LtcPrice, ltcPrice } from '@sterling/contract/money.ts';

export interface Quoted {
  readonly name: string;
  readonly price: LtcPrice;
  readonly at: Date;
}

/** A price may be used for so long after the round that gave it (decisions.md, Money). */
export const FRESH_MS = 5 * 60_000;

const OLDEST_QUOTE_MS = 120_000;
const FARTHEST_FROM_MEDIAN_PERCENT = 3;
const FEWEST_SOURCES = 3;

/**
 * One round of the sources: what is old or far from the median is left out, and the median of the others is the
 * price. null when fewer than three are left (litecoin.md §5).
 */
export function judgeRound<Quote extends Quoted>(
  quotes: readonly Quote[],
  now: Date,
): { price: LtcPrice; sources: Quote[] } | null {
  const live = quotes.filter(({ at }) => now.getTime() - at.getTime() <= OLDEST_QUOTE_MS);
  if (live.length < FEWEST_SOURCES) return null;
  const middle = median(live);
  const sources = live.filter(
    ({ price }) => Math.abs(price - middle) * 100 <= middle * FARTHEST_FROM_MEDIAN_PERCENT,
  );
  return sources.length < FEWEST_SOURCES ? null : { price: median(sources), sources };
}

/** Of an even number the mean of the two in the middle, rounded half up to a cent. */
function median(quotes: readonly Quoted[]): LtcPrice {
  const sorted = quotes.map(({ price }) => price).toSorted((a, b) => a - b);
  const upper = Math.floor(sorted.length / 2);
  const lower = Math.floor((sorted.length - 1) / 2);
  return ltcPrice(Math.floor((sorted[lower]! + sorted[upper]! + 1) / 2));
}
