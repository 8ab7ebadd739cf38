import type { Side } from '@sterling/contract/fields.ts';
import type { AggregatedRate } from '@sterling/contract/market.ts';
import { averageRate, cents, dollarsOf, type Rate, robux } from '@sterling/contract/money.ts';
import {
  type BuyerWeek,
  type RateDays,
  type RateHistory,
  type SellerWeek,
  stats,
} from '@sterling/contract/stats.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { everyMs } from '../../data/live.ts';
import { serverNow } from '../../data/server-time.ts';
import type { Point } from '../../kit/charts/plot.ts';
import { formatExactRobux, formatRate, formatUsd, formatWhole } from '../../kit/format/format.ts';
import { dayOf, formatDate, formatHour, formatWeekdayOf, ownTimeZone } from '../../kit/format/format-time.ts';
import { useClock } from '../../kit/ui/use-browser.ts';

const TICKER_EVERY_MS = 15_000;

/** The latest completed orders, their rate, and the user's own position as a seller. */
export const tickerQuery = queryOptions({
  queryKey: ['stats', 'ticker'],
  queryFn: ({ signal }) => call(stats.ticker, {}, { signal }),
  refetchOnMount: 'always',
  refetchInterval: TICKER_EVERY_MS,
});

const RATES_EVERY_MS = 60_000;

/** The rate history and volume by day in the reader's time zone. */
export const ratesQuery = (days: RateDays) =>
  queryOptions({
    queryKey: ['stats', 'rates', days],
    queryFn: ({ signal }) => call(stats.rates, { query: { days, tz: ownTimeZone() } }, { signal }),
    refetchOnMount: 'always',
    refetchInterval: RATES_EVERY_MS,
    placeholderData: keepPreviousData,
  });

/** Refetch interval of live charts that get no server events. */
const LIVE_EVERY_MS = 15_000;

type WeekOf<Role extends Side> = Role extends 'buyer' ? BuyerWeek : SellerWeek;

/** Today in the reader's time zone by the server's clock: `2026-11-29`. */
export const useToday = (): string => useClock(() => dayOf(new Date(serverNow())));

/**
 * This week by day in the reader's time zone, its change against last week, and all-time totals. `day` is today
 * (`useToday`): at midnight the week is read again.
 */
export const weekQuery = <S extends Side>(side: S, day: string) =>
  queryOptions({
    queryKey: ['stats', 'week', side, day],
    queryFn: async ({ signal }) =>
      (await call(stats.week, { query: { role: side, tz: ownTimeZone() } }, { signal })) as WeekOf<S>,
    refetchOnMount: 'always',
    refetchInterval: () => everyMs(LIVE_EVERY_MS),
    placeholderData: keepPreviousData,
  });

/** Totals of the user. Trades and their success rate cover one side only. */
export const userStatsQuery = (side: Side) =>
  queryOptions({
    queryKey: ['stats', 'user', side],
    queryFn: ({ signal }) => call(stats.user, { query: { role: side } }, { signal }),
    refetchOnMount: 'always',
  });

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

/** A buyer's Robux by day, up to today (`2026-11-21`). */
export const robuxPoints = (
  { days, lastWeek }: Pick<BuyerWeek, 'days' | 'lastWeek'>,
  today: string,
): Point[] =>
  days.map(({ date, robux }, index) => ({
    day: formatWeekdayOf(date),
    value: date > today ? null : robux,
    text: formatExactRobux(robux),
    ...earlier(lastWeek, index, Number, formatExactRobux),
  }));

/** A seller's revenue by day, up to today, with the number of sales. */
export const revenuePoints = (
  { days, lastWeek }: Pick<SellerWeek, 'days' | 'lastWeek'>,
  today: string,
): Point[] =>
  days.map(({ date, revenue, sales }, index) => ({
    day: formatWeekdayOf(date),
    value: date > today ? null : dollarsOf(revenue),
    text: `${formatUsd(revenue)}, ${plural(sales, '{count} sale', '{count} sales', { count: sales })}`,
    ...earlier(lastWeek, index, dollarsOf, formatUsd),
  }));

/** Last week's value of the same day. An empty week draws no line. */
function earlier<Amount extends number>(
  lastWeek: readonly Amount[],
  index: number,
  numberOf: (amount: Amount) => number,
  textOf: (amount: Amount) => string,
): Pick<Point, 'earlier'> {
  const amount = lastWeek[index];
  if (amount === undefined || lastWeek.every((each) => each === 0)) return {};
  return { earlier: { value: numberOf(amount), text: textOf(amount) } };
}

/** The Robux of all days of the week. */
export const robuxOf = ({ days }: Pick<BuyerWeek, 'days'>): number =>
  days.reduce((sum, { robux }) => sum + robux, 0);

/** The average rate of what was bought, in words. Undefined before the first purchase. */
export function averageText({ totalSpent, totalRobux }: Totals): string | undefined {
  const average = averageRate(robux(totalRobux), totalSpent);
  return average === null ? undefined : t('Average {rate} per 1K', { rate: formatRate(average) });
}

type Totals = Pick<BuyerWeek['totals'], 'totalSpent' | 'totalRobux'>;

/** Placeholder data. A failed load shows zeros without a message. */
export const NO_BUYER_WEEK: BuyerWeek = {
  role: 'buyer',
  days: [],
  lastWeek: [],
  change: 0,
  totals: {
    totalRobux: 0,
    totalSpent: cents(0),
    completedOrders: 0,
    totalOrders: 0,
    activeOrders: 0,
    pendingOrders: 0,
    preOrders: 0,
  },
};

export const NO_SELLER_WEEK: SellerWeek = {
  role: 'seller',
  days: [],
  lastWeek: [],
  change: 0,
  totals: { totalEarnings: cents(0), totalSales: 0, activeListings: 0, accountsForSale: 0 },
};
