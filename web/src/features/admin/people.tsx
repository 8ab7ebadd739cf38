import type { AdminUser } from '@sterling/contract/admin.ts';
import { Role } from '@sterling/contract/users.ts';
import { useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { capitalized, displayName } from '../../kit/format/format.ts';
import { useStartSearch } from '../../kit/navigation/use-start-search.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { PagedRows } from '../../kit/ui/paged-rows.tsx';
import { SearchInput } from '../../kit/ui/search-input.tsx';
import { CsvLink, FilterButton, NothingFiltered, TableFilters } from '../../kit/ui/table-filters.tsx';
import { AS_ADDED, isFiltered, type TableView, useTableView } from '../../kit/ui/use-table-view.ts';
import { useUser } from '../session/session.ts';
import { PeopleTable } from './people-table.tsx';
import { PEOPLE_PAGE_SIZE, PEOPLE_STATES, peopleCsv, peopleQuery } from './queries.ts';
import { useBan } from './use-people.ts';

const CorrectionDialog = lazy(() => import('./correction-dialog.tsx'));
const EditUserDialog = lazy(() => import('./edit-user-dialog.tsx'));
const ResetFactorDialog = lazy(() => import('./reset-factor-dialog.tsx'));

const NEWEST_FIRST: TableView = { ...AS_ADDED, sorting: [{ id: 'joinedAt', desc: true }] };

const choices = (names: readonly string[]) =>
  names.map((name) => ({ value: name, label: capitalized(name) }));
const ROLES = choices(Role.options);
const STATES = choices(PEOPLE_STATES);

/** All users. The server searches, sorts and pages. Owners can edit, ban and unban. */
export function People() {
  const start = useStartSearch();
  return <PeopleCard key={start} start={start} />;
}

function PeopleCard({ start }: { start: string }) {
  const { isOwner } = useUser();
  const { view, search, sortBy, filterBy, turnTo } = useTableView({ ...NEWEST_FIRST, search: start });
  const [filtering, setFiltering] = useState(false);
  const [editing, setEditing] = useState<AdminUser | null>(null);
  const [banning, setBanning] = useState<AdminUser | null>(null);
  const [resetting, setResetting] = useState<AdminUser | null>(null);
  const [correcting, setCorrecting] = useState<AdminUser | null>(null);
  const query = useQuery(peopleQuery(view));
  return (
    <Card aria-labelledby="people">
      <CardHeader id="people" title="User Management">
        <SearchInput label="Search users" value={search.text} onChange={search.type} />
        <FilterButton filter={view.filter} open={filtering} onToggle={setFiltering} />
        <CsvLink href={peopleCsv(view)} />
      </CardHeader>
      {filtering && (
        <TableFilters
          filter={view.filter}
          onChange={filterBy}
          types={ROLES}
          typeLabel="Role"
          statuses={STATES}
        />
      )}
      <PagedRows query={query} pageSize={PEOPLE_PAGE_SIZE} noun="users" onPage={turnTo}>
        {(rows) => (
          <PeopleTable
            rows={rows}
            sorting={view.sorting}
            onSortingChange={sortBy}
            actions={isOwner ? { onEdit: setEditing, onCorrect: setCorrecting } : null}
            empty={<Nothing view={view} />}
          />
        )}
      </PagedRows>
      <Suspense>
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
      </Suspense>
      {banning && <BanDialog person={banning} onClose={() => setBanning(null)} />}
    </Card>
  );
}

function Nothing({ view: { search, filter } }: { view: TableView }) {
  if (isFiltered(filter)) return <NothingFiltered noun="users" />;
  return <EmptyState icon={UsersRound} title={search ? `No users match "${search}"` : 'No users yet'} />;
}

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
