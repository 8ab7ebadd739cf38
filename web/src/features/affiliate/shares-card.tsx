import type { AffiliateShare } from '@sterling/contract/affiliate.ts';
import { useQuery } from '@tanstack/react-query';
import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { formatTime } from '../../kit/format/format-time.ts';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { columnsOf } from '../../kit/ui/columns.ts';
import { DataTable } from '../../kit/ui/data-table.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { Usd } from '../../kit/ui/money.tsx';
import { PagedRows } from '../../kit/ui/paged-rows.tsx';
import { nameOf } from './names.ts';
import { SHARES_PAGE_SIZE, sharesQuery } from './queries.ts';

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
  const [page, setPage] = useState(1);
  const query = useQuery(sharesQuery(page));
  return (
    <Card className={className}>
      <CardHeader title="Shares" />
      <PagedRows query={query} pageSize={SHARES_PAGE_SIZE} noun="shares" onPage={setPage} quiet>
        {(rows) => (
          <DataTable
            label="Shares"
            columns={columns}
            rows={rows}
            rowId={(row) => row.id}
            empty={
              <EmptyState icon={HandCoins} title="No shares yet">
                Your share of each referral's fees will appear here.
              </EmptyState>
            }
          />
        )}
      </PagedRows>
    </Card>
  );
}
