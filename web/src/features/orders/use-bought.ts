import { orders, type RobuxOrder } from '@sterling/contract/orders.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { ORDER_CHANGES } from '../../data/changes.ts';
import { explain, isRefused } from '../../data/failure.ts';
import { toast } from '../../kit/ui/toast-store.ts';
import { isInProgress } from './in-progress.ts';
import { orderQuery } from './queries.ts';

const TIMEOUT_MS = 30_000;

/**
 * Reports that the seller bought the gamepass of a manual order. Every press checks again, so there is no
 * idempotency key.
 */
export function useBought({ id }: RobuxOrder) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(orders.bought, { params: { id } }, { timeoutMs: TIMEOUT_MS }),
    networkMode: 'always',
    onSuccess: (order) => {
      client.setQueryData(orderQuery(id, 'seller').queryKey, order);
      if (isInProgress(order)) {
        toast({
          title: 'Not confirmed yet',
          description: "Roblox doesn't show the purchase yet. We'll keep checking.",
          variant: 'warning',
        });
        return;
      }
      if (order.status === 'completed') {
        toast({ title: 'Order Completed', description: 'The total is in your seller wallet.' });
      }
    },
    meta: {
      changes: [...ORDER_CHANGES, 'roblox-accounts'],
      failed: 'Error',
      explain: (error) =>
        isRefused(error, 'out_of_order') ? 'This order no longer needs you' : explain(error),
    },
  });
}
