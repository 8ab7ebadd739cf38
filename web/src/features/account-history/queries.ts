import { accountHistory, type EarningsDays, stockAlerts } from '@sterling/contract/account-history.ts';
import { EVENTS_PAGE_SIZE } from '@sterling/contract/fields.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { callPage } from '../../data/pages.ts';
import { ownTimeZone } from '../../kit/format/format-time.ts';
import { ACCOUNTS_KEY } from '../roblox-accounts/accounts.ts';

/** What an account earned, in the reader's time zone. */
export const earningsQuery = (id: string, days: EarningsDays) =>
  queryOptions({
    queryKey: [...ACCOUNTS_KEY, 'earnings', id, days],
    queryFn: ({ signal }) =>
      call(accountHistory.earnings, { params: { id }, query: { days, tz: ownTimeZone() } }, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });

/** A page of what happened to an account, newest first. */
export const healthQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: [...ACCOUNTS_KEY, 'health', id, page],
    queryFn: ({ signal }) => {
      const query = { page: String(page), pageSize: String(EVENTS_PAGE_SIZE) };
      return callPage(accountHistory.healthEvents, { params: { id }, query }, { signal });
    },
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });

/** A form takes its value from the first answer, so no old one is kept for the next form. */
export const stockAlertQuery = queryOptions({
  queryKey: [...ACCOUNTS_KEY, 'stock-alert'],
  queryFn: ({ signal }) => call(stockAlerts.read, undefined, { signal }),
  gcTime: 0,
});
