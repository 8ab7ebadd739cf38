import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { Cookie } from 'lucide-react';
import { useState } from 'react';
import { robloxAccountsQuery } from '../roblox-accounts/queries.ts';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';
import { EmptyState, ErrorState } from '../ui/empty-state.tsx';
import { SectionHeader } from '../ui/section-header.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { AccountCard } from './account-card.tsx';
import { AccountForm } from './account-form.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { useBulk } from './use-bulk.ts';

const NOTHING = () => undefined;
const PLACES = ['first', 'second', 'third', 'fourth'];

/** The page at /cookies: a form to add accounts by cookie, and a card for each that is there. */
export default function CookieManager() {
  const { data, error, refetch } = useQuery({ ...robloxAccountsQuery, refetchOnMount: 'always' });
  const [deleting, setDeleting] = useState<readonly RobloxAccount[]>([]);
  const bulk = useBulk();
  return (
    <div className="grid items-start gap-4 md:gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <Card aria-labelledby="add-account" className="lg:sticky lg:top-22">
        <CardHeader id="add-account" title="Add an account" />
        <CardBody>
          <AccountForm proxy="use" onAdded={NOTHING} />
        </CardBody>
      </Card>
      <div className="flex min-w-0 flex-col gap-4">
        <SectionHeader title={data ? `Your accounts (${data.length})` : 'Your accounts'} />
        {data?.length === 0 && (
          <Card>
            <EmptyState icon={Cookie} title="No accounts yet">
              Add a Roblox account by its cookie to put its Robux up for sale.
            </EmptyState>
          </Card>
        )}
        {!data && error && (
          <Card>
            <ErrorState error={error} onRetry={refetch} />
          </Card>
        )}
        <ul aria-busy={!data && !error} className="grid gap-4 xl:grid-cols-2">
          {data?.map((account) => (
            <AccountCard key={account.id} account={account} onDelete={() => setDeleting([account])} />
          ))}
          {!data &&
            !error &&
            PLACES.map((place) => (
              <li key={place}>
                <Skeleton className="h-38 w-full rounded-xl" />
              </li>
            ))}
        </ul>
      </div>
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
    </div>
  );
}
