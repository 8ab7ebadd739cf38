import { type DeliveryState, type Webhook, webhooks } from '@sterling/contract/webhooks.ts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callPage } from '../../data/call.ts';

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => call(webhooks.list, undefined, { signal }),
  refetchOnMount: 'always',
});

export const DELIVERIES_PAGE_SIZE = 20;
/** Attempts happen in the background, so an open list is refetched. */
const REFETCH_EVERY_MS = 3_000;

export const deliveriesQuery = (id: string, page: number, state: DeliveryState | undefined) =>
  queryOptions({
    queryKey: ['webhooks', id, 'deliveries', state ?? 'all', page],
    queryFn: ({ signal }) => {
      const query = { page: String(page), pageSize: String(DELIVERIES_PAGE_SIZE), state };
      return callPage(webhooks.deliveries, { params: { id }, query }, { signal });
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: REFETCH_EVERY_MS,
  });

type WebhookInput = Pick<Webhook, 'url' | 'kinds'>;

/** Adds a webhook. The answer has its secret. The caller shows the failure. */
export function useAddWebhook() {
  return useMutation({
    mutationFn: (body: WebhookInput) => call(webhooks.add, { body }),
    meta: { changes: ['webhooks', 'inbox'] },
  });
}

type Change = Partial<WebhookInput> & { readonly isOn?: boolean };

/** Changes a webhook. `failed`: the title of a failure; without it the caller shows the failure. */
export function useChangeWebhook({ id }: Webhook, failed?: string) {
  return useMutation({
    mutationFn: (body: Change) => call(webhooks.change, { params: { id }, body }),
    meta: { changes: ['webhooks', 'inbox'], ...(failed && { failed }) },
  });
}

export function useRotateSecret({ id }: Webhook) {
  return useMutation({
    mutationFn: () => call(webhooks.rotateSecret, { params: { id } }),
    meta: { changes: ['webhooks'], failed: 'Secret not changed' },
  });
}

export function useRemoveWebhook({ id }: Webhook, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(webhooks.remove, { params: { id } }),
    onSuccess: () => {
      client.setQueryData(webhooksQuery.queryKey, (list) => list?.filter((each) => each.id !== id));
      onDone();
    },
    meta: { failed: 'Webhook not removed' },
  });
}

export function useSendTestEvent({ id }: Webhook, onDone: () => void) {
  return useMutation({
    mutationFn: () => call(webhooks.test, { params: { id } }),
    onSuccess: onDone,
    meta: { changes: ['webhooks'], failed: 'Test event not sent' },
  });
}

export function useSendAgain(id: string) {
  return useMutation({
    mutationFn: (deliveryId: string) => call(webhooks.sendAgain, { params: { id, deliveryId } }),
    meta: { changes: ['webhooks'], failed: 'Event not sent' },
  });
}
