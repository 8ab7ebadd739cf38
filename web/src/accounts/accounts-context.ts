import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { createContext, useContext } from 'react';

/** What the rows of the table share with the page around them. */
export interface AccountsPage {
  readonly selected: ReadonlySet<string>;
  /** Ids of the rows that are shown. */
  readonly shown: readonly string[];
  readonly select: (ids: readonly string[], selected: boolean) => void;
  readonly askForCookie: (account: RobloxAccount) => void;
  readonly askToDelete: (accounts: readonly RobloxAccount[]) => void;
}

export const AccountsContext = createContext<AccountsPage | null>(null);

export function useAccountsPage(): AccountsPage {
  const page = useContext(AccountsContext);
  if (!page) throw new Error('useAccountsPage was called outside of the accounts page');
  return page;
}
