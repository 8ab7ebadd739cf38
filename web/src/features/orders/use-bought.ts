import { orders, type RobuxOrder } from '@sterling/contract/orders.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, explain } from '../../data/call.ts';
import { toast } from '../../kit/ui/toast-store.ts';
import { orderQuery } from './queries.ts';
import { refreshAfterOrder } from './refresh.ts';
import { isInProgress } from './timeline.ts';

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
          title: 'Not There Yet',
          description: 'Roblox does not show the purchase yet. It is looked up again by itself.',
          variant: 'warning',
        });
        return;
      }
      if (order.status === 'completed') {
        toast({ title: 'Order Completed', description: 'The total is in your seller wallet.' });
      }
    },
    onError: (error) => toast({ title: 'Error', description: whyFailed(error), variant: 'destructive' }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['roblox-accounts'] });
      void refreshAfterOrder(client);
    },
  });
}

function whyFailed(error: unknown): string {
  const isOver = error instanceof ApiError && error.code === 'out_of_order';
  return isOver ? 'This order does not wait for you any more' : explain(error);
}
