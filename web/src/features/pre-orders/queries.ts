import { preOrders } from '@sterling/contract/pre-orders.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../../data/call.ts';
import { everyMs } from '../../data/live/connection.ts';

/** Refetch interval of the queue while it is on the screen. */
const EVERY_MS = 5000;
/** Polling interval of the user's waiting pre-orders while server events arrive. */
const LIVE_MS = 15_000;
const PAGE_SIZE = 50;

/** The head of the queue, oldest first, and the number of all waiting pre-orders. */
export const queueQuery = queryOptions({
  queryKey: ['pre-orders', 'live'],
  queryFn: async ({ signal }) => {
    const query = { pageSize: PAGE_SIZE };
    const { rows, total } = await callPage(preOrders.live, { query }, { signal });
    return { preOrders: rows.preOrders, total };
  },
  refetchOnMount: 'always',
  refetchInterval: EVERY_MS,
});

/** The user's pre-orders, newest first. Positions change with the whole queue. */
export const ownPreOrdersQuery = queryOptions({
  queryKey: ['pre-orders', 'own'],
  queryFn: ({ signal }) => call(preOrders.list, undefined, { signal }),
  refetchOnMount: 'always',
  refetchInterval: ({ state }) =>
    everyMs(EVERY_MS, state.data?.some(({ status }) => status === 'waiting') ? LIVE_MS : false),
});
