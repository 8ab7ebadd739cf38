import type { ReferredPerson } from '@sterling/contract/affiliate.ts';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { formatDay } from '../../kit/format/format-time.ts';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { columnsOf } from '../../kit/ui/columns.ts';
import { DataTable } from '../../kit/ui/data-table.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { Usd } from '../../kit/ui/money.tsx';
import { PagedRows } from '../../kit/ui/paged-rows.tsx';
import { nameOf } from './names.ts';
import { PEOPLE_PAGE_SIZE, peopleQuery } from './queries.ts';

const column = columnsOf<ReferredPerson>();
const columns = column.columns([
  column.accessor(nameOf, {
    id: 'person',
    header: 'Person',
    enableSorting: false,
    cell: ({ getValue }) => getValue(),
    meta: { card: 'title' },
  }),
  column.accessor('joinedAt', {
    header: 'Joined',
    enableSorting: false,
    cell: ({ getValue }) => <span className="whitespace-nowrap">{formatDay(getValue())}</span>,
  }),
  column.accessor('until', {
    header: 'Earns until',
    enableSorting: false,
    cell: ({ getValue }) => <span className="whitespace-nowrap">{formatDay(getValue())}</span>,
  }),
  column.accessor('earned', {
    header: 'Earned',
    enableSorting: false,
    cell: ({ getValue }) => <Usd dollars={getValue()} className="font-medium" />,
    meta: { align: 'right', card: 'aside' },
  }),
]);

/** The people who used the link, newest first. */
export function PeopleCard({ className }: { className?: string }) {
  const [page, setPage] = useState(1);
  const query = useQuery(peopleQuery(page));
  return (
    <Card className={className}>
      <CardHeader title="People" />
      <PagedRows query={query} pageSize={PEOPLE_PAGE_SIZE} noun="people" onPage={setPage} quiet>
        {(rows) => (
          <DataTable
            label="People"
            columns={columns}
            rows={rows}
            rowId={(row) => row.id}
            empty={
              <EmptyState icon={UserPlus} title="No referrals yet">
                Copy the link above and share it.
              </EmptyState>
            }
          />
        )}
      </PagedRows>
    </Card>
  );
}
