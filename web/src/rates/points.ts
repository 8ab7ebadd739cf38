import type { AggregatedRate } from '@sterling/contract/platform.ts';
import type { RateHistory } from '@sterling/contract/stats.ts';
import { format } from 'date-fns/format';
import type { Point } from '../dashboard/week.ts';
import { formatRate, formatUsd, formatWhole } from '../format.ts';

type Day = RateHistory['days'][number];

/** The average rate by day; a day without a trade has none. */
export const ratePoints = (days: readonly Day[]): Point[] =>
  days.map(({ date, averageRate, robux }) => ({
    day: nameOf(date),
    value: averageRate,
    text: averageRate === null ? 'No trades' : `${formatRate(averageRate)} per 1K, ${formatWhole(robux)} R$`,
  }));

/** Dollars traded by day, and in how many orders. */
export const volumePoints = (days: readonly Day[]): Point[] =>
  days.map(({ date, volume, orders }) => ({
    day: nameOf(date),
    value: volume,
    text: `${formatUsd(volume)}, ${formatWhole(orders)} ${orders === 1 ? 'order' : 'orders'}`,
  }));

/** A rate of the market, and how much one can have up to it. */
export interface Depth {
  readonly ratePerThousand: string;
  readonly accounts: number;
  readonly robux: number;
  /** At this rate and all cheaper ones. */
  readonly upTo: number;
}

/** The stock by rate as it adds up, cheapest first as it comes. */
export function depthOf(market: readonly AggregatedRate[]): Depth[] {
  let upTo = 0;
  return market.map(({ ratePerThousand, accountCount, totalRobux }) => {
    upTo += totalRobux;
    return { ratePerThousand, accounts: accountCount, robux: totalRobux, upTo };
  });
}

/** `Nov 21` of '2026-11-21', which is the reader's own day already. */
const nameOf = (date: string): string => format(new Date(`${date}T00:00`), 'MMM d');
