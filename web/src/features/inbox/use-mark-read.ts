import { inbox } from '@sterling/contract/inbox.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../data/call.ts';

/** Marks an entry as read, or with `andOlder` all. Nothing depends on it, so a failure shows no message. */
export const useMarkRead = () =>
  useMutation({
    mutationFn: (body: { id: string; andOlder?: boolean }) => call(inbox.markRead, { body }),
    meta: { changes: ['inbox'] },
  });
