import { type RateDays, stats } from '@sterling/contract/stats.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../api.ts';

/** What Robux cost and how much was traded, by the reader's own days. */
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
