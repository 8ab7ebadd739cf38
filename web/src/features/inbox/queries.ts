import { inbox } from '@sterling/contract/inbox.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callPage } from '../../data/pages.ts';

export const INBOX_PAGE_SIZE = 20;

/**
 * One page of entries, and all that waits. The shell reads the first page once. Afterwards server events say
 * when to read it again.
 */
export const inboxQuery = (page = 1) =>
  queryOptions({
    queryKey: ['inbox', page],
    queryFn: ({ signal }) => callPage(inbox.read, { query: { page, pageSize: INBOX_PAGE_SIZE } }, { signal }),
    placeholderData: keepPreviousData,
  });
