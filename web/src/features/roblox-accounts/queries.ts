import { type RobloxAccount, robloxAccounts } from '@sterling/contract/roblox-accounts.ts';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { allPages, call, callPage, hrefOf } from '../../data/call.ts';
import { refetch } from '../../data/changes.ts';
import { filterOf, NO_FILTER, type TableView, wireOf } from '../../kit/ui/table-view.ts';

/** Rows per page. */
export const ACCOUNTS_PAGE_SIZE = 50;

/** The common prefix of all account query keys. */
export const ACCOUNTS_KEY = ['roblox-accounts'] as const;
/** The common prefix of the page query keys. */
export const ACCOUNT_PAGES_KEY = [...ACCOUNTS_KEY, 'page'] as const;

type SortColumn = 'username' | 'robuxBalance' | 'totalSold' | 'ratePerThousand' | 'status' | 'updatedAt';

/** What narrows the list of accounts. */
export type Found = Pick<TableView, 'search' | 'filter'>;

function accountsFilter(found: Found) {
  const { type: _, ...query } = filterOf<string, RobloxAccount['status']>(found);
  return query;
}

/** The address of all accounts that the view finds, as a CSV file. */
export const accountsCsv = (view: Found): string =>
  hrefOf(robloxAccounts.csv, { query: accountsFilter(view) });

/** One page of the seller's accounts. The previous page stays while the next one loads. */
export const accountsQuery = (view: TableView) => {
  const query = { ...wireOf<SortColumn>(view, ACCOUNTS_PAGE_SIZE), ...accountsFilter(view) };
  return queryOptions({
    queryKey: [...ACCOUNT_PAGES_KEY, query],
    queryFn: ({ signal }) => callPage(robloxAccounts.list, { query }, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
};

/** The figures above the accounts table. */
export const accountFiguresQuery = queryOptions({
  queryKey: [...ACCOUNTS_KEY, 'figures'],
  queryFn: ({ signal }) => call(robloxAccounts.figures, undefined, { signal }),
  refetchOnMount: 'always',
});

/** One account of the seller. Null if it no longer exists. */
export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: [...ACCOUNTS_KEY, 'one', id],
    queryFn: async ({ signal }) => {
      const [account] = await call(robloxAccounts.list, { query: { id } }, { signal });
      return account ?? null;
    },
  });

/** All accounts of the seller, for a choice. */
export const allAccountsQuery = queryOptions({
  queryKey: [...ACCOUNTS_KEY, 'all'],
  queryFn: ({ signal }) => loadAllAccounts({ search: '', filter: NO_FILTER }, signal),
  refetchOnMount: 'always',
});

/** The seller's accounts on all pages of a view, newest first. */
export function loadAllAccounts(view: Found, signal?: AbortSignal): Promise<RobloxAccount[]> {
  return allPages((paging) =>
    call(robloxAccounts.list, { query: { ...accountsFilter(view), ...paging } }, signal && { signal }),
  );
}

/** What a write to an account changes. */
export const ACCOUNT_CHANGES = ['roblox-accounts', 'market'] as const;

interface Page {
  readonly rows: RobloxAccount[];
}

/** Keeps the cached accounts equal to what the server answers. */
export function useAccountCache() {
  const client = useQueryClient();
  /** Replaces the account in its row. The refetch then moves it to its place in the server's order. */
  const show = (account: RobloxAccount) => {
    client.setQueriesData<Page>(
      { queryKey: ACCOUNT_PAGES_KEY },
      (page) => page && { ...page, rows: page.rows.map((each) => (each.id === account.id ? account : each)) },
    );
  };
  return { show, invalidate: () => refetch(client, ACCOUNT_CHANGES) };
}
