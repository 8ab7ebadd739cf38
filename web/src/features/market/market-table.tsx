import type { AggregatedRate } from '@sterling/contract/platform.ts';
import type { ReactNode } from 'react';
import { formatRate, formatWhole } from '../../kit/format/format.ts';
import { columnsOf } from '../../kit/ui/columns.ts';
import { DataTable } from '../../kit/ui/data-table.tsx';
import { Robux } from '../../kit/ui/money.tsx';
import { useIsPhone } from '../../kit/ui/use-media.ts';
import { rateOf } from './figures.ts';

const column = columnsOf<AggregatedRate>();
const columns = column.columns([
  column.accessor(rateOf, {
    id: 'price',
    header: 'Price',
    cell: ({ row }) => (
      <span className="whitespace-nowrap tabular-nums">
        {formatRate(row.original.ratePerThousand)} <span className="font-normal text-3">per 1K</span>
      </span>
    ),
    sortDescFirst: false,
    meta: { card: 'title', className: 'font-medium' },
  }),
  column.accessor('accountCount', {
    header: 'Accounts',
    cell: ({ getValue }) => <Accounts count={getValue()} />,
    sortDescFirst: false,
    meta: { align: 'right', card: 'fine' },
  }),
  column.accessor('totalRobux', {
    header: 'Robux',
    cell: ({ getValue }) => <Robux amount={getValue()} />,
    sortDescFirst: false,
    meta: { align: 'right', card: 'aside' },
  }),
]);

/** Phone cards have no column header, so the cell names its unit. */
function Accounts({ count }: { count: number }) {
  const isPhone = useIsPhone();
  const noun = count === 1 ? 'account' : 'accounts';
  return isPhone ? `${formatWhole(count)} ${noun}` : formatWhole(count);
}

const CHEAPEST_FIRST = [{ id: 'price', desc: false }];

/** Price, accounts and Robux of each rate. Cheapest first by default. */
export function MarketTable({ rows, empty }: { rows: readonly AggregatedRate[]; empty: ReactNode }) {
  return (
    <DataTable
      label="Robux for sale by price"
      columns={columns}
      rows={rows}
      rowId={(row) => row.ratePerThousand}
      initialSorting={CHEAPEST_FIRST}
      empty={empty}
    />
  );
}
