import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { robloxAccountsQuery } from '../roblox-accounts/queries.ts';

const { queryKey } = robloxAccountsQuery;

/** Keeps the list of accounts in step with what calls answer. */
export function useAccountCache() {
  const client = useQueryClient();
  return {
    /** In its row's place, a new one on top. */
    put: (account: RobloxAccount) => {
      client.setQueryData(queryKey, (before) => before && withAccount(before, account));
      marketChanged(client);
    },
    /** After a refusal, or after many changed at once: accounts may not be what the page shows. */
    readAnew: () => {
      marketChanged(client);
      return client.invalidateQueries({ queryKey });
    },
  };
}

function withAccount(accounts: RobloxAccount[], account: RobloxAccount): RobloxAccount[] {
  const isKnown = accounts.some(({ id }) => id === account.id);
  return isKnown ? accounts.map((each) => (each.id === account.id ? account : each)) : [account, ...accounts];
}

const marketChanged = (client: QueryClient) => void client.invalidateQueries({ queryKey: ['market'] });
