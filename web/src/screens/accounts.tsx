import { AccountStatus, type RobloxAccount, robloxAccounts } from '@sterling/contract/roblox-accounts.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Coins, Plus, ShoppingCart, UsersRound } from 'lucide-react';
import { lazy, type ReactNode, useMemo, useState } from 'react';
import { ManualOrders } from '../features/orders/order-list.tsx';
import { accountColumns } from '../features/roblox-accounts/account-columns.tsx';
import {
  ACCOUNTS_PAGE_SIZE,
  accountFiguresQuery,
  accountsCsv,
  accountsQuery,
  HISTORY_SHEET,
  IMPORT_SHEET,
  PRICE_CHANGES_SHEET,
  PRICE_RULES_SHEET,
  STOCK_ALERT_SHEET,
  shownStatus,
} from '../features/roblox-accounts/accounts.ts';
import { type BulkAction, nothingSelected, useBulk } from '../features/roblox-accounts/bulk.ts';
import {
  AccountsContext,
  type AccountsPage,
  type Named,
  SelectedCount,
  SelectionContext,
  useAccountsPage,
  useSelection,
} from '../features/roblox-accounts/selection.tsx';
import { Toolbar } from '../features/roblox-accounts/toolbar.tsx';
import { formatWhole } from '../kit/format/format.ts';
import { useUrlSheet } from '../kit/navigation/open-above.tsx';
import { Button } from '../kit/ui/button.tsx';
import { StatCard, StatRow } from '../kit/ui/card.tsx';
import { lazyNamed } from '../kit/ui/lazy.tsx';
import { Robux } from '../kit/ui/money.tsx';
import { Overlays } from '../kit/ui/overlays.tsx';
import { ServerTable } from '../kit/ui/server-table.tsx';
import type { FilterChoice } from '../kit/ui/table-filters.tsx';
import { useTableView } from '../kit/ui/table-view.ts';
import { toast } from '../kit/ui/toast.ts';

const AddAccountDialog = lazyNamed(
  async () => (await import('../features/roblox-accounts/account-dialogs.tsx')).AddAccountDialog,
);
const ChangeProxyDialog = lazyNamed(
  async () => (await import('../features/roblox-accounts/account-dialogs.tsx')).ChangeProxyDialog,
);
const UpdateCookieDialog = lazyNamed(
  async () => (await import('../features/roblox-accounts/account-dialogs.tsx')).UpdateCookieDialog,
);
const DeleteDialog = lazyNamed(
  async () => (await import('../features/roblox-accounts/account-dialogs.tsx')).DeleteDialog,
);
const HistorySheet = lazy(() => import('../features/account-history/history-sheet.tsx'));
const StockAlertDialog = lazy(() => import('../features/account-history/stock-alert-dialog.tsx'));
const ImportDialog = lazy(() => import('../features/account-imports/import-dialog.tsx'));
const PriceRulesSheet = lazy(() => import('../features/price-rules/price-rules-sheet.tsx'));

/**
 * The seller's Roblox accounts with stock, rate and status. Sellers can change one account or many at the
 * same time.
 */
export default function Accounts() {
  const list = useTableView(robloxAccounts.list);
  const query = useQuery(accountsQuery(list.view));
  const { selected, select, clear } = useSelection();
  const [deleting, setDeleting] = useState<readonly Named[]>([]);
  const { progress, run } = useBulk();

  const runBulk = (action: BulkAction) => {
    if (selected.size === 0) toast(nothingSelected(action));
    else if (action === 'delete') setDeleting([...selected.values()]);
    else void run(action, [...selected.keys()]);
  };
  const remove = async () => {
    const { done } = await run('delete', idsOf(deleting));
    const gone = deleting.filter(({ id }) => done.includes(id));
    select(gone, false);
  };
  const { rows: shown, total } = query.data ?? NO_PAGE;
  const selection = useMemo(() => ({ selected, shown, select }), [selected, shown, select]);
  return (
    <AccountDialogs askToDelete={setDeleting}>
      <SelectionContext value={selection}>
        <div className="flex flex-col gap-4 md:gap-6">
          <ManualOrders />
          <AccountFigures />
          <ServerTable
            title={t('Accounts')}
            label={t('Roblox accounts')}
            header={(tools) => (
              <Toolbar search={list.search} tools={tools} busy={progress !== null} onBulk={runBulk}>
                <SelectedCount progress={progress} total={total} view={list.view} onClear={clear} />
              </Toolbar>
            )}
            filters={FILTERS}
            csv={accountsCsv(list.view)}
            list={list}
            query={query}
            pageSize={ACCOUNTS_PAGE_SIZE}
            quiet
            columns={accountColumns}
            nothing={NOTHING}
          />
        </div>
      </SelectionContext>
      <Overlays>
        {deleting.length > 0 && (
          <DeleteDialog accounts={deleting} onClose={() => setDeleting([])} onConfirm={() => void remove()} />
        )}
      </Overlays>
      <AccountOverlays />
    </AccountDialogs>
  );
}

const FILTERS: readonly FilterChoice[] = [
  {
    name: 'status',
    label: t('Status'),
    choices: AccountStatus.options.map((status) => ({
      value: status,
      label: shownStatus({ status, isActive: true }).text,
    })),
  },
];

const NO_PAGE: { readonly rows: readonly Named[]; readonly total: number } = { rows: [], total: 0 };
const idsOf = (accounts: readonly Named[]): string[] => accounts.map(({ id }) => id);

const NOTHING = {
  icon: UsersRound,
  title: t('No accounts yet'),
  children: <AddFirst />,
  unmatched: (search: string) => t('No accounts match "{search}"', { search }),
};

function AddFirst() {
  const { askForAccount } = useAccountsPage();
  return (
    <>
      <p>{t('Add a Roblox account with its cookie to start selling its Robux.')}</p>
      <Button variant="secondary" size="sm" onClick={askForAccount}>
        <Plus aria-hidden className="size-4" />
        {t('Add your first account')}
      </Button>
    </>
  );
}

/** Totals of all accounts of the seller, not only of the current page. */
function AccountFigures() {
  const { data, isError } = useQuery(accountFiguresQuery);
  const unknown = isError ? '–' : undefined;
  return (
    <StatRow count={3}>
      <StatCard
        label={t('Total Robux')}
        icon={<Coins />}
        value={data ? <Robux amount={data.robux} /> : unknown}
        note={t('In all accounts')}
      />
      <StatCard
        label={t('Accounts')}
        icon={<UsersRound />}
        value={data ? formatWhole(data.total) : unknown}
        note={data && t('{forSale} for sale', { forSale: formatWhole(data.forSale) })}
      />
      <StatCard
        label={t('Sold')}
        icon={<ShoppingCart />}
        value={data ? <Robux amount={data.sold} /> : unknown}
        note={t('Robux sold in completed orders')}
        className="max-sm:col-span-full"
      />
    </StatRow>
  );
}

interface AccountDialogsProps extends Pick<AccountsPage, 'askToDelete'> {
  children: ReactNode;
}

/** Holds the dialog state of the accounts page, so that opening a dialog does not render the page again. */
function AccountDialogs({ askToDelete, children }: AccountDialogsProps) {
  const [adding, setAdding] = useState(false);
  const [cookieOf, setCookieOf] = useState<RobloxAccount | null>(null);
  const [proxyOf, setProxyOf] = useState<RobloxAccount | null>(null);
  const page = useMemo(
    () => ({
      askForAccount: () => setAdding(true),
      askForCookie: setCookieOf,
      askForProxy: setProxyOf,
      askToDelete,
    }),
    [askToDelete],
  );
  return (
    <AccountsContext value={page}>
      {children}
      <Overlays>
        {adding && <AddAccountDialog onClose={() => setAdding(false)} />}
        {cookieOf && <UpdateCookieDialog account={cookieOf} onClose={() => setCookieOf(null)} />}
        {proxyOf && <ChangeProxyDialog account={proxyOf} onClose={() => setProxyOf(null)} />}
      </Overlays>
    </AccountsContext>
  );
}

/** What is open above the accounts page and stays after a reload. */
function AccountOverlays() {
  const history = useUrlSheet(HISTORY_SHEET);
  const imported = useUrlSheet(IMPORT_SHEET);
  const stockAlert = useUrlSheet(STOCK_ALERT_SHEET);
  const rules = useUrlSheet(PRICE_RULES_SHEET);
  const changes = useUrlSheet(PRICE_CHANGES_SHEET);
  return (
    <Overlays>
      {history.of && <HistorySheet id={history.of} onClose={history.close} />}
      {imported.isOpen && (
        <ImportDialog id={imported.of} onStarted={imported.open} onClose={imported.close} />
      )}
      {stockAlert.isOpen && <StockAlertDialog onClose={stockAlert.close} />}
      {(rules.isOpen || changes.isOpen) && <PriceRulesSheet onClose={rules.close} />}
    </Overlays>
  );
}
