import { platform } from '@sterling/contract/platform.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { PLATFORM_STATUS_KEY } from '../../data/changes.ts';

const STATS_EVERY_MS = 5000;

/** The public counters. Refetched every `STATS_EVERY_MS` and never cached. Each answer also brings the status up to date. */
export const platformStatsQuery = queryOptions({
  queryKey: ['platform', 'stats'],
  queryFn: async ({ signal, client }) => {
    const stats = await call(platform.stats, undefined, { signal });
    client.setQueryData(PLATFORM_STATUS_KEY, stats.status);
    return stats;
  },
  refetchInterval: STATS_EVERY_MS,
  staleTime: 0,
  gcTime: 0,
});

/** Mode, maintenance and emergency stop. */
export const platformStatusQuery = queryOptions({
  queryKey: PLATFORM_STATUS_KEY,
  queryFn: ({ signal }) => call(platform.status, undefined, { signal }),
});
