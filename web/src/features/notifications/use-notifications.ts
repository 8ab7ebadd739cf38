import { type Notifications, notifications } from '@sterling/contract/notifications.ts';
import { t } from '@sterling/contract/texts.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, explain, fieldProblems } from '../../data/call.ts';
import { sentence } from '../../kit/form/use-contract-form.ts';
import { toast } from '../../kit/ui/toast.ts';

interface Change {
  /** Undefined keeps the current webhook. Null removes it. */
  readonly webhookUrl?: string | null;
  readonly kinds: Notifications['kinds'];
  /** The kinds that the page showed. Another tab may have changed others. */
  readonly before?: Notifications['kinds'];
}

/**
 * Saves the webhook and its notification kinds, one change after the other. `onAddressError` gets an error about the
 * address.
 */
export function useChangeNotifications({
  onDone,
  onAddressError,
}: {
  onDone: (change: Change) => void;
  onAddressError?: (message: string) => void;
}) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: 'notifications' },
    mutationFn: (change: Change) => call(notifications.change, { body: change }),
    onSuccess: (now, change) => {
      client.setQueryData(notificationsQuery.queryKey, now);
      onDone(change);
    },
    onError: (error) => {
      const wrong = addressError(error);
      if (wrong) onAddressError?.(wrong);
    },
    meta: {
      changes: ['inbox'],
      replaces: ['notifications'],
      failed: (error) => (onAddressError && addressError(error) ? '' : t('Not saved')),
    },
  });
}

/** Sends a test message. If Discord no longer knows the webhook, the server deletes it. */
export function useSendTest() {
  return useMutation({
    mutationFn: () => call(notifications.test),
    onSuccess: () => toast({ title: t('Test message sent'), description: t('Check your Discord channel') }),
    meta: {
      changes: ['notifications'],
      failed: t('Test failed'),
      explain: (error) =>
        addressError(error) === null
          ? explain(error)
          : t('This webhook no longer exists, so it was removed. Add a new one.'),
    },
  });
}

/** The server's error about the address as a sentence. Null for any other error. */
function addressError(error: unknown): string | null {
  const what = fieldProblems(error).webhookUrl;
  return what ? sentence(what) : null;
}

/** The webhook settings. They never include the secret part of the address. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => call(notifications.read, undefined, { signal }),
  refetchOnMount: 'always',
});
