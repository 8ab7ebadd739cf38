import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { createContext, useContext } from 'react';
import type { Named } from './use-selection.ts';

/** Actions that the page offers to its parts. They never change, so the parts do not render again. */
export interface AccountsPage {
  readonly askForAccount: () => void;
  readonly askForCookie: (account: RobloxAccount) => void;
  readonly askForProxy: (account: RobloxAccount) => void;
  readonly askToDelete: (accounts: readonly Named[]) => void;
}

/** The selected accounts. Only checkboxes and counters read this context. */
export interface Selection {
  readonly selected: ReadonlyMap<string, Named>;
  /** The rows of the current page. */
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
