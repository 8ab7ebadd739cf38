import { type RobloxAccount, robloxAccounts } from '@sterling/contract/roblox-accounts.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api.ts';

const PAGE_SIZE = 200;

/** All own Roblox accounts, newest first. */
export const robloxAccountsQuery = queryOptions({
  queryKey: ['roblox-accounts', 'all'],
  queryFn: async ({ signal }) => {
    const all: RobloxAccount[] = [];
    for (let page = 1; ; page += 1) {
      const query = { page: String(page), pageSize: String(PAGE_SIZE) };
      const some = await call(robloxAccounts.list, { query }, { signal });
      all.push(...some);
      if (some.length < PAGE_SIZE) return all;
    }
  },
});
