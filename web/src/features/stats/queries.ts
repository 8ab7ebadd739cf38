import { type RateDays, stats } from '@sterling/contract/stats.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../data/call.ts';

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
