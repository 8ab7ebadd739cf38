import { AccountStatus } from '@sterling/contract/roblox-accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus, UsersRound } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ManualOrders } from '../features/orders/manual-orders.tsx';
import { AccountDialogs } from '../features/roblox-accounts/account-dialogs.tsx';
import { AccountFigures } from '../features/roblox-accounts/account-figures.tsx';
import { SelectionContext, useAccountsPage } from '../features/roblox-accounts/accounts-context.ts';
import { AccountsTable } from '../features/roblox-accounts/accounts-table.tsx';
import { type BulkAction, nothingSelected } from '../features/roblox-accounts/bulk.ts';
import { DeleteDialog } from '../features/roblox-accounts/delete-dialog.tsx';
import { ACCOUNTS_PAGE_SIZE, accountsQuery } from '../features/roblox-accounts/queries.ts';
import { SelectedCount } from '../features/roblox-accounts/selected-count.tsx';
import { shownStatus } from '../features/roblox-accounts/status.ts';
import { Toolbar } from '../features/roblox-accounts/toolbar.tsx';
import { useBulk } from '../features/roblox-accounts/use-bulk.ts';
import { type Named, useSelection } from '../features/roblox-accounts/use-selection.ts';
import { Button } from '../kit/ui/button.tsx';
import { Card } from '../kit/ui/card.tsx';
import { EmptyState } from '../kit/ui/empty-state.tsx';
import { PagedRows } from '../kit/ui/paged-rows.tsx';
import { NothingFiltered, TableFilters } from '../kit/ui/table-filters.tsx';
import { toast } from '../kit/ui/toast-store.ts';
import { AS_ADDED, isFiltered, type TableView, useTableView } from '../kit/ui/use-table-view.ts';

/**
 * The seller's Roblox accounts with stock, rate and status. Sellers can change one account or many at the
 * same time.
 */
export default function Accounts() {
  const { view, search, sortBy, filterBy, turnTo } = useTableView(AS_ADDED);
  const query = useQuery(accountsQuery(view));
  const [filtering, setFiltering] = useState(false);
  const { selected, select, clear } = useSelection();
  const [deleting, setDeleting] = useState<readonly Named[]>([]);
  const bulk = useBulk();

  const runBulk = (action: BulkAction) => {
    if (selected.size === 0) toast(nothingSelected(action));
    else if (action === 'delete') setDeleting([...selected.values()]);
    else void bulk.run(action, [...selected.keys()]);
  };
  const remove = async () => {
    const { done } = await bulk.run('delete', idsOf(deleting));
    select(
      deleting.filter(({ id }) => done.includes(id)),
      false,
    );
  };
  const shown = query.data?.rows ?? NO_ROWS;
  const selection = useMemo(() => ({ selected, shown, select }), [selected, shown, select]);
  const empty = useMemo(() => <Nothing view={view} />, [view]);
  return (
    <AccountDialogs askToDelete={setDeleting}>
      <SelectionContext value={selection}>
        <div className="flex flex-col gap-4 md:gap-6">
          <ManualOrders />
          <AccountFigures />
          <Card aria-label="Accounts">
            <Toolbar
              search={search}
              view={view}
              filtering={filtering}
              onFiltering={setFiltering}
              busy={bulk.progress !== null}
              onBulk={runBulk}
            >
              <SelectedCount
                progress={bulk.progress}
                total={query.data?.total ?? 0}
                view={view}
                onClear={clear}
              />
            </Toolbar>
            {filtering && <TableFilters filter={view.filter} onChange={filterBy} statuses={STATUSES} />}
            <PagedRows query={query} pageSize={ACCOUNTS_PAGE_SIZE} noun="accounts" onPage={turnTo} quiet>
              {(rows) => (
                <AccountsTable rows={rows} sorting={view.sorting} onSortingChange={sortBy} empty={empty} />
              )}
            </PagedRows>
          </Card>
        </div>
      </SelectionContext>
      <DeleteDialog accounts={deleting} onClose={() => setDeleting([])} onConfirm={() => void remove()} />
    </AccountDialogs>
  );
}

const STATUSES = AccountStatus.options.map((status) => ({
  value: status,
  label: shownStatus({ status, isActive: true }).text,
}));

const NO_ROWS: readonly Named[] = [];
const idsOf = (accounts: readonly Named[]): string[] => accounts.map(({ id }) => id);

function Nothing({ view: { search, filter } }: { view: TableView }) {
  const { askForAccount } = useAccountsPage();
  if (isFiltered(filter)) return <NothingFiltered noun="accounts" />;
  if (search) return <EmptyState icon={UsersRound} title={`No accounts match "${search}"`} />;
  return (
    <EmptyState icon={UsersRound} title="No accounts yet">
      <p>Add a Roblox account with its cookie to start selling its Robux.</p>
      <Button variant="secondary" size="sm" onClick={askForAccount}>
        <Plus aria-hidden className="size-4" />
        Add your first account
      </Button>
    </EmptyState>
  );
}
