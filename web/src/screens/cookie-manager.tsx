import { type RobloxAccount, robloxAccounts } from '@sterling/contract/roblox-accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { Cookie } from 'lucide-react';
import { lazy, useState } from 'react';
import { AccountCard } from '../features/roblox-accounts/account-card.tsx';
import { AccountFields, useAccountForm } from '../features/roblox-accounts/account-form.tsx';
import { useBulk } from '../features/roblox-accounts/bulk.ts';
import { DeleteDialog } from '../features/roblox-accounts/delete-dialog.tsx';
import { ACCOUNTS_PAGE_SIZE, accountsQuery } from '../features/roblox-accounts/queries.ts';
import { formatWhole } from '../kit/format/format.ts';
import { Button } from '../kit/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../kit/ui/card.tsx';
import { EmptyState } from '../kit/ui/empty-state.tsx';
import { Overlays } from '../kit/ui/overlays.tsx';
import { PagedRows } from '../kit/ui/paged-rows.tsx';
import { SectionHeader } from '../kit/ui/section-header.tsx';
import { Skeleton } from '../kit/ui/spinner.tsx';
import { useTableView } from '../kit/ui/use-table-view.ts';

const UpdateCookieDialog = lazy(() => import('../features/roblox-accounts/update-cookie-dialog.tsx'));

const NOTHING = () => undefined;
const PLACES = ['first', 'second', 'third', 'fourth'];

/** The page at /cookies: a form that adds accounts by cookie, and a card for each account. */
export default function CookieManager() {
  const { view, turnTo } = useTableView(robloxAccounts.list);
  const query = useQuery(accountsQuery(view));
  const [deleting, setDeleting] = useState<readonly RobloxAccount[]>([]);
  const [cookieOf, setCookieOf] = useState<RobloxAccount | null>(null);
  const bulk = useBulk();
  const count = query.data && ` (${formatWhole(query.data.total)})`;
  return (
    <div className="grid items-start gap-4 md:gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <Card aria-labelledby="add-account" className="lg:sticky lg:top-[calc(var(--top-height)+1.5rem)]">
        <CardHeader id="add-account" title="Add an account" />
        <CardBody>
          <NewAccount />
        </CardBody>
      </Card>
      <div className="flex min-w-0 flex-col gap-4">
        <SectionHeader title={`Your accounts${count ?? ''}`} />
        <PagedRows
          query={query}
          pageSize={ACCOUNTS_PAGE_SIZE}
          noun="accounts"
          onPage={turnTo}
          quiet
          waiting={<WaitingCards />}
        >
          {(rows) => (
            <Cards
              accounts={rows}
              onDelete={(account) => setDeleting([account])}
              onUpdateCookie={setCookieOf}
            />
          )}
        </PagedRows>
      </div>
      <Overlays>
        {deleting.length > 0 && (
          <DeleteDialog
            accounts={deleting}
            onClose={() => setDeleting([])}
            onConfirm={() =>
              void bulk.run(
                'delete',
                deleting.map(({ id }) => id),
              )
            }
          />
        )}
        {cookieOf && <UpdateCookieDialog account={cookieOf} onClose={() => setCookieOf(null)} />}
      </Overlays>
    </div>
  );
}

function NewAccount() {
  const { form, isPending, onSubmit } = useAccountForm('use', NOTHING);
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <AccountFields form={form} proxy="use" />
      <Button type="submit" pending={isPending}>
        Add account
      </Button>
    </form>
  );
}

const GRID = 'grid gap-4 xl:grid-cols-2';

interface CardsProps {
  accounts: readonly RobloxAccount[];
  onDelete: (account: RobloxAccount) => void;
  onUpdateCookie: (account: RobloxAccount) => void;
}

function Cards({ accounts, onDelete, onUpdateCookie }: CardsProps) {
  if (accounts.length === 0) {
    return (
      <Card>
        <EmptyState icon={Cookie} title="No accounts yet">
          Add a Roblox account with its cookie to start selling its Robux.
        </EmptyState>
      </Card>
    );
  }
  return (
    <ul className={GRID}>
      {accounts.map((account) => (
        <AccountCard
          key={account.id}
          account={account}
          onDelete={() => onDelete(account)}
          onUpdateCookie={() => onUpdateCookie(account)}
        />
      ))}
    </ul>
  );
}

function WaitingCards() {
  return (
    <ul aria-busy className={GRID}>
      {PLACES.map((place) => (
        <li key={place}>
          <Skeleton className="h-38 w-full rounded-xl" />
        </li>
      ))}
    </ul>
  );
}
