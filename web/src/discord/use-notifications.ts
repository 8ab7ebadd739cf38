import { type Notifications, notifications } from '@sterling/contract/notifications.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, explain } from '../api.ts';
import { toast } from '../ui/toast-store.ts';
import { notificationsQuery } from './queries.ts';

interface Change {
  /** Left out: the present one stays; null: none any longer. */
  readonly webhookUrl?: string | null;
  readonly kinds: Notifications['kinds'];
}

/** Changes where and of what one is told. `onAddressError` hears what is wrong with the address. */
export function useChangeNotifications({
  onDone,
  onAddressError,
}: {
  onDone: (change: Change) => void;
  onAddressError?: (message: string) => void;
}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => call(notifications.change, { body: change }),
    onSuccess: (now, change) => {
      client.setQueryData(notificationsQuery.queryKey, now);
      onDone(change);
    },
    onError: (error) => {
      const wrong = addressError(error);
      if (wrong && onAddressError) onAddressError(wrong);
      else toast({ title: 'Not Saved', description: explain(error), variant: 'destructive' });
    },
  });
}

/** Sends a message to the webhook now. One that Discord does not know any longer is forgotten by the server. */
export function useSendTest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(notifications.test),
    onSuccess: () => toast({ title: 'Test message sent', description: 'Look into your Discord channel' }),
    onError: (error) => {
      const isGone = addressError(error) !== null;
      toast({
        title: 'Test Failed',
        description: isGone
          ? 'Discord does not know this webhook any more, so it was removed here. Add a new one.'
          : explain(error),
        variant: 'destructive',
      });
      if (isGone) return client.invalidateQueries({ queryKey: notificationsQuery.queryKey });
    },
  });
}

/** What the server says is wrong with the address, as a sentence; null when it is about something else. */
function addressError(error: unknown): string | null {
  const what = error instanceof ApiError && error.details?.webhookUrl;
  return what ? `This address ${what}` : null;
}
