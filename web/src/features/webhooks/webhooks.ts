import { t } from '@sterling/contract/texts.ts';
import {
  type DeliveryState,
  type Webhook,
  type WebhookDelivery,
  type WebhookOffReason,
  type WebhookProblem,
  webhooks,
} from '@sterling/contract/webhooks.ts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { callPage } from '../../data/pages.ts';
import { formatWhole } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import type { Tone } from '../../kit/ui/badge.tsx';

/** The dialogs of a webhook. */
export type WebhookStep = 'edit' | 'rotate' | 'remove';

/** Attempts happen in the background, and a webhook that fails for long is switched off. */
const LIST_EVERY_MS = 30_000;

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => call(webhooks.list, undefined, { signal }),
  refetchOnMount: 'always',
  refetchInterval: LIST_EVERY_MS,
});

export const DELIVERIES_PAGE_SIZE = 20;
/** Attempts happen in the background, so an open list is refetched. */
const REFETCH_EVERY_MS = 3_000;

/** A page of a webhook's deliveries, newest first, in one state or in all. */
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

/** Replaces the secret. The reply has the new one, which is not shown again. */
export function useRotateSecret({ id }: Webhook) {
  return useMutation({
    mutationFn: () => call(webhooks.rotateSecret, { params: { id } }),
    meta: { changes: ['webhooks', 'inbox'], failed: t('Secret not changed') },
  });
}

/** Removes a webhook with its deliveries. Those that wait are not sent. */
export function useRemoveWebhook({ id }: Webhook, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(webhooks.remove, { params: { id } }),
    onSuccess: () => {
      client.setQueryData(webhooksQuery.queryKey, (list) => list?.filter((each) => each.id !== id));
      onDone();
    },
    meta: { changes: ['inbox'], replaces: ['webhooks'], failed: t('Webhook not removed') },
  });
}

/** Sends a test event to the webhook. */
export function useSendTestEvent({ id }: Webhook, onDone: () => void) {
  return useMutation({
    mutationFn: () => call(webhooks.test, { params: { id } }),
    onSuccess: onDone,
    meta: { changes: ['webhooks'], failed: t('Test event not sent') },
  });
}

/** Sends an event once more, now. */
export function useSendAgain(id: string) {
  return useMutation({
    mutationFn: (deliveryId: string) => call(webhooks.sendAgain, { params: { id, deliveryId } }),
    meta: { changes: ['webhooks'], failed: t('Event not sent') },
  });
}

const OFF: Readonly<Record<WebhookOffReason, string>> = {
  person: t('You turned it off.'),
  failing: t(
    'Switched off, because every attempt failed for a week. Fix your receiver, then turn it on again.',
  ),
  gone: t('Switched off, because your receiver answered 410 Gone. Turn it on again when it accepts events.'),
  banned: t('Switched off, because your account was banned.'),
  signed_out: t(
    'Switched off, because you were signed out everywhere. Check that the address is yours, make a new secret, then turn it on again.',
  ),
  restored: t(
    'Switched off, because Sterling was restored from a backup. Make a new secret, then turn it on again.',
  ),
};

const PROBLEM: Readonly<Record<WebhookProblem, string>> = {
  timeout: t('No complete answer within 10 seconds'),
  refused: t('No connection'),
  reset: t('The connection broke'),
  malformed: t('The answer is not HTTP'),
  certificate: t('The certificate is not valid'),
  unknown_host: t('The host is unknown'),
  private_address: t('The host leads to a private address'),
  forbidden_port: t('The port is not 443 or 8443'),
};

interface State {
  readonly tone: Tone;
  readonly label: string;
  readonly note: string | null;
}

/** The state of a webhook, and what follows from it. */
export function stateOf({ off, failingSince }: Pick<Webhook, 'off' | 'failingSince'>): State {
  if (off) {
    const isOwnChoice = off.reason === 'person';
    return { tone: isOwnChoice ? 'neutral' : 'bad', label: t('Off'), note: OFF[off.reason] };
  }
  if (failingSince) {
    const note = t(
      'Every attempt has failed since {failingSince}. After a week, the webhook is switched off.',
      { failingSince: formatTime(failingSince) },
    );
    return { tone: 'warn', label: t('Failing'), note };
  }
  return { tone: 'good', label: t('On'), note: null };
}

/** The state of a delivery, and what comes next. */
export function stateOfDelivery({ state, tries, nextTryAt }: WebhookDelivery): State {
  if (state === 'delivered') return { tone: 'good', label: t('Delivered'), note: null };
  if (state === 'given_up') return { tone: 'bad', label: t('Given up'), note: null };
  const label = tries === 0 ? t('Waiting') : t('Will be retried');
  if (nextTryAt === null)
    return { tone: 'warn', label, note: t('Waits for an earlier event about the same object') };
  return {
    tone: 'warn',
    label,
    note: tries === 0 ? null : t('Next attempt {nextTryAt}', { nextTryAt: formatTime(nextTryAt) }),
  };
}

/** The answer to the last attempt in one line: '200 in 35 ms', or why there is none. */
export function answerLine({ status, problem, tookMs }: NonNullable<WebhookDelivery['last']>): string {
  return status === null
    ? problem
      ? PROBLEM[problem]
      : t('No answer')
    : t('{status} in {milliseconds} ms', { status, milliseconds: formatWhole(tookMs) });
}

/** Adds line breaks to JSON. Other text stays as it is. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
