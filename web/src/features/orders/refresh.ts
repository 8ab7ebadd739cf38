import type { RobuxOrder } from '@sterling/contract/orders.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isInProgress } from './timeline.ts';

/** Refetches everything that an order changes: balances, orders, stock, statistics and lists. */
export async function refreshAfterOrder(client: QueryClient): Promise<void> {
  await Promise.all(
    ['wallet', 'orders', 'market', 'history', 'stats'].map((noun) =>
      client.invalidateQueries({ queryKey: [noun] }),
    ),
  );
}

/** Refreshes once when an order in progress becomes final. */
export function useRefreshWhenFinal(orders: readonly RobuxOrder[]): void {
  const client = useQueryClient();
  const inProgress = useRef(new Set<string>());
  useEffect(() => {
    const ended = orders.some((order) => inProgress.current.has(order.id) && !isInProgress(order));
    inProgress.current = new Set(orders.filter(isInProgress).map(({ id }) => id));
    if (ended) void refreshAfterOrder(client);
  }, [orders, client]);
}
