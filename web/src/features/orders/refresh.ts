import type { RobuxOrder } from '@sterling/contract/orders.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ORDER_CHANGES, refetch } from '../../data/changes.ts';
import { isInProgress } from './in-progress.ts';

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
