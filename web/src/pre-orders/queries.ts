import { preOrders } from '@sterling/contract/pre-orders.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../api.ts';
import { everyMs } from '../live/connection.ts';

/** How often the queue is read anew while it is shown. */
const EVERY_MS = 5000;
/** How often one's own that wait are looked at while the server tells of them. */
const TOLD_MS = 15_000;
const PAGE_SIZE = 50;

/** The head of everyone's queue, oldest first, and how many wait in all. */
export const queueQuery = queryOptions({
  queryKey: ['pre-orders', 'live'],
  queryFn: async ({ signal }) => {
    const query = { pageSize: String(PAGE_SIZE) };
    const { rows, total } = await callPage(preOrders.live, { query }, { signal });
    return { preOrders: rows.preOrders, total };
  },
  refetchOnMount: 'always',
  refetchInterval: EVERY_MS,
});

/** One's own pre-orders, newest first; their places move with everyone's. */
export const ownPreOrdersQuery = queryOptions({
  queryKey: ['pre-orders', 'own'],
  queryFn: ({ signal }) => call(preOrders.list, undefined, { signal }),
  refetchOnMount: 'always',
  refetchInterval: ({ state }) =>
    everyMs(EVERY_MS, state.data?.some(({ status }) => status === 'waiting') ? TOLD_MS : false),
});
