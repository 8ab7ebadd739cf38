import type { Given } from '@sterling/contract/endpoint.ts';
import { orders, type RobuxOrder } from '@sterling/contract/orders.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Attempt, attemptFor } from '../../data/attempt.ts';
import { ApiError, call } from '../../data/call.ts';
import { formatWhole } from '../../kit/format/format.ts';
import { toast } from '../../kit/ui/toast-store.ts';
import { orderQuery } from '../orders/queries.ts';
import { refreshAfterOrder } from '../orders/refresh.ts';
import { explainRefusal } from './explain-refusal.ts';

const TIMEOUT_MS = 30_000;

/** Places an order. A retry keeps the idempotency key, so the order is placed once. */
export function usePurchase(shortCents: number, onPlaced: (order: RobuxOrder) => void) {
  const client = useQueryClient();
  const attempt = useRef<Attempt | null>(null);
  return useMutation({
    mutationFn: (body: Given<typeof orders.place, 'body'>) => {
      attempt.current = attemptFor(attempt.current, body);
      const options = { idempotencyKey: attempt.current.key, timeoutMs: TIMEOUT_MS };
      return call(orders.place, { body }, options);
    },
    // The purchase must not start later when the connection returns.
    networkMode: 'always',
    onSuccess: (order) => {
      attempt.current = null;
      client.setQueryData(orderQuery(order.id, 'buyer').queryKey, order);
      toast({
        title: 'Purchase Successful',
        description: `Your order of ${formatWhole(order.robuxAmount)} Robux is placed. Follow it live on this page.`,
      });
      onPlaced(order);
    },
    onError: (error) =>
      toast({ title: 'Purchase Failed', description: whyFailed(error, shortCents), variant: 'destructive' }),
    onSettled: () => {
      void refreshAfterOrder(client);
    },
  });
}

function whyFailed(error: unknown, shortCents: number): string {
  if (!(error instanceof ApiError)) return 'Failed to complete purchase';
  // The order may have arrived. The kept key makes the next try the same purchase.
  const isUnclear = error.status === 0 || error.status === 500 || error.status === 502;
  return isUnclear
    ? `${explainRefusal(error, shortCents)}. You can try again: nothing is paid twice.`
    : explainRefusal(error, shortCents);
}
