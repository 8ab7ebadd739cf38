import { type AdminUser, admin } from '@sterling/contract/admin.ts';
import { useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { lazy, useMemo, useState } from 'react';
import { displayName } from '../../kit/format/format.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { ServerTable } from '../../kit/ui/server-table.tsx';
import { useTableView } from '../../kit/ui/use-table-view.ts';
import { useUser } from '../session/session.ts';
import { changeableColumns, PersonActionsContext, peopleColumns } from './people-columns.tsx';
import { PEOPLE_PAGE_SIZE, peopleQuery } from './queries.ts';
import { useBan } from './use-people.ts';

const CorrectionDialog = lazy(() => import('./correction-dialog.tsx'));
const EditUserDialog = lazy(() => import('./edit-user-dialog.tsx'));

/** All users. The server searches, sorts and pages. Owners can edit, ban and unban. */
export function People() {
  const { isOwner } = useUser();
  const list = useTableView(admin.users, { sortedBy: 'joinedAt', prefix: 'users-' });
  const [editing, setEditing] = useState<AdminUser | null>(null);
  const [banning, setBanning] = useState<AdminUser | null>(null);
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
          />
        )}
        {correcting && <CorrectionDialog person={correcting} onClose={() => setCorrecting(null)} />}
        {banning && <BanDialog person={banning} onClose={() => setBanning(null)} />}
      </Overlays>
    </PersonActionsContext>
  );
}

const NOTHING = {
  icon: UsersRound,
  title: 'No users yet',
  unmatched: (search: string) => `Nobody matches "${search}"`,
};

function BanDialog({ person, onClose }: { person: AdminUser; onClose: () => void }) {
  const ban = useBan(onClose);
  const name = displayName(person.username);
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Ban ${name}?`}
      description="Data, cookies, proxies and listings of this person are deleted for good, and all sessions end. Money stays in the ledger, frozen. Unbanning lets the person sign in again, but brings nothing back."
      confirmLabel={`Ban ${name}`}
      danger
      pending={ban.isPending}
      onConfirm={() => ban.mutate(person)}
    />
  );
}
