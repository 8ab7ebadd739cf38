import { EVENTS_PAGE_SIZE } from '@sterling/contract/fields.ts';
import { inbox } from '@sterling/contract/inbox.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callPage } from '../../data/pages.ts';

/**
 * One page of entries, and all that waits. The shell reads the first page once. Afterwards server events say
 * when to read it again.
 */
export const inboxQuery = (page = 1) =>
  queryOptions({
    queryKey: ['inbox', page],
    queryFn: ({ signal }) =>
      callPage(inbox.read, { query: { page, pageSize: EVENTS_PAGE_SIZE } }, { signal }),
    placeholderData: keepPreviousData,
  });
