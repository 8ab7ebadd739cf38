import type { Given } from '@sterling/contract/endpoint.ts';
import { type StandingOrder, standingOrders } from '@sterling/contract/standing-orders.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { toast } from '../../kit/ui/toast-store.ts';

export const standingOrdersQuery = queryOptions({
  queryKey: ['standing-orders'],
  queryFn: ({ signal }) => call(standingOrders.list, {}, { signal }),
  refetchOnMount: 'always',
});

const CHANGES = ['standing-orders'] as const;

export function useAddStandingOrder(onAdded: () => void) {
  return useMutation({
    mutationFn: (body: Given<typeof standingOrders.add, 'body'>) => call(standingOrders.add, { body }),
    onSuccess: () => {
      toast({ title: 'Standing order set' });
      onAdded();
    },
    meta: { changes: CHANGES, failed: 'Standing order not set' },
  });
}

export function usePauseStandingOrder() {
  return useMutation({
    mutationFn: ({ id, pausedBecause }: StandingOrder) =>
      call(standingOrders.change, { params: { id }, body: { isPaused: pausedBecause === null } }),
    meta: { changes: CHANGES, failed: 'Standing order not changed' },
  });
}

export function useRemoveStandingOrder() {
  return useMutation({
    mutationFn: ({ id }: StandingOrder) => call(standingOrders.remove, { params: { id } }),
    meta: { changes: CHANGES, failed: 'Standing order not deleted' },
  });
}
