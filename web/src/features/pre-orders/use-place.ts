import type { Given } from '@sterling/contract/endpoint.ts';
import { type PreOrder, preOrders } from '@sterling/contract/pre-orders.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Attempt, attemptFor } from '../../data/attempt.ts';
import { ApiError, call } from '../../data/call.ts';
import { toast } from '../../kit/ui/toast-store.ts';
import { explainRefusal } from '../buying/explain-refusal.ts';
import { refreshAfterOrder } from '../orders/refresh.ts';

const TIMEOUT_MS = 30_000;

export type PreOrderBody = Given<typeof preOrders.place, 'body'>;

/** Places a pre-order. A retry keeps the idempotency key, so the pre-order is placed once. */
export function usePlacePreOrder(onPlaced: (preOrder: PreOrder) => void) {
  const client = useQueryClient();
  const attempt = useRef<Attempt | null>(null);
  return useMutation({
    mutationFn: (body: PreOrderBody) => {
      attempt.current = attemptFor(attempt.current, body);
      const options = { idempotencyKey: attempt.current.key, timeoutMs: TIMEOUT_MS };
      return call(preOrders.place, { body }, options);
    },
    // The pre-order must not enter the queue later when the connection returns.
    networkMode: 'always',
    onSuccess: (preOrder) => {
      attempt.current = null;
      toast({
        title: 'Pre-Order Placed',
        description:
          preOrder.status === 'matched'
            ? 'A seller matched your order at once. Follow it live on this page.'
            : "You'll be notified when a seller matches your order.",
      });
      onPlaced(preOrder);
    },
    onError: (error) =>
      toast({ title: 'Pre-Order Failed', description: whyFailed(error), variant: 'destructive' }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['pre-orders'] });
      void refreshAfterOrder(client);
    },
  });
}

const FAILED = 'Failed to place pre-order';

function whyFailed(error: unknown): string {
  if (!(error instanceof ApiError)) return FAILED;
  // The pre-order may have arrived. The kept key makes the next try the same pre-order.
  const isUnclear = error.status === 0 || error.status === 500 || error.status === 502;
  const tryAgain = isUnclear ? '. You can try again: it is placed only once.' : '';
  return `${FAILED}. ${explainRefusal(error)}${tryAgain}`;
}
