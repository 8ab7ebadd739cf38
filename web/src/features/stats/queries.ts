import { type BuyerWeek, type RateDays, type SellerWeek, stats } from '@sterling/contract/stats.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { everyMs } from '../../data/live/follow-events.ts';
import type { Side } from '../orders/orders.ts';

const TICKER_EVERY_MS = 15_000;

/** The latest trades, their rate, and the user's own position as a seller. */
export const tickerQuery = queryOptions({
  queryKey: ['stats', 'ticker'],
  queryFn: ({ signal }) => call(stats.ticker, {}, { signal }),
  refetchOnMount: 'always',
  refetchInterval: TICKER_EVERY_MS,
});

/** The rate history and volume by day in the reader's time zone. */
export const ratesQuery = (days: RateDays) =>
  queryOptions({
    queryKey: ['stats', 'rates', days],
    queryFn: ({ signal }) => {
      const { timeZone: tz } = Intl.DateTimeFormat().resolvedOptions();
      return call(stats.rates, { query: { days, tz } }, { signal });
    },
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });

/** Refetch interval of live charts that get no server events. */
const LIVE_EVERY_MS = 15_000;

type WeekOf<Role extends Side> = Role extends 'buyer' ? BuyerWeek : SellerWeek;

/** This week by day in the reader's time zone, its change against last week, and all-time totals. */
export const weekQuery = <Role extends Side>(role: Role) =>
  queryOptions({
    queryKey: ['stats', 'week', role],
    queryFn: async ({ signal }) => {
      const { timeZone: tz } = Intl.DateTimeFormat().resolvedOptions();
      return (await call(stats.week, { query: { role, tz } }, { signal })) as WeekOf<Role>;
    },
    refetchOnMount: 'always',
    refetchInterval: () => everyMs(LIVE_EVERY_MS),
  });

/** Totals of the user. Trades and their success rate cover one side only. */
export const userStatsQuery = (role: Side) =>
  queryOptions({
    queryKey: ['stats', 'user', role],
    queryFn: ({ signal }) => call(stats.user, { query: { role } }, { signal }),
    refetchOnMount: 'always',
  });
