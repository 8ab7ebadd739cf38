import type { Side } from '@sterling/contract/fields.ts';
import type { Robux } from '@sterling/contract/money.ts';
import { type OrderEventCode, orders, type RobuxOrder } from '@sterling/contract/orders.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../data/call.ts';
import { ORDER_CHANGES } from '../../data/change-groups.ts';
import { refetch } from '../../data/changes.ts';
import { everyMs, WHILE_LIVE_MS } from '../../data/live.ts';

/** Whether an order can still change. */
export const isInProgress = ({ status }: Pick<RobuxOrder, 'status'>): boolean =>
  status === 'pending' || status === 'processing';

/** A gamepass that the buyer named in an order. */
interface RecentPass {
  readonly name: string;
  readonly url: string;
  /** Its price in Robux in the latest of these orders. */
  readonly price: number;
}

const SHOWN = 4;

/** The gamepasses of these orders without repetition, in the order of their latest use. */
export function recentPasses(orders: readonly RobuxOrder[]): RecentPass[] {
  const byUrl = new Map<string, RecentPass>();
  for (const order of orders) {
    const { gamepassUrl: url, gamepassName: name } = order;
    if (!byUrl.has(url)) byUrl.set(url, { name, url, price: amountOrdered(order) });
  }
  return [...byUrl.values()].slice(0, SHOWN);
}

/** The amount that the buyer asked for, even if fewer Robux were bought. */
export const amountOrdered = ({
  robuxAmount,
  requestedRobux,
}: Pick<RobuxOrder, 'robuxAmount' | 'requestedRobux'>): Robux => requestedRobux ?? robuxAmount;

const RECENT = 3;
const ORDERS_READ_FOR_PASSES = 20;
/** Polling interval of an order in progress. */
const FOLLOW_EVERY_MS = 1500;

/** The latest orders of the user. Polled while one of them is in progress. */
export const recentOrdersQuery = (side: Side) =>
  queryOptions({
    queryKey: ['orders', side, 'recent'],
    queryFn: ({ signal }) => call(orders.list, { query: { role: side, pageSize: RECENT } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.some(isInProgress) ? everyMs(FOLLOW_EVERY_MS, WHILE_LIVE_MS) : false,
  });

/** The gamepasses of the buyer's latest orders. */
export const recentPassesQuery = queryOptions({
  queryKey: ['orders', 'buyer', 'passes'],
  queryFn: ({ signal }) =>
    call(orders.list, { query: { role: 'buyer', pageSize: ORDERS_READ_FOR_PASSES } }, { signal }),
  select: recentPasses,
});

/** Who reads an order. Staff read everyone's. */
export type Viewer = Side | 'staff';

/** One order. Polled while it is in progress. */
export const orderQuery = (id: string, viewer: Viewer) =>
  queryOptions({
    queryKey: ['orders', viewer, 'one', id],
    queryFn: ({ signal }) => {
      const query = viewer === 'staff' ? { all: '1' } : { role: viewer };
      return call(orders.read, { params: { id }, query }, { signal });
    },
    refetchInterval: ({ state }) =>
      !state.data || isInProgress(state.data) ? everyMs(FOLLOW_EVERY_MS, WHILE_LIVE_MS) : false,
  });

/** Refetches what orders change, once an order in progress has ended. Undefined while the orders load. */
export function useRefreshWhenFinal(orders: readonly RobuxOrder[] | undefined): void {
  const client = useQueryClient();
  const inProgress = useRef(new Set<string>());
  useEffect(() => {
    if (!orders) return;
    const ended = orders.some((order) => inProgress.current.has(order.id) && !isInProgress(order));
    inProgress.current = new Set(orders.filter(isInProgress).map(({ id }) => id));
    if (ended) void refetch(client, ORDER_CHANGES);
  }, [orders, client]);
}

/** The events that give, stop and continue the time to buy by hand. */
const TIME_TO_BUY: readonly OrderEventCode[] = ['manual', 'manual_rests', 'manual_moved'];

/** Whether the time to buy by hand is over. During an emergency stop no time passes. */
export function isOutOfTime({ deadline, events }: RobuxOrder, nowMs: number): boolean {
  if (!deadline || deadline.getTime() > nowMs) return false;
  const latest = events.findLast(({ code }) => TIME_TO_BUY.includes(code));
  return latest?.code !== 'manual_rests';
}
