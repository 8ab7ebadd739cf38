import { notifications } from '@sterling/contract/notifications.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../data/call.ts';

/** The webhook settings. They never include the secret part of the address. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => call(notifications.read, undefined, { signal }),
  refetchOnMount: 'always',
});
