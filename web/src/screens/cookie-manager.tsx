import { type RobloxAccount, robloxAccounts } from '@sterling/contract/roblox-accounts.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Cookie, Tag, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ProxyLine } from '../features/proxies/proxies.tsx';
import { AccountStatus } from '../features/roblox-accounts/account-cells.tsx';
import { AccountFields, useAccountForm } from '../features/roblox-accounts/account-form.tsx';
import { ACCOUNTS_PAGE_SIZE, accountsQuery } from '../features/roblox-accounts/accounts.ts';
import { useBulk } from '../features/roblox-accounts/bulk.ts';
import { Form } from '../kit/form/form.tsx';
import { formatRate, formatWhole } from '../kit/format/format.ts';
import { Avatar } from '../kit/ui/avatar.tsx';
import { Badge } from '../kit/ui/badge.tsx';
import { Button, IconButton } from '../kit/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../kit/ui/card.tsx';
import { lazyNamed } from '../kit/ui/lazy.tsx';
import { EmptyState } from '../kit/ui/missing-content.tsx';
import { Robux } from '../kit/ui/money.tsx';
import { Overlays } from '../kit/ui/overlays.tsx';
import { PagedRows } from '../kit/ui/paged-rows.tsx';
import { SectionHeader } from '../kit/ui/section-header.tsx';
import { Skeleton } from '../kit/ui/spinner.tsx';
import { useTableView } from '../kit/ui/table-view.ts';

const UpdateCookieDialog = lazyNamed(
  async () => (await import('../features/roblox-accounts/account-dialogs.tsx')).UpdateCookieDialog,
);
const DeleteDialog = lazyNamed(
  async () => (await import('../features/roblox-accounts/account-dialogs.tsx')).DeleteDialog,
);

const NOTHING = () => undefined;
const PLACES = ['first', 'second', 'third', 'fourth'];

/** The page at /cookies: a form that adds accounts by cookie, and a card for each account. */
export default function CookieManager() {
  const { view, turnTo } = useTableView(robloxAccounts.list);
  const query = useQuery(accountsQuery(view));
  const [deleting, setDeleting] = useState<readonly RobloxAccount[]>([]);
  const [cookieOf, setCookieOf] = useState<RobloxAccount | null>(null);
  const bulk = useBulk();
  return (
    <div className="grid items-start gap-4 md:gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <Card aria-labelledby="add-account" className="lg:sticky lg:top-[calc(var(--top-height)+1.5rem)]">
        <CardHeader id="add-account" title={t('Add an account')} />
        <CardBody>
          <NewAccount />
        </CardBody>
      </Card>
      <div className="flex min-w-0 flex-col gap-4">
        <SectionHeader
          title={
            query.data
              ? t('Your accounts ({count})', { count: formatWhole(query.data.total) })
              : t('Your accounts')
          }
        />
        <PagedRows
          query={query}
          pageSize={ACCOUNTS_PAGE_SIZE}
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
    <Form onSubmit={onSubmit}>
      <AccountFields form={form} proxy="use" />
      <Button type="submit" pending={isPending}>
        {t('Add account')}
      </Button>
    </Form>
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
        <EmptyState icon={Cookie} title={t('No accounts yet')}>
          {t('Add a Roblox account with its cookie to start selling its Robux.')}
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

interface AccountCardProps {
  account: RobloxAccount;
  onDelete: () => void;
  onUpdateCookie: () => void;
}

function AccountCard({ account, onDelete, onUpdateCookie }: AccountCardProps) {
  return (
    <li className="flex min-w-0 flex-col gap-4 rounded-xl border border-line bg-surface-1 p-5">
      <div className="flex items-center gap-3">
        <Avatar username={account.username} src={account.profilePicture} className="size-12 text-xl" />
        <div className="min-w-0 flex-1">
          <h3 className="truncate font-semibold text-1 text-base">{account.username}</h3>
          <p className="text-3 text-xs tabular-nums">
            {t('ID {robloxUserId}', { robloxUserId: account.robloxUserId })}
          </p>
        </div>
        <IconButton
          icon={Trash2}
          label={t('Delete {username}', { username: account.username })}
          onClick={onDelete}
          className="-mr-1.5 self-start"
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Robux amount={account.robuxBalance} className="font-semibold text-1 text-base" />
        <Badge icon={<Tag aria-hidden />}>
          {t('{ratePerThousand} per 1K', { ratePerThousand: formatRate(account.ratePerThousand) })}
        </Badge>
      </div>
      <div className="flex flex-col items-start gap-2 border-line border-t pt-4">
        <AccountStatus account={account} onUpdateCookie={onUpdateCookie} />
        {account.proxy && <ProxyLine proxy={account.proxy} />}
      </div>
    </li>
  );
}
