import type { Given } from '@sterling/contract/endpoint.ts';
import { orders, type RobuxOrder } from '@sterling/contract/orders.ts';
import type { Wallet } from '@sterling/contract/wallet.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ORDER_CHANGES } from '../../data/changes.ts';
import { centsIn } from '../../data/money.ts';
import { useOnce } from '../../data/use-once.ts';
import { formatWhole } from '../../kit/format/format.ts';
import { toast } from '../../kit/ui/toast-store.ts';
import { orderQuery } from '../orders/queries.ts';
import { walletQuery } from '../wallet/balance-query.ts';
import { explainShortBalance } from './draft.ts';

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

interface Funds {
  /** Undefined while loading and after a failure. Null if nobody is signed in. */
  readonly wallet: Wallet | null | undefined;
  readonly failed: boolean;
  readonly balanceCents: number;
  /** Missing amount for the total. 0 while the balance or the total is unknown. */
  readonly shortCents: number;
}

/** Compares the buyer's balance with the cost of an order. The server makes the final check. */
export function useFunds(totalCents: number | null): Funds {
  const { data: wallet, isError: failed } = useQuery(walletQuery('buyer'));
  const balanceCents = centsIn(wallet?.balance ?? 0);
  const shortCents = wallet && totalCents !== null ? Math.max(0, totalCents - balanceCents) : 0;
  return { wallet, failed, balanceCents, shortCents };
}
