import { type AffiliateShare, affiliate } from '@sterling/contract/affiliate.ts';
import { useQuery } from '@tanstack/react-query';
import { HandCoins } from 'lucide-react';
import { formatTime } from '../../kit/format/format-time.ts';
import { columnsOf } from '../../kit/ui/columns.ts';
import { Usd } from '../../kit/ui/money.tsx';
import { ServerTable } from '../../kit/ui/server-table.tsx';
import { useTableView } from '../../kit/ui/use-table-view.ts';
import { nameOf, SHARES_PAGE_SIZE, sharesQuery } from './queries.ts';

const SOURCES: Record<AffiliateShare['source'], string> = {
  marketplace: 'Marketplace fee',
  withdrawal: 'Withdrawal fee',
};

const column = columnsOf<AffiliateShare>();
const columns = column.columns([
  column.accessor('at', {
    header: 'Date',
    enableSorting: false,
    cell: ({ getValue }) => <span className="whitespace-nowrap">{formatTime(getValue())}</span>,
    meta: { card: 'fine' },
  }),
  column.accessor('source', {
    header: 'From',
    enableSorting: false,
    cell: ({ getValue }) => SOURCES[getValue()],
    meta: { card: 'title' },
  }),
  column.accessor(nameOf, {
    id: 'person',
    header: 'Person',
    enableSorting: false,
    cell: ({ getValue }) => getValue(),
    meta: { card: 'fine' },
  }),
  column.accessor('fee', {
    header: 'Fee',
    enableSorting: false,
    cell: ({ row }) => (
      <span className="whitespace-nowrap max-sm:text-2">
        {row.original.percent}% of <Usd dollars={row.original.fee} />
      </span>
    ),
    meta: { align: 'right', card: 'below' },
  }),
  column.accessor('amount', {
    header: 'Your share',
    enableSorting: false,
    cell: ({ getValue }) => <Usd dollars={getValue()} className="font-medium" />,
    meta: { align: 'right', card: 'aside' },
  }),
]);

/** All booked shares, newest first. */
export function SharesCard({ className }: { className?: string }) {
  const list = useTableView(affiliate.postings, { prefix: 'shares-' });
  return (
    <ServerTable
      title="Shares"
      label="Shares"
      noun="shares"
      list={list}
      query={useQuery(sharesQuery(list.view.page))}
      pageSize={SHARES_PAGE_SIZE}
      quiet
      columns={columns}
      nothing={NOTHING}
      className={className}
    />
  );
}

const NOTHING = {
  icon: HandCoins,
  title: 'No shares yet',
  children: "Your share of each referral's fees will appear here.",
};
