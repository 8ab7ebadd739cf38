import { type AdminUser, admin } from '@sterling/contract/admin.ts';
import { Role } from '@sterling/contract/users.ts';
import { useQuery } from '@tanstack/react-query';
import { Ban, Crown, Pencil, Scale, ShieldCheck, Snowflake, UsersRound } from 'lucide-react';
import { createContext, lazy, useContext, useMemo, useState } from 'react';
import { capitalized, displayName, formatUsd } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Avatar } from '../../kit/ui/avatar.tsx';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { columnsOf } from '../../kit/ui/columns.ts';
import { Usd } from '../../kit/ui/money.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { ServerTable } from '../../kit/ui/server-table.tsx';
import { useTableView } from '../../kit/ui/use-table-view.ts';
import { useUser } from '../session/session.ts';
import { humanised } from './facts.ts';
import { PEOPLE_PAGE_SIZE, PEOPLE_STATES, peopleCsv, peopleQuery } from './queries.ts';
import { useBan, useUnban } from './use-people.ts';

const CorrectionDialog = lazy(() => import('./correction-dialog.tsx'));
const EditUserDialog = lazy(() => import('./edit-user-dialog.tsx'));
const ResetFactorDialog = lazy(() => import('./reset-factor-dialog.tsx'));

/** All users. The server searches, sorts and pages. Owners can edit, ban and unban. */
export function People() {
  const { isOwner } = useUser();
  const list = useTableView(admin.users, { sortedBy: 'joinedAt', prefix: 'users-' });
  const [editing, setEditing] = useState<AdminUser | null>(null);
  const [banning, setBanning] = useState<AdminUser | null>(null);
  const [resetting, setResetting] = useState<AdminUser | null>(null);
  const [correcting, setCorrecting] = useState<AdminUser | null>(null);
  const actions = useMemo(() => ({ onEdit: setEditing, onCorrect: setCorrecting }), []);
  return (
    <PersonActionsContext value={actions}>
      <ServerTable
        title="User Management"
        label="Users"
        noun="users"
        list={list}
        query={useQuery(peopleQuery(list.view))}
        pageSize={PEOPLE_PAGE_SIZE}
        columns={isOwner ? changeableColumns : peopleColumns}
        searchLabel="Search users"
        filters={FILTERS}
        csv={peopleCsv(list.view)}
        nothing={NOTHING}
      />
      <Overlays>
        {editing && (
          <EditUserDialog
            person={editing}
            onClose={() => setEditing(null)}
            onBan={() => {
              setEditing(null);
              setBanning(editing);
            }}
            onResetFactor={() => {
              setEditing(null);
              setResetting(editing);
            }}
          />
        )}
        {resetting && <ResetFactorDialog person={resetting} onClose={() => setResetting(null)} />}
        {correcting && <CorrectionDialog person={correcting} onClose={() => setCorrecting(null)} />}
        {banning && <BanDialog person={banning} onClose={() => setBanning(null)} />}
      </Overlays>
    </PersonActionsContext>
  );
}

const NOTHING = {
  icon: UsersRound,
  title: 'No users yet',
  unmatched: (search: string) => `No users match "${search}"`,
};

const choicesOf = (names: readonly string[]) =>
  names.map((name) => ({ value: name, label: capitalized(name) }));
const FILTERS = [
  { name: 'role' as const, label: 'Role', choices: choicesOf(Role.options) },
  { name: 'state' as const, label: 'Status', choices: choicesOf(PEOPLE_STATES) },
];

function BanDialog({ person, onClose }: { person: AdminUser; onClose: () => void }) {
  const ban = useBan(onClose);
  const name = displayName(person.username);
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Ban ${name}?`}
      description="This permanently deletes their data, cookies, proxies and listings and signs them out everywhere. Their money stays frozen in the ledger. Unbanning lets them sign in again but restores nothing."
      confirmLabel={`Ban ${name}`}
      danger
      pending={ban.isPending}
      onConfirm={() => ban.mutate(person)}
    />
  );
}

interface PersonActions {
  onEdit: (person: AdminUser) => void;
  onCorrect: (person: AdminUser) => void;
}

const column = columnsOf<AdminUser>();
const peopleColumns = column.columns([
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

/** For owners, who can change users. */
const changeableColumns = [
  ...peopleColumns,
  column.display({
    id: 'actions',
    header: () => <span className="sr-only">Actions</span>,
    cell: ({ row }) => <Actions person={row.original} />,
    meta: { align: 'right', card: 'foot', name: 'Actions' },
  }),
];

const PersonActionsContext = createContext<PersonActions>({
  onEdit: () => undefined,
  onCorrect: () => undefined,
});

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
  const { onEdit, onCorrect } = useContext(PersonActionsContext);
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
