import type { AdminUser } from '@sterling/contract/admin.ts';
import { useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { lazy, useState } from 'react';
import { displayName } from '../../kit/format/format.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { PagedRows } from '../../kit/ui/paged-rows.tsx';
import { SearchInput } from '../../kit/ui/search-input.tsx';
import { AS_ADDED, type TableView, useTableView } from '../../kit/ui/use-table-view.ts';
import { useUser } from '../session/session.ts';
import { PeopleTable } from './people-table.tsx';
import { PEOPLE_PAGE_SIZE, peopleQuery } from './queries.ts';
import { useBan } from './use-people.ts';

const CorrectionDialog = lazy(() => import('./correction-dialog.tsx'));
const EditUserDialog = lazy(() => import('./edit-user-dialog.tsx'));

const NEWEST_FIRST: TableView = { ...AS_ADDED, sorting: [{ id: 'joinedAt', desc: true }] };

/** All users. The server searches, sorts and pages. Owners can edit, ban and unban. */
export function People() {
  const { isOwner } = useUser();
  const { view, search, sortBy, turnTo } = useTableView(NEWEST_FIRST);
  const [editing, setEditing] = useState<AdminUser | null>(null);
  const [banning, setBanning] = useState<AdminUser | null>(null);
  const [correcting, setCorrecting] = useState<AdminUser | null>(null);
  const query = useQuery(peopleQuery(view));
  return (
    <Card aria-labelledby="people">
      <CardHeader id="people" title="User Management">
        <SearchInput label="Search users" value={search.text} onChange={search.type} />
      </CardHeader>
      <PagedRows query={query} pageSize={PEOPLE_PAGE_SIZE} noun="users" onPage={turnTo}>
        {(rows) => (
          <PeopleTable
            rows={rows}
            sorting={view.sorting}
            onSortingChange={sortBy}
            actions={isOwner ? { onEdit: setEditing, onCorrect: setCorrecting } : null}
            empty={
              <EmptyState
                icon={UsersRound}
                title={view.search ? `Nobody matches "${view.search}"` : 'No users yet'}
              />
            }
          />
        )}
      </PagedRows>
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
    </Card>
  );
}

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
