import type { Given } from '@sterling/contract/endpoint.ts';
import { type PreOrder, preOrders } from '@sterling/contract/pre-orders.ts';
import { ORDER_CHANGES } from '../../data/changes.ts';
import { explain } from '../../data/failure.ts';
import { useOnce } from '../../data/use-once.ts';
import { toast } from '../../kit/ui/toast-store.ts';

export type PreOrderBody = Given<typeof preOrders.place, 'body'>;

/** Places a pre-order, once. */
export function usePlacePreOrder(onPlaced: (preOrder: PreOrder) => void) {
  return useOnce(preOrders.place, {
    input: (body: PreOrderBody) => ({ body }),
    changes: ORDER_CHANGES,
    failed: 'Pre-Order Failed',
    explain: (error) => `Failed to place pre-order. ${explain(error)}`,
    onDone: (preOrder) => {
      toast({
        title: 'Pre-Order Placed',
        description:
          preOrder.status === 'matched'
            ? 'Matched right away. Track it here.'
            : "You'll be notified when a seller matches your order.",
      });
      onPlaced(preOrder);
    },
  });
}
