import { dollarsOf, type Rate } from '@sterling/contract/money.ts';
import type { AggregatedRate } from '@sterling/contract/platform.ts';
import type { RateHistory } from '@sterling/contract/stats.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import type { Point } from '../../kit/charts/plot.ts';
import { formatRate, formatUsd, formatWhole } from '../../kit/format/format.ts';
import { formatDate, formatHour } from '../../kit/format/format-time.ts';

type Day = RateHistory['days'][number];

/** The average rate by day. A day without trades has none. */
export const ratePoints = (days: readonly Day[]): Point[] =>
  days.map(({ date, averageRate, robux }) => ({
    day: nameOf(date),
    value: averageRate === null ? null : dollarsOf(averageRate),
    text:
      averageRate === null
        ? t('No trades')
        : t('{averageRate} per 1K, {robux} R$', {
            averageRate: formatRate(averageRate),
            robux: formatWhole(robux),
          }),
  }));

/** Dollars traded by day, with the number of orders. */
export const volumePoints = (days: readonly Day[]): Point[] =>
  days.map(({ date, volume, orders }) => ({
    day: nameOf(date),
    value: dollarsOf(volume),
    text: `${formatUsd(volume)}, ${plural(orders, '{count} order', '{count} orders', { count: formatWhole(orders) })}`,
  }));

/** A market rate with the cumulative stock up to it. */
export interface Depth {
  readonly ratePerThousand: Rate;
  readonly accounts: number;
  readonly robux: number;
  /** At this rate and all cheaper ones. */
  readonly upTo: number;
}

/** The cumulative stock by rate. Expects the cheapest rate first. */
export function depthOf(market: readonly AggregatedRate[]): Depth[] {
  let upTo = 0;
  return market.map(({ ratePerThousand, accountCount, totalRobux }) => {
    upTo += totalRobux;
    return { ratePerThousand, accounts: accountCount, robux: totalRobux, upTo };
  });
}

/** The stock that an order at a maximum rate could take, from the cheapest rate on. */
export const depthPoints = (depth: readonly Depth[]): Point[] =>
  depth.map(({ ratePerThousand, upTo, robux }) => ({
    day: formatRate(ratePerThousand),
    value: upTo,
    text: t('{upTo} R$ up to this rate, {robux} R$ at it', {
      upTo: formatWhole(upTo),
      robux: formatWhole(robux),
    }),
  }));

/** `Nov 21` from '2026-11-21', `5 PM` from '2026-11-21T17:00'. The date is already in the reader's time zone. */
const nameOf = (date: string): string => (date.includes('T') ? formatHour(new Date(date)) : formatDate(date));
