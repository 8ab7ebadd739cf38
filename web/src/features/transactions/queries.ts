import { type HistoryStatus, type HistoryType, history } from '@sterling/contract/history.ts';
import { transactions } from '@sterling/contract/transactions.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callPage, hrefOf, MAX_ROWS } from '../../data/call.ts';
import { everyMs } from '../../data/live/follow-events.ts';
import { filterOf, type TableView, wireOf } from '../../kit/ui/table-view.ts';
import type { Side } from '../orders/orders.ts';

/** Rows per page of the history, and in the short lists of the dashboards. */
export const HISTORY_PAGE_SIZE = 10;
const RECENT = 5;
/** Polling interval of an open trade, because the other party may act at any time. */
const FOLLOW_EVERY_MS = 3000;
/** Polling interval while server events arrive. */
const FOLLOW_LIVE_MS = 15_000;

type SortColumn = 'createdAt' | 'type' | 'description' | 'amount' | 'quantity' | 'status';

const historyFilter = (role: Side, view: TableView) => ({
  ...filterOf<HistoryType | 'sales', HistoryStatus>(view),
  role,
});

/** The address of the user's history on one side as a CSV file. */
export const historyCsv = (role: Side, view: TableView): string =>
  hrefOf(history.csv, { query: historyFilter(role, view) });

/** One page of the user's history on one side. The previous page stays while the next one loads. */
export const historyQuery = (role: Side, view: TableView) => {
  const query = { ...historyFilter(role, view), ...wireOf<SortColumn>(view, HISTORY_PAGE_SIZE) };
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
    queryFn: ({ signal }) => call(history.list, { query: { role, pageSize: RECENT } }, { signal }),
    refetchOnMount: 'always',
  });

/**
 * The sort order puts open entries first or directly after reversed ones. One page therefore contains them
 * all.
 */
export const openHistoryQuery = queryOptions({
  queryKey: ['history', 'open'],
  queryFn: ({ signal }) =>
    call(history.list, { query: { sort: 'status', dir: 'desc', pageSize: MAX_ROWS } }, { signal }),
  staleTime: 0,
});

/** The latest five sales of listings and Robux, merged. */
export const recentSalesQuery = queryOptions({
  queryKey: ['history', 'seller', 'sales'],
  queryFn: ({ signal }) =>
    call(history.list, { query: { role: 'seller', type: 'sales', pageSize: RECENT } }, { signal }),
  refetchOnMount: 'always',
});

/** One trade with its events. Polled while it is open. */
export const tradeQuery = (id: string) =>
  queryOptions({
    queryKey: ['transactions', id],
    queryFn: ({ signal }) => call(transactions.read, { params: { id } }, { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.endedAt ? false : everyMs(FOLLOW_EVERY_MS, FOLLOW_LIVE_MS)),
  });
