import { notifications } from '@sterling/contract/notifications.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api.ts';

/** Which webhook hears of what; its secret part is never among it. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => call(notifications.read, undefined, { signal }),
  refetchOnMount: 'always',
});
