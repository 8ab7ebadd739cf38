import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { refetch } from '../../data/changes.ts';
import { ACCOUNT_PAGES_KEY } from './queries.ts';

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
