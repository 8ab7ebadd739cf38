import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { useMutation } from '@tanstack/react-query';
import { createContext, memo, useCallback, useContext, useState } from 'react';
import { formatWhole } from '../../kit/format/format.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Checkbox } from '../../kit/ui/checkbox.tsx';
import { focusPage } from '../../kit/ui/focus.ts';
import { type AccountSearch, loadAllAccounts } from './accounts.ts';
import { type Progress, WORDS } from './bulk.ts';

/** The part of an account that the selection needs. */
export type Named = Pick<RobloxAccount, 'id' | 'username'>;

const NONE: ReadonlyMap<string, Named> = new Map();

/** The selected accounts of all pages. Paging, sorting and searching keep the selection. */
export function useSelection() {
  const [selected, setSelected] = useState(NONE);
  const select = useCallback((accounts: readonly Named[], on: boolean) => {
    setSelected((before) => {
      const after = new Map(before);
      for (const each of accounts) {
        if (on) after.set(each.id, each);
        else after.delete(each.id);
      }
      return after;
    });
  }, []);
  return { selected, select, clear: () => setSelected(NONE) };
}

/** Actions that the page offers to its parts. They never change, so the parts do not render again. */
export interface AccountsPage {
  readonly askForAccount: () => void;
  readonly askForCookie: (account: RobloxAccount) => void;
  readonly askForProxy: (account: RobloxAccount) => void;
  readonly askToDelete: (accounts: readonly Named[]) => void;
}

/** The selected accounts. Only checkboxes and counters read this context. */
interface Selection {
  readonly selected: ReadonlyMap<string, Named>;
  /** The rows of the current page. */
  readonly shown: readonly Named[];
  readonly select: (accounts: readonly Named[], selected: boolean) => void;
}

export const AccountsContext = createContext<AccountsPage | null>(null);
export const SelectionContext = createContext<Selection | null>(null);

/** The accounts of the current page and their loading state. Throws outside of the accounts page. */
export const useAccountsPage = (): AccountsPage => inside(useContext(AccountsContext));
const useSelected = (): Selection => inside(useContext(SelectionContext));

function inside<Value>(value: Value | null): Value {
  if (!value) throw new Error('this belongs inside of the accounts page');
  return value;
}

/** Selects or clears all accounts of the current page. */
export function SelectAll() {
  const { selected, shown, select } = useSelected();
  const count = shown.filter(({ id }) => selected.has(id)).length;
  const isAll = count > 0 && count === shown.length;
  return (
    <Checkbox
      aria-label={t('Select all accounts')}
      checked={isAll || (count > 0 && 'indeterminate')}
      onCheckedChange={() => select(shown, !isAll)}
    />
  );
}

/** Selects or clears one account. */
export function SelectOne({ account }: { account: Named }) {
  const { selected, select } = useSelected();
  return <Box account={account} checked={selected.has(account.id)} select={select} />;
}

interface BoxProps extends Pick<Selection, 'select'> {
  account: Named;
  checked: boolean;
}

const Box = memo(function Box({ account, checked, select }: BoxProps) {
  return (
    <Checkbox
      aria-label={t('Select {username}', { username: account.username })}
      checked={checked}
      onCheckedChange={(now) => select([account], now === true)}
    />
  );
});

interface SelectedCountProps {
  progress: Progress | null;
  /** Number of accounts on all pages of the view. */
  total: number;
  view: AccountSearch;
  onClear: () => void;
}

/** Shows the number of selected accounts or the progress of a bulk action. Offers to select all pages. */
export function SelectedCount({ progress, total, view, onClear }: SelectedCountProps) {
  const { selected, shown, select } = useSelected();
  const everything = useMutation({
    mutationFn: () => loadAllAccounts(view),
    onSuccess: (accounts) => select(accounts, true),
    meta: { failed: t('Error') },
  });
  const clear = () => {
    onClear();
    focusPage();
  };
  const isPageSelected = shown.length > 0 && shown.every(({ id }) => selected.has(id));
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <p role="status" className="text-3 tabular-nums">
        {progress ? progressText(progress) : selectedText(selected.size)}
      </p>
      {!progress && isPageSelected && selected.size < total && (
        <Button variant="link" pending={everything.isPending} onClick={() => everything.mutate()}>
          {t('Select all {total}', { total: formatWhole(total) })}
        </Button>
      )}
      {!progress && selected.size > 0 && (
        <Button variant="link" onClick={clear}>
          {t('Clear')}
        </Button>
      )}
    </div>
  );
}

function progressText({ action, tried, total }: Progress): string {
  return tried === null
    ? WORDS[action].running(total)
    : t('Updating {number} of {total}…', { number: tried + 1, total });
}

const selectedText = (count: number): string =>
  plural(count, '{count} selected', '{count} selected', { count: formatWhole(count) });
