import type { Given } from '@sterling/contract/endpoint.ts';
import { type PriceAlert, priceAlerts } from '@sterling/contract/price-alerts.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { toast } from '../../kit/ui/toast-store.ts';

export const priceAlertsQuery = queryOptions({
  queryKey: ['price-alerts'],
  queryFn: ({ signal }) => call(priceAlerts.list, {}, { signal }),
  refetchOnMount: 'always',
});

export function useAddAlert() {
  return useMutation({
    mutationFn: (body: Given<typeof priceAlerts.add, 'body'>) => call(priceAlerts.add, { body }),
    onSuccess: () => toast({ title: 'Alert set', description: 'We tell you once, in your inbox.' }),
    meta: { changes: ['price-alerts'], failed: 'Alert not set' },
  });
}

export function useRemoveAlert() {
  return useMutation({
    mutationFn: ({ id }: Pick<PriceAlert, 'id'>) => call(priceAlerts.remove, { params: { id } }),
    meta: { changes: ['price-alerts'], failed: 'Alert not deleted' },
  });
}
