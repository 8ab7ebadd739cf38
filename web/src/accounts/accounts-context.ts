import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { createContext, useContext } from 'react';
import type { Named } from './use-selection.ts';

/** What the parts of the page ask of what lies around them: the same all the time, so that none is drawn anew for it. */
export interface AccountsPage {
  readonly askForAccount: () => void;
  readonly askForCookie: (account: RobloxAccount) => void;
  readonly askForProxy: (account: RobloxAccount) => void;
  readonly askToDelete: (accounts: readonly Named[]) => void;
}

/** What is selected, which only boxes and counts look at. */
export interface Selection {
  readonly selected: ReadonlyMap<string, Named>;
  /** The rows that are shown. */
  readonly shown: readonly Named[];
  readonly select: (accounts: readonly Named[], selected: boolean) => void;
}

export const AccountsContext = createContext<AccountsPage | null>(null);
export const SelectionContext = createContext<Selection | null>(null);

export const useAccountsPage = (): AccountsPage => inside(useContext(AccountsContext));
export const useSelected = (): Selection => inside(useContext(SelectionContext));

function inside<Value>(value: Value | null): Value {
  if (!value) throw new Error('this belongs inside of the accounts page');
  return value;
}
