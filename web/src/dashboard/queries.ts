import { type BuyerWeek, type SellerWeek, stats } from '@sterling/contract/stats.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api.ts';
import { everyMs } from '../live/connection.ts';
import type { Side } from '../orders/side.ts';

/** How often a chart that says Live is read anew where nothing tells of changes. */
const LIVE_EVERY_MS = 15_000;

type WeekOf<Role extends Side> = Role extends 'buyer' ? BuyerWeek : SellerWeek;

/** This week by day in the reader's own time zone, its change against last week, and the totals of all time. */
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

/** Own totals; trades and their success of one side. */
export const userStatsQuery = (role: Side) =>
  queryOptions({
    queryKey: ['stats', 'user', role],
    queryFn: ({ signal }) => call(stats.user, { query: { role } }, { signal }),
    refetchOnMount: 'always',
  });
