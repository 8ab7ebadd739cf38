import { affiliate, type ReferredPerson } from '@sterling/contract/affiliate.ts';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { formatDay } from '../../kit/format/format-time.ts';
import { columnsOf } from '../../kit/ui/columns.ts';
import { Usd } from '../../kit/ui/money.tsx';
import { ServerTable } from '../../kit/ui/server-table.tsx';
import { useTableView } from '../../kit/ui/use-table-view.ts';
import { nameOf, PEOPLE_PAGE_SIZE, peopleQuery } from './queries.ts';

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
  const list = useTableView(affiliate.people, { prefix: 'people-' });
  return (
    <ServerTable
      title="People"
      label="People"
      noun="people"
      list={list}
      query={useQuery(peopleQuery(list.view.page))}
      pageSize={PEOPLE_PAGE_SIZE}
      quiet
      columns={columns}
      nothing={NOTHING}
      className={className}
    />
  );
}

const NOTHING = { icon: UserPlus, title: 'No referrals yet', children: 'Copy the link above and share it.' };
