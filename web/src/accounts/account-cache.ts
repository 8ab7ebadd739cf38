import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ACCOUNT_PAGES_KEY, ACCOUNTS_KEY } from '../roblox-accounts/queries.ts';

interface Page {
  readonly rows: RobloxAccount[];
}

/** Keeps what is shown of own accounts in step with what calls answer. */
export function useAccountCache() {
  const client = useQueryClient();
  /** In its row's place immediately. */
  const show = (account: RobloxAccount) => {
    client.setQueriesData<Page>(
      { queryKey: ACCOUNT_PAGES_KEY },
      (page) => page && { ...page, rows: page.rows.map((each) => (each.id === account.id ? account : each)) },
    );
  };
  /** After a refusal, or when many changed immediately: accounts may not be what the page shows. */
  const readAnew = () => {
    void client.invalidateQueries({ queryKey: ['market'] });
    return client.invalidateQueries({ queryKey: ACCOUNTS_KEY });
  };
  /** Immediately, and then where the server's order has it; a new one too. */
  const put = (account: RobloxAccount) => {
    show(account);
    void readAnew();
  };
  return { show, put, readAnew };
}
