import { orders, type RobuxOrder } from '@sterling/contract/orders.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../data/call.ts';
import { ORDER_CHANGES, refetch } from '../../data/changes.ts';
import { everyMs } from '../../data/live/connection.ts';
import { isInProgress, recentPasses, type Side } from './order.ts';

const RECENT = 3;
const ORDERS_READ_FOR_PASSES = 20;
/** Polling interval of an order in progress. It is longer while server events arrive. */
const FOLLOW_EVERY_MS = 1500;
const FOLLOW_LIVE_MS = 15_000;

/** Polling interval for new manual orders of a seller. */
const MANUAL_EVERY_MS = 10_000;

/** Orders that the seller must buy in their own browser, newest first. */
export const manualOrdersQuery = queryOptions({
  queryKey: ['orders', 'seller', 'manual'],
  queryFn: ({ signal }) => call(orders.list, { query: { role: 'seller', byHand: '1' } }, { signal }),
  refetchOnMount: 'always',
  refetchInterval: () => everyMs(MANUAL_EVERY_MS),
});

/** The latest three orders of the user. Polled while one of them is in progress. */
export const recentOrdersQuery = (role: Side) =>
  queryOptions({
    queryKey: ['orders', role, 'recent'],
    queryFn: ({ signal }) => call(orders.list, { query: { role, pageSize: RECENT } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.some(isInProgress) ? everyMs(FOLLOW_EVERY_MS, FOLLOW_LIVE_MS) : false,
  });

/** The gamepasses of the buyer's latest orders. */
export const recentPassesQuery = queryOptions({
  queryKey: ['orders', 'buyer', 'passes'],
  queryFn: ({ signal }) =>
    call(orders.list, { query: { role: 'buyer', pageSize: ORDERS_READ_FOR_PASSES } }, { signal }),
  select: recentPasses,
});

/** One order. Polled while it is in progress. */
export const orderQuery = (id: string, role: Side) =>
  queryOptions({
    queryKey: ['orders', role, 'one', id],
    queryFn: ({ signal }) => call(orders.read, { params: { id }, query: { role } }, { signal }),
    refetchInterval: ({ state }) =>
      !state.data || isInProgress(state.data) ? everyMs(FOLLOW_EVERY_MS, FOLLOW_LIVE_MS) : false,
  });

/** Refreshes once when an order in progress becomes final. */
export function useRefreshWhenFinal(orders: readonly RobuxOrder[]): void {
  const client = useQueryClient();
  const inProgress = useRef(new Set<string>());
  useEffect(() => {
    const ended = orders.some((order) => inProgress.current.has(order.id) && !isInProgress(order));
    inProgress.current = new Set(orders.filter(isInProgress).map(({ id }) => id));
    if (ended) void refetch(client, ORDER_CHANGES);
  }, [orders, client]);
}
