import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { Coins, Plus, ShoppingCart, UsersRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { HandOrders } from '../orders/hand-orders.tsx';
import { robloxAccountsQuery } from '../roblox-accounts/queries.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState, ErrorState } from '../ui/empty-state.tsx';
import { Robux } from '../ui/money.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { StatCard, StatRow } from '../ui/stat-card.tsx';
import { toast } from '../ui/toast-store.ts';
import { AccountsContext } from './accounts-context.ts';
import { AccountsTable } from './accounts-table.tsx';
import { type BulkAction, nothingSelected } from './bulk.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { Toolbar } from './toolbar.tsx';
import { useBulk } from './use-bulk.ts';
import { findByUsername, sumAccounts } from './view.ts';

const AddAccountDialog = lazy(() => import('./add-account-dialog.tsx'));
const UpdateCookieDialog = lazy(() => import('./update-cookie-dialog.tsx'));

const NONE: ReadonlySet<string> = new Set();

/** The seller's Roblox accounts: stock, rates and status, one by one and many at once. */
export default function Accounts() {
  const { data, error, refetch } = useQuery({ ...robloxAccountsQuery, refetchOnMount: 'always' });
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState(NONE);
  const [adding, setAdding] = useState(false);
  const [cookieOf, setCookieOf] = useState<RobloxAccount | null>(null);
  const [deleting, setDeleting] = useState<readonly RobloxAccount[]>([]);
  const bulk = useBulk();

  const found = data && findByUsername(data, search);
  const chosen = data?.filter(({ id }) => selected.has(id)) ?? [];
  const runBulk = (action: BulkAction) => {
    if (chosen.length === 0) toast(nothingSelected(action));
    else if (action === 'delete') setDeleting(chosen);
    else void bulk.run(action, idsOf(chosen));
  };
  const page = {
    selected,
    shown: idsOf(found ?? []),
    select: (ids: readonly string[], on: boolean) => setSelected((before) => changed(before, ids, on)),
    askForCookie: setCookieOf,
    askToDelete: setDeleting,
  };
  return (
    <AccountsContext value={page}>
      <div className="flex flex-col gap-4 md:gap-6">
        <HandOrders />
        <Figures accounts={data} />
        <Card aria-label="Accounts">
          <Toolbar
            search={search}
            onSearch={setSearch}
            selectedCount={chosen.length}
            progress={bulk.progress}
            onBulk={runBulk}
            onAdd={() => setAdding(true)}
          />
          {found ? (
            <AccountsTable
              accounts={found}
              empty={<Nothing search={search} onAdd={() => setAdding(true)} />}
            />
          ) : error ? (
            <ErrorState error={error} onRetry={refetch} />
          ) : (
            <SkeletonRows rows={5} className="p-5" />
          )}
        </Card>
      </div>
      <DeleteDialog
        accounts={deleting}
        onClose={() => setDeleting([])}
        onConfirm={() => void bulk.run('delete', idsOf(deleting))}
      />
      <Suspense>
        {adding && <AddAccountDialog onClose={() => setAdding(false)} />}
        {cookieOf && <UpdateCookieDialog account={cookieOf} onClose={() => setCookieOf(null)} />}
      </Suspense>
    </AccountsContext>
  );
}

const idsOf = (accounts: readonly RobloxAccount[]): string[] => accounts.map(({ id }) => id);

function changed(before: ReadonlySet<string>, ids: readonly string[], on: boolean): ReadonlySet<string> {
  const after = new Set(before);
  for (const id of ids) {
    if (on) after.add(id);
    else after.delete(id);
  }
  return after;
}

function Figures({ accounts }: { accounts: readonly RobloxAccount[] | undefined }) {
  const sum = accounts && sumAccounts(accounts);
  return (
    <StatRow count={3}>
      <StatCard
        label="Total Robux"
        icon={<Coins />}
        value={sum && <Robux amount={sum.robux} />}
        note="In all accounts"
      />
      <StatCard
        label="Accounts"
        icon={<UsersRound />}
        value={sum?.count}
        note={sum && `${sum.forSale} for sale`}
      />
      <StatCard
        label="Sold"
        icon={<ShoppingCart />}
        value={sum && <Robux amount={sum.sold} />}
        note="In completed orders"
        className="max-lg:col-span-2"
      />
    </StatRow>
  );
}

function Nothing({ search, onAdd }: { search: string; onAdd: () => void }) {
  if (search.trim())
    return <EmptyState icon={UsersRound} title={`No account is named like "${search.trim()}"`} />;
  return (
    <EmptyState icon={UsersRound} title="No accounts yet">
      <p>Add a Roblox account by its cookie to put its Robux up for sale.</p>
      <Button variant="secondary" size="sm" onClick={onAdd}>
        <Plus aria-hidden className="size-4" />
        Add your first account
      </Button>
    </EmptyState>
  );
}
