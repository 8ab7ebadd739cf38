import type { HistoryEntry } from '@sterling/contract/history.ts';
import type { SortingState } from '@tanstack/react-table';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { formatWhole } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { StatusBadge } from '../../kit/ui/badge.tsx';
import { columnsOf } from '../../kit/ui/columns.ts';
import { DataTable } from '../../kit/ui/data-table.tsx';
import { Robux, Usd } from '../../kit/ui/money.tsx';
import { useIsPhone } from '../../kit/ui/use-media.ts';
import { OrderSheet } from '../orders/order-sheet-on-demand.tsx';
import { isRobuxOrder, isTrade, sideOf, TYPE_NAMES } from './entry.ts';
import { TradeSheet } from './trade-sheet-on-demand.tsx';

const OpenEntry = createContext<(entry: HistoryEntry) => void>(() => undefined);

const column = columnsOf<HistoryEntry>();
const COLUMNS = {
  createdAt: column.accessor('createdAt', {
    header: 'Date',
    cell: ({ getValue }) => <span className="whitespace-nowrap">{formatTime(getValue())}</span>,
    meta: { card: 'fine' },
  }),
  type: column.accessor('type', {
    header: 'Type',
    cell: ({ row }) => <Type entry={row.original} />,
    sortDescFirst: false,
    meta: { card: 'title' },
  }),
  description: column.accessor('description', {
    header: 'Description',
    cell: ({ getValue }) => (
      <span title={getValue()} className="wrap-anywhere line-clamp-2 text-2 max-sm:line-clamp-1">
        {getValue()}
      </span>
    ),
    sortDescFirst: false,
    meta: { card: 'below' },
  }),
  amount: column.accessor('amount', {
    header: 'Amount',
    cell: ({ getValue }) => <Usd dollars={getValue()} className="font-medium" />,
    meta: { align: 'right', card: 'aside' },
  }),
  quantity: column.accessor('quantity', {
    header: 'Quantity',
    cell: ({ row }) => <Quantity entry={row.original} />,
    meta: { align: 'right', card: 'fine', className: '@max-2xl:hidden' },
  }),
  status: column.accessor('status', {
    header: 'Status',
    cell: ({ getValue }) => <StatusBadge status={getValue()} />,
    sortDescFirst: false,
    meta: { card: 'aside' },
  }),
};

interface EntryTableProps {
  label: string;
  /** In display order. */
  columns: readonly (keyof typeof COLUMNS)[];
  rows: readonly HistoryEntry[];
  /** The caller keeps the state and the server sorts. Without it, columns cannot be sorted. */
  sorting?: { readonly state: SortingState; readonly onChange: (sorting: SortingState) => void };
  empty: ReactNode;
}

/** A table of history entries. Trades and Robux orders open in a side sheet. */
export function EntryTable({ label, columns, rows, sorting, empty }: EntryTableProps) {
  const [open, setOpen] = useState<HistoryEntry | null>(null);
  const close = () => setOpen(null);
  const sortable = sorting !== undefined;
  const shown = useMemo(
    () => column.columns(columns.map((name) => ({ ...COLUMNS[name], enableSorting: sortable }))),
    [columns, sortable],
  );
  return (
    <OpenEntry value={setOpen}>
      <DataTable
        label={label}
        columns={shown}
        rows={rows}
        rowId={(entry) => entry.id}
        sortedByServer
        {...(sorting && { sorting: sorting.state, onSortingChange: sorting.onChange })}
        empty={empty}
      />
      <TradeSheet tradeId={open && isTrade(open) ? open.id : null} onClose={close} />
      <OrderSheet
        orderId={open && isRobuxOrder(open) ? open.id : null}
        side={open ? sideOf(open) : 'buyer'}
        onClose={close}
      />
    </OpenEntry>
  );
}

function Type({ entry }: { entry: HistoryEntry }) {
  const onOpen = useContext(OpenEntry);
  const name = TYPE_NAMES[entry.type];
  if (!isTrade(entry) && !isRobuxOrder(entry)) return <span className="whitespace-nowrap">{name}</span>;
  return (
    <button
      type="button"
      aria-label={`${name}: ${entry.description}, open`}
      onClick={() => onOpen(entry)}
      className="min-h-6 whitespace-nowrap rounded-sm font-medium text-accent underline-offset-4 hover:underline max-sm:-my-0.5 max-sm:after:absolute max-sm:after:inset-0"
    >
      {name}
    </button>
  );
}

function Quantity({ entry }: { entry: HistoryEntry }) {
  const isPhone = useIsPhone();
  if (entry.quantity === null) return isPhone ? null : <span className="text-3">–</span>;
  if (isRobuxOrder(entry)) return <Robux amount={entry.quantity} />;
  const units = entry.quantity === 1 ? 'unit' : 'units';
  return isPhone ? `${formatWhole(entry.quantity)} ${units}` : formatWhole(entry.quantity);
}
