import { type AdminUser, admin } from '@sterling/contract/admin.ts';
import { cents } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import { PersonState, Role } from '@sterling/contract/users.ts';
import { useQuery } from '@tanstack/react-query';
import { Ban, Crown, KeyRound, ShieldCheck, Snowflake, UsersRound } from 'lucide-react';
import { useCallback, useState } from 'react';
import { displayName, formatUsd } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { labelOf } from '../../kit/format/labels.ts';
import { Avatar } from '../../kit/ui/avatar.tsx';
import { Badge } from '../../kit/ui/badge.tsx';
import { columnsOf } from '../../kit/ui/columns.ts';
import { Usd } from '../../kit/ui/money.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { ServerTable } from '../../kit/ui/server-table.tsx';
import type { FilterChoice } from '../../kit/ui/table-filters.tsx';
import { useTableView } from '../../kit/ui/table-view.ts';
import { useUser } from '../sessions/session.tsx';
import { PersonActions, type PersonStep, PersonStepContext, PersonSteps } from './person-actions.tsx';
import { PEOPLE_PAGE_SIZE, peopleCsv, peopleQuery } from './queries.ts';

/** All users. The server searches, sorts and pages. Owners can edit, ban and unban. */
export function People() {
  const list = useTableView(admin.users, { sortedBy: 'joinedAt', prefix: 'users-' });
  const query = useQuery(peopleQuery(list.view));
  const [step, setStep] = useState<PersonStep | null>(null);
  /** The list is as old as the page. A dialog shows the present balance and state of its user. */
  const { refetch } = query;
  const open = useCallback(
    (next: PersonStep) => {
      setStep(next);
      void refetch();
    },
    [refetch],
  );
  const latest = query.data?.rows.find(({ id }) => id === step?.person.id);
  return (
    <PersonStepContext value={open}>
      <ServerTable
        title={t('User Management')}
        label={t('Users')}
        list={list}
        query={query}
        pageSize={PEOPLE_PAGE_SIZE}
        columns={useUser().isOwner ? OWNERS_COLUMNS : ADMINS_COLUMNS}
        searchLabel={t('Search users')}
        filters={FILTERS}
        csv={peopleCsv(list.view)}
        nothing={NOTHING}
      />
      <Overlays>
        {step && (
          <PersonSteps step={{ ...step, person: latest ?? step.person }} onClose={() => setStep(null)} />
        )}
      </Overlays>
    </PersonStepContext>
  );
}

const NOTHING = {
  icon: UsersRound,
  title: t('No users yet'),
  unmatched: (search: string) => t('No users match "{search}"', { search }),
};

const STATES: Readonly<Record<PersonState, string>> = {
  active: t('Not banned'),
  verified: t('Verified'),
  banned: t('Banned'),
  frozen: t('Frozen'),
  owner: t('Owner'),
};
const FILTERS: readonly FilterChoice[] = [
  {
    name: 'role',
    label: t('Role'),
    choices: Role.options.map((role) => ({ value: role, label: labelOf(role) })),
  },
  {
    name: 'state',
    label: t('Status'),
    choices: PersonState.options.map((state) => ({ value: state, label: STATES[state] })),
  },
];

const column = columnsOf<AdminUser>();
const columnsWithActions = (card: 'aside' | 'foot') =>
  column.columns([
    column.accessor('username', {
      header: t('User'),
      cell: ({ row }) => <Name person={row.original} />,
      sortDescFirst: false,
      meta: { card: 'title' },
    }),
    column.accessor('role', {
      header: t('Role'),
      cell: ({ getValue }) => labelOf(getValue()),
      sortDescFirst: false,
      meta: { card: 'fine', className: '@max-4xl:hidden' },
    }),
    column.display({
      id: 'status',
      header: t('Status'),
      cell: ({ row }) => <StatusBadges person={row.original} />,
      meta: { card: 'below' },
    }),
    column.accessor('walletBalance', {
      header: t('Balance'),
      cell: ({ row }) => <Wallets person={row.original} />,
      meta: { align: 'right', card: 'aside' },
    }),
    column.accessor('joinedAt', {
      header: t('Joined'),
      cell: ({ getValue }) => <Joined at={getValue()} />,
      sortDescFirst: false,
      meta: { card: 'fine', className: '@max-3xl:hidden' },
    }),
    column.display({
      id: 'actions',
      header: () => <span className="sr-only">{t('Actions')}</span>,
      cell: ({ row }) => <PersonActions person={row.original} />,
      meta: { align: 'right', card, name: t('Actions') },
    }),
  ]);
// owners have a row of buttons, admins only a menu
const OWNERS_COLUMNS = columnsWithActions('foot');
const ADMINS_COLUMNS = columnsWithActions('aside');

/** The user, and the role in a table that has no space for its column. */
function Name({ person }: { person: AdminUser }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar username={person.username} src={person.avatar} />
      <span className="min-w-0 max-w-52 sm:@max-4xl:max-w-36">
        <span className="block truncate font-medium">{displayName(person.username)}</span>
        <span className="block truncate font-normal text-3 text-xs">
          {person.email ?? t('Discord {discordId}', { discordId: person.discordId })}
        </span>
        <span className="hidden font-normal text-3 text-xs @max-4xl:block">{labelOf(person.role)}</span>
      </span>
    </span>
  );
}

/** A card on a phone has no head of the column. */
function Joined({ at }: { at: Date }) {
  const joinedAt = formatTime(at);
  return (
    <span className="whitespace-nowrap">
      <span className="sm:hidden">{t('Joined {joinedAt}', { joinedAt })}</span>
      <span className="max-sm:hidden">{joinedAt}</span>
    </span>
  );
}

function StatusBadges({ person }: { person: AdminUser }) {
  const { isOwner, isVerified, isBanned, isFrozen, factorResetDueAt } = person;
  const plain = !isOwner && !isVerified && !isBanned && !isFrozen && !factorResetDueAt;
  return (
    <span className="flex flex-wrap gap-1 max-sm:py-1">
      {person.isBanned && (
        <Badge tone="bad" icon={<Ban aria-hidden />}>
          {t('Banned')}
        </Badge>
      )}
      {person.isFrozen && (
        <Badge tone="warn" icon={<Snowflake aria-hidden />}>
          {t('Frozen')}
        </Badge>
      )}
      {person.isOwner && (
        <Badge tone="accent" icon={<Crown aria-hidden />}>
          {t('Owner')}
        </Badge>
      )}
      {person.isVerified && (
        <Badge tone="good" icon={<ShieldCheck aria-hidden />}>
          {t('Verified')}
        </Badge>
      )}
      {person.factorResetDueAt && (
        <Badge tone="warn" icon={<KeyRound aria-hidden />} className="h-auto whitespace-normal py-0.5">
          {t('Factor reset after {factorResetDueAt}', {
            factorResetDueAt: formatTime(person.factorResetDueAt),
          })}
        </Badge>
      )}
      {plain && <span className="text-3">{t('Active')}</span>}
    </span>
  );
}

/** The money in both wallets together, and each of them if the sum does not say it. */
function Wallets({ person: { role, buyerBalance, sellerBalance } }: { person: AdminUser }) {
  const areBothTold = role === 'admin' || (buyerBalance !== 0 && sellerBalance !== 0);
  return (
    <span className="block text-right">
      <Usd cents={cents(buyerBalance + sellerBalance)} />
      {areBothTold && (
        <span className="block text-3 text-xs">
          {t('Buyer {buyerBalance} · Seller {sellerBalance}', {
            buyerBalance: formatUsd(buyerBalance),
            sellerBalance: formatUsd(sellerBalance),
          })}
        </span>
      )}
    </span>
  );
}
