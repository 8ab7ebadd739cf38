import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ACCOUNT_PAGES_KEY, ACCOUNTS_KEY } from './queries.ts';

interface Page {
  readonly rows: RobloxAccount[];
}

/** Keeps the cached accounts equal to what the server answers. */
export function useAccountCache() {
  const client = useQueryClient();
  /** Replaces the account in its row. */
  const show = (account: RobloxAccount) => {
    client.setQueriesData<Page>(
      { queryKey: ACCOUNT_PAGES_KEY },
      (page) => page && { ...page, rows: page.rows.map((each) => (each.id === account.id ? account : each)) },
    );
  };
  /** Refetches after a refusal or a bulk action, because the cache may be out of date. */
  const invalidate = () => {
    void client.invalidateQueries({ queryKey: ['market'] });
    return client.invalidateQueries({ queryKey: ACCOUNTS_KEY });
  };
  /** Shows the account immediately. The refetch then moves it to its place in the server's order. */
  const put = (account: RobloxAccount) => {
    show(account);
    void invalidate();
  };
  return { show, put, invalidate };
}
