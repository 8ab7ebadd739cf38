import type { AdminUser } from '@sterling/contract/admin.ts';
import type { SortingState } from '@tanstack/react-table';
import { Ban, Crown, Pencil, Scale, ShieldCheck, Snowflake } from 'lucide-react';
import { createContext, type ReactNode, useContext } from 'react';
import { displayName, formatUsd } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { Avatar } from '../../kit/ui/avatar.tsx';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { columnsOf } from '../../kit/ui/columns.ts';
import { DataTable } from '../../kit/ui/data-table.tsx';
import { Usd } from '../../kit/ui/money.tsx';
import { humanised } from './facts.ts';
import { useUnban } from './use-people.ts';

export interface PersonActions {
  onEdit: (person: AdminUser) => void;
  onCorrect: (person: AdminUser) => void;
}

const column = columnsOf<AdminUser>();
const columns = column.columns([
  column.accessor('username', {
    header: 'User',
    cell: ({ row }) => <Name person={row.original} />,
    sortDescFirst: false,
    meta: { card: 'title' },
  }),
  column.accessor('role', {
    header: 'Role',
    cell: ({ getValue }) => humanised(getValue()),
    sortDescFirst: false,
    meta: { card: 'fine' },
  }),
  column.display({
    id: 'standing',
    header: 'Status',
    cell: ({ row }) => <Standing person={row.original} />,
    meta: { card: 'below' },
  }),
  column.accessor('walletBalance', {
    header: 'Balance',
    cell: ({ row }) => <Wallets person={row.original} />,
    meta: { align: 'right', card: 'aside' },
  }),
  column.accessor('joinedAt', {
    header: 'Joined',
    cell: ({ getValue }) => <span className="whitespace-nowrap">{formatTime(getValue())}</span>,
    meta: { card: 'fine' },
  }),
]);

const withActions = [
  ...columns,
  column.display({
    id: 'actions',
    header: () => <span className="sr-only">Actions</span>,
    cell: ({ row }) => <Actions person={row.original} />,
    meta: { align: 'right', card: 'foot', name: 'Actions' },
  }),
];

const NOTHING: PersonActions = {
  onEdit: () => undefined,
  onCorrect: () => undefined,
};
const ActionsContext = createContext(NOTHING);

interface PeopleTableProps {
  rows: readonly AdminUser[];
  sorting: SortingState;
  onSortingChange: (sorting: SortingState) => void;
  /** Null for staff who have read access only. */
  actions: PersonActions | null;
  empty: ReactNode;
}

export function PeopleTable({ actions, ...props }: PeopleTableProps) {
  return (
    <ActionsContext value={actions ?? NOTHING}>
      <DataTable
        label="Users"
        columns={actions ? withActions : columns}
        rowId={(person) => person.id}
        sortedByServer
        {...props}
      />
    </ActionsContext>
  );
}

function Name({ person }: { person: AdminUser }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar username={person.username} src={person.avatar} />
      <span className="min-w-0">
        <span className="block truncate font-medium">{displayName(person.username)}</span>
        <span className="block max-w-52 truncate font-normal text-3 text-xs">
          {person.email ?? `Discord ${person.discordId}`}
        </span>
      </span>
    </span>
  );
}

function Standing({ person }: { person: AdminUser }) {
  const plain = !person.isOwner && !person.isVerified && !person.isBanned && !person.isFrozen;
  return (
    <span className="flex flex-wrap gap-1 max-sm:py-1">
      {person.isBanned && (
        <Badge tone="bad" icon={<Ban aria-hidden />}>
          Banned
        </Badge>
      )}
      {person.isFrozen && (
        <Badge tone="warn" icon={<Snowflake aria-hidden />}>
          Frozen
        </Badge>
      )}
      {person.isOwner && (
        <Badge tone="accent" icon={<Crown aria-hidden />}>
          Owner
        </Badge>
      )}
      {person.isVerified && (
        <Badge tone="good" icon={<ShieldCheck aria-hidden />}>
          Verified
        </Badge>
      )}
      {plain && <span className="text-3">Active</span>}
    </span>
  );
}

/** Spendable balance of the current role. The title shows both wallets. */
function Wallets({ person: { walletBalance, buyerBalance, sellerBalance } }: { person: AdminUser }) {
  return (
    <span title={`Buyer wallet ${formatUsd(buyerBalance)}, seller wallet ${formatUsd(sellerBalance)}`}>
      <Usd dollars={walletBalance} />
    </span>
  );
}

function Actions({ person }: { person: AdminUser }) {
  const { onEdit, onCorrect } = useContext(ActionsContext);
  const unban = useUnban();
  const name = displayName(person.username);
  return (
    <span className="inline-flex items-center gap-2">
      <Button
        variant="secondary"
        size="icon-sm"
        aria-label={`Adjust ${name}'s wallet`}
        title="Adjust a wallet"
        onClick={() => onCorrect(person)}
      >
        <Scale aria-hidden className="size-4" />
      </Button>
      <Button variant="secondary" size="sm" aria-label={`Edit ${name}`} onClick={() => onEdit(person)}>
        <Pencil aria-hidden className="size-4" />
        Edit
      </Button>
      {person.isBanned && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={`Unban ${name}`}
          pending={unban.isPending}
          onClick={() => unban.mutate(person)}
        >
          Unban
        </Button>
      )}
    </span>
  );
}
