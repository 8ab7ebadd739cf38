import { type Cents, cents, type LtcPrice, ltcPrice } from '@sterling/contract/money.ts';

export interface Quoted {
  readonly name: string;
  readonly price: LtcPrice;
  readonly at: Date;
}

/** A price may be used for so long after the round that gave it. */
export const FRESH_MS = 5 * 60_000;

const OLDEST_QUOTE_MS = 120_000;
const FARTHEST_FROM_MEDIAN_PERCENT = 3;
const FEWEST_SOURCES = 2;
/** With so many sources a price may value anything. */
const ENOUGH_SOURCES = 3;
/** What two sources alone are trusted with. */
const MAX_BY_TWO = cents(100_00);

export interface Round<Quote extends Quoted = Quoted> {
  readonly price: LtcPrice;
  readonly sources: readonly Quote[];
  /** Live sources that strayed: the next round lets one back only at half the distance. */
  readonly strayed: ReadonlySet<string>;
}

/**
 * One round of the sources: what is old or far from the median is left out, and the median of the others is the
 * price. One that strayed in the round before has to come back closer. null when fewer than two are left.
 */
export function judgeRound<Quote extends Quoted>(
  quotes: readonly Quote[],
  now: Date,
  strayedBefore: ReadonlySet<string> = new Set(),
): Round<Quote> | null {
  const live = quotes.filter(({ at }) => now.getTime() - at.getTime() <= OLDEST_QUOTE_MS);
  if (live.length < FEWEST_SOURCES) return null;
  const middle = median(live);
  const isNear = ({ name, price }: Quote) => {
    const percent = FARTHEST_FROM_MEDIAN_PERCENT / (strayedBefore.has(name) ? 2 : 1);
    return Math.abs(price - middle) * 100 <= middle * percent;
  };
  const sources = live.filter(isNear);
  if (sources.length < FEWEST_SOURCES) return null;
  const strayed = new Set(live.filter((quote) => !isNear(quote)).map(({ name }) => name));
  return { price: median(sources), sources, strayed };
}

/** The most that a price of so many sources may value immediately; null: anything. */
export function mostValued(sources: number): Cents | null {
  return sources < ENOUGH_SOURCES ? MAX_BY_TWO : null;
}

/** Jumps that are not believed immediately: more than so many percent within so long. */
export const JUMPS = [
  { percent: 10, withinMs: 5 * 60_000, said: 'five minutes' },
  { percent: 25, withinMs: 60 * 60_000, said: 'an hour' },
] as const;

/** Rounds in a row, the jump itself among them, that make it believed. */
export const ROUNDS_TO_BELIEVE = 3;

/** A price that held until `lastAt`. */
export interface CachedAnswer {
  readonly price: LtcPrice;
  readonly lastAt: Date;
}

/** Why a price is too far from what held lately, in words; null when it is not. */
export function findJump(price: LtcPrice, lately: readonly CachedAnswer[], now: Date): string | null {
  for (const { percent, withinMs, said } of JUMPS) {
    const within = lately.filter(({ lastAt }) => now.getTime() - lastAt.getTime() <= withinMs);
    if (within.some((held) => Math.abs(price - held.price) * 100 > held.price * percent))
      return `the Litecoin price moved by more than ${percent}% within ${said}`;
  }
  return null;
}

/** Whether a round says the same as the one before, near enough to confirm it. */
export function agree(price: LtcPrice, before: LtcPrice): boolean {
  return Math.abs(price - before) * 100 <= before * FARTHEST_FROM_MEDIAN_PERCENT;
}

/** Of an even number the mean of the two in the middle, rounded half up to a cent. */
function median(quotes: readonly Quoted[]): LtcPrice {
  const sorted = quotes.map(({ price }) => price).toSorted((a, b) => a - b);
  const upper = Math.floor(sorted.length / 2);
  const lower = Math.floor((sorted.length - 1) / 2);
  return ltcPrice(Math.floor((sorted[lower]! + sorted[upper]! + 1) / 2));
}
