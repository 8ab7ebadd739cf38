import type { AdminUser } from '@sterling/contract/admin.ts';
import { useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { displayName } from '../format.ts';
import { useUser } from '../session/session.ts';
import { AlertDialog } from '../ui/alert-dialog.tsx';
import { Card, CardHeader } from '../ui/card.tsx';
import { EmptyState, ErrorState } from '../ui/empty-state.tsx';
import { Pager } from '../ui/pager.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { useDeferredSearch } from '../wallet/use-deferred-search.ts';
import { PeopleTable } from './people-table.tsx';
import { PEOPLE_PAGE_SIZE, type PeopleView, peopleQuery } from './queries.ts';
import { useBan } from './use-people.ts';

const EditUserDialog = lazy(() => import('./edit-user-dialog.tsx'));

const NEWEST_FIRST: PeopleView = { search: '', page: 1, sorting: [{ id: 'joinedAt', desc: true }] };

/** Everybody, searched, sorted and paged by the server; an owner edits, bans and unbans. */
export function People() {
  const { isOwner } = useUser();
  const [view, setView] = useState(NEWEST_FIRST);
  const [editing, setEditing] = useState<AdminUser | null>(null);
  const [banning, setBanning] = useState<AdminUser | null>(null);
  const search = useDeferredSearch((text) => setView((before) => ({ ...before, search: text, page: 1 })));
  const { data, error, refetch, isPlaceholderData } = useQuery(peopleQuery(view));
  return (
    <Card aria-labelledby="people">
      <CardHeader id="people" title="User Management">
        <SearchInput label="Search users" value={search.text} onChange={search.type} />
      </CardHeader>
      {data ? (
        <div aria-busy={isPlaceholderData}>
          <PeopleTable
            rows={data.rows}
            sorting={view.sorting}
            onSortingChange={(sorting) => setView({ ...view, sorting, page: 1 })}
            actions={isOwner ? { onEdit: setEditing, onBan: setBanning } : null}
            empty={
              <EmptyState
                icon={UsersRound}
                title={view.search ? `Nobody matches "${view.search}"` : 'Nobody is here yet'}
              />
            }
          />
          {data.total > 0 && (
            <Pager
              page={view.page}
              pageSize={PEOPLE_PAGE_SIZE}
              total={data.total}
              noun="users"
              onPage={(page) => setView({ ...view, page })}
            />
          )}
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <SkeletonRows rows={5} className="p-5" />
      )}
      <Suspense>{editing && <EditUserDialog person={editing} onClose={() => setEditing(null)} />}</Suspense>
      {banning && <BanDialog person={banning} onClose={() => setBanning(null)} />}
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
