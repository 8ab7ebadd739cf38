import type { PreOrder } from '@sterling/contract/pre-orders.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { formatWhole } from '../format.ts';
import { refreshAfterOrder } from '../orders/refresh.ts';
import { toast } from '../ui/toast-store.ts';

/** Says so when a pre-order that was seen waiting is seen matched, and reads anew what that has changed. */
export function useTellMatched(preOrders: readonly PreOrder[] | undefined): void {
  const client = useQueryClient();
  const waiting = useRef(new Set<string>());
  useEffect(() => {
    if (!preOrders) return;
    const matched = preOrders.filter(({ id, status }) => status === 'matched' && waiting.current.has(id));
    waiting.current = new Set(preOrders.filter(({ status }) => status === 'waiting').map(({ id }) => id));
    if (matched.length === 0) return;
    for (const { robuxAmount } of matched) {
      toast({
        title: 'Pre-Order Matched',
        description: `A seller matched your pre-order of ${formatWhole(robuxAmount)} Robux, and the gamepass is being bought.`,
      });
    }
    void refreshAfterOrder(client);
  }, [preOrders, client]);
}
