import { history } from '@sterling/contract/history.ts';
import { transactions } from '@sterling/contract/transactions.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callPage, MOST_ROWS } from '../api.ts';
import { everyMs } from '../live/connection.ts';
import type { Side } from '../orders/side.ts';
import { type TableView, wireOf } from '../ui/use-table-view.ts';

/** Rows on a page of the history, and in the dashboards' short lists. */
export const HISTORY_PAGE_SIZE = 10;
const RECENT = 5;
/** How often an open trade is looked at while it is on the screen: the other party may answer at any time. */
const FOLLOW_EVERY_MS = 3000;
/** The same while the server tells of its answers. */
const FOLLOW_TOLD_MS = 15_000;

type SortColumn = 'createdAt' | 'type' | 'description' | 'amount' | 'quantity' | 'status';

/** One page of what someone did as one side; the page before stays while the next one loads. */
export const historyQuery = (role: Side, view: TableView) => {
  const query = { role, ...wireOf<SortColumn>(view, HISTORY_PAGE_SIZE) };
  return queryOptions({
    queryKey: ['history', role, query],
    queryFn: ({ signal }) => callPage(history.list, { query }, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
};

/** The latest five entries of one side. */
export const recentHistoryQuery = (role: Side) =>
  queryOptions({
    queryKey: ['history', role, 'recent'],
    queryFn: ({ signal }) => call(history.list, { query: { role, pageSize: String(RECENT) } }, { signal }),
    refetchOnMount: 'always',
  });

/** What has not ended yet comes first, or right after what was reversed: one page has it, among the latest that has ended. */
export const openHistoryQuery = queryOptions({
  queryKey: ['history', 'open'],
  queryFn: ({ signal }) =>
    call(history.list, { query: { sort: 'status', dir: 'desc', pageSize: String(MOST_ROWS) } }, { signal }),
  staleTime: 0,
});

/** The latest five sales: of listings and of Robux, merged. */
export const recentSalesQuery = queryOptions({
  queryKey: ['history', 'seller', 'sales'],
  queryFn: ({ signal }) =>
    call(history.list, { query: { role: 'seller', type: 'sales', pageSize: String(RECENT) } }, { signal }),
  refetchOnMount: 'always',
});

/** One trade with its events, followed while it is open. */
export const tradeQuery = (id: string) =>
  queryOptions({
    queryKey: ['transactions', id],
    queryFn: ({ signal }) => call(transactions.read, { params: { id } }, { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.endedAt ? false : everyMs(FOLLOW_EVERY_MS, FOLLOW_TOLD_MS)),
  });
