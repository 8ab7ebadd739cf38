import { platform } from '@sterling/contract/platform.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { PLATFORM_STATUS_KEY } from '../../data/changes.ts';

const STATS_EVERY_MS = 5000;

/** The public counters. Refetched every 5 s and never cached. */
export const platformStatsQuery = queryOptions({
  queryKey: ['platform', 'stats'],
  queryFn: ({ signal }) => call(platform.stats, undefined, { signal }),
  refetchInterval: STATS_EVERY_MS,
  staleTime: 0,
  gcTime: 0,
});

/** Mode, maintenance and emergency stop. */
export const platformStatusQuery = queryOptions({
  queryKey: PLATFORM_STATUS_KEY,
  queryFn: ({ signal }) => call(platform.status, undefined, { signal }),
});
