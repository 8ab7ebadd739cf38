import { cents, type LtcPrice, ltcPrice } from '@sterling/contract/money.ts';
import { text } from '@sterling/contract/texts.ts';
import { toStore, WITH_VALUES } from '../../platform/stored-texts.rules.ts';

export interface Quoted {
  readonly name: string;
  readonly price: LtcPrice;
  readonly at: Date;
}

/** A price is usable for this long after its round. */
export const FRESH_MS = 5 * 60_000;

/** A price that is later than this was stored before the database's clock was set back, and says nothing about now. */
export const MAX_AHEAD_MS = 10_000;

const MAX_QUOTE_AGE_MS = 120_000;
const MAX_FROM_MEDIAN_PERCENT = 3;
const MIN_SOURCES = 2;
/** A price from this many sources has no value limit. */
export const ENOUGH_SOURCES = 3;
/** The most that prices from fewer sources may value for a person in 24 hours: of their deposits, and of their withdrawals. */
export const MAX_BY_FEW_SOURCES = cents(100_00);

export interface Round<Quote extends Quoted = Quoted> {
  readonly price: LtcPrice;
  readonly sources: readonly Quote[];
  /** Live sources that were far from the median. The next round accepts such a source only at half the distance. */
  readonly strayed: ReadonlySet<string>;
}

/**
 * Evaluates one round: leaves out quotes that are old, from the future, or far from the median, and returns the median of the rest. A
 * source that strayed before must come closer than the others. Null when fewer than two quotes are left.
 */
export function evaluateRound<Quote extends Quoted>(
  quotes: readonly Quote[],
  now: Date,
  strayedBefore: ReadonlySet<string> = new Set(),
): Round<Quote> | null {
  const live = quotes.filter(({ at }) => Math.abs(now.getTime() - at.getTime()) <= MAX_QUOTE_AGE_MS);
  if (live.length < MIN_SOURCES) return null;
  const middle = median(live);
  const isNear = ({ name, price }: Quote) => {
    const percent = MAX_FROM_MEDIAN_PERCENT / (strayedBefore.has(name) ? 2 : 1);
    return Math.abs(price - middle) * 100 <= middle * percent;
  };
  const sources = live.filter(isNear);
  if (sources.length < MIN_SOURCES) return null;
  const strayed = new Set(live.filter((quote) => !isNear(quote)).map(({ name }) => name));
  return { price: median(sources), sources, strayed };
}

/** A change by more than `percent` within `withinMs` is a jump, which is held. */
export const JUMPS = [
  { percent: 10, withinMs: 5 * 60_000, inWords: text('five minutes') },
  { percent: 25, withinMs: 60 * 60_000, inWords: text('an hour') },
] as const;

/** Consecutive agreeing rounds, including the jump, after which it is accepted. */
export const ROUNDS_TO_ACCEPT = 3;

/** A price that was current until `lastAt`. */
export interface PastPrice {
  readonly price: LtcPrice;
  readonly lastAt: Date;
}

/** Why a price is a jump from recent prices, in words; null when it is not. */
export function findJump(price: LtcPrice, recent: readonly PastPrice[], now: Date): string | null {
  for (const { percent, withinMs, inWords } of JUMPS) {
    const within = recent.filter(({ lastAt }) => now.getTime() - lastAt.getTime() <= withinMs);
    if (within.some((held) => Math.abs(price - held.price) * 100 > held.price * percent))
      return toStore(WITH_VALUES.priceJump, { percent, time: inWords });
  }
  return null;
}

/** Whether a round is close enough to the one before to confirm it. */
export function agree(price: LtcPrice, before: LtcPrice): boolean {
  return Math.abs(price - before) * 100 <= before * MAX_FROM_MEDIAN_PERCENT;
}

/** A price by hand that is further than this factor from the market needs a confirmation. */
const MAX_FACTOR_BY_HAND = 5;

/** Whether a price by hand is so far from the market that a decimal sign may be misplaced. */
export function isFarOff(price: LtcPrice, market: LtcPrice): boolean {
  return price > market * MAX_FACTOR_BY_HAND || price * MAX_FACTOR_BY_HAND < market;
}

/** The median. With an even number of quotes, the mean of the middle two, rounded half up to a cent. */
function median(quotes: readonly Quoted[]): LtcPrice {
  const sorted = quotes.map(({ price }) => price).toSorted((a, b) => a - b);
  const upper = Math.floor(sorted.length / 2);
  const lower = Math.floor((sorted.length - 1) / 2);
  return ltcPrice(Math.floor((sorted[lower]! + sorted[upper]! + 1) / 2));
}
