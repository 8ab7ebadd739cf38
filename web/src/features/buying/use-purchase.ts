import type { Given } from '@sterling/contract/endpoint.ts';
import { orders, type RobuxOrder } from '@sterling/contract/orders.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ORDER_CHANGES } from '../../data/changes.ts';
import { useOnce } from '../../data/use-once.ts';
import { formatWhole } from '../../kit/format/format.ts';
import { toast } from '../../kit/ui/toast-store.ts';
import { orderQuery } from '../orders/queries.ts';
import { explainShortBalance } from './explain-short-balance.ts';

/** Places an order, once. */
export function usePurchase(shortCents: number, onPlaced: (order: RobuxOrder) => void) {
  const client = useQueryClient();
  return useOnce(orders.place, {
    input: (body: Given<typeof orders.place, 'body'>) => ({ body }),
    changes: ORDER_CHANGES,
    failed: 'Purchase Failed',
    explain: (error) => explainShortBalance(error, shortCents),
    onDone: (order) => {
      client.setQueryData(orderQuery(order.id, 'buyer').queryKey, order);
      toast({
        title: 'Purchase Successful',
        description: `${formatWhole(order.robuxAmount)} Robux ordered. Track it here.`,
      });
      onPlaced(order);
    },
  });
}
