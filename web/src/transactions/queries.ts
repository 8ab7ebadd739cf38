import { history } from '@sterling/contract/history.ts';
import { transactions } from '@sterling/contract/transactions.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { SortingState } from '@tanstack/react-table';
import { call, callPage } from '../api.ts';
import type { Side } from '../orders/queries.ts';
import { newestOf } from './entry.ts';

/** Rows on a page of the history, and in the dashboards' short lists (seed §9). */
export const HISTORY_PAGE_SIZE = 10;
const RECENT = 5;
/** How often an open trade is looked at while it is on the screen: the other party may answer at any time. */
const FOLLOW_EVERY_MS = 3000;

export interface HistoryView {
  readonly search: string;
  /** From 1. */
  readonly page: number;
  readonly sorting: SortingState;
}

type SortColumn = 'createdAt' | 'type' | 'description' | 'amount' | 'quantity' | 'status';

/** One page of what somebody did as one side; the page before stays while the next one loads. */
export const historyQuery = (role: Side, { search, page, sorting }: HistoryView) => {
  const [sorted] = sorting;
  const query = {
    role,
    page: String(page),
    pageSize: String(HISTORY_PAGE_SIZE),
    search: search || undefined,
    sort: sorted?.id as SortColumn | undefined,
    dir: sorted && (sorted.desc ? ('desc' as const) : ('asc' as const)),
  };
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

/** The latest five sales: of listings and of Robux, merged (seed §9). */
export const recentSalesQuery = queryOptions({
  queryKey: ['history', 'seller', 'sales'],
  queryFn: async ({ signal }) => {
    const latest = (type: 'sale' | 'robux_sale') =>
      call(history.list, { query: { role: 'seller', type, pageSize: String(RECENT) } }, { signal });
    return newestOf(await Promise.all([latest('sale'), latest('robux_sale')]), RECENT);
  },
  refetchOnMount: 'always',
});

/** One trade with its events, followed while it is open. */
export const tradeQuery = (id: string) =>
  queryOptions({
    queryKey: ['transactions', id],
    queryFn: ({ signal }) => call(transactions.read, { params: { id } }, { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.endedAt ? false : FOLLOW_EVERY_MS),
  });
