import type { HistoryEntry } from '@sterling/contract/history.ts';
import type { SortingState } from '@tanstack/react-table';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { formatWhole } from '../format.ts';
import { formatTime } from '../format-time.ts';
import { OrderSheet } from '../orders/order-sheet.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import { columnsOf, DataTable } from '../ui/data-table.tsx';
import { Robux, Usd } from '../ui/money.tsx';
import { isRobuxOrder, isTrade, sideOf, TYPE_NAMES } from './entry.ts';
import { TradeSheet } from './trade-sheet.tsx';

const OpenEntry = createContext<(entry: HistoryEntry) => void>(() => undefined);

const column = columnsOf<HistoryEntry>();
const COLUMNS = {
  createdAt: column.accessor('createdAt', {
    header: 'Date',
    cell: ({ getValue }) => <span className="whitespace-nowrap">{formatTime(getValue())}</span>,
  }),
  type: column.accessor('type', {
    header: 'Type',
    cell: ({ row }) => <Type entry={row.original} />,
    sortDescFirst: false,
    meta: { card: 'title' },
  }),
  description: column.accessor('description', {
    header: 'Description',
    cell: ({ getValue }) => <span className="wrap-anywhere line-clamp-2 text-2">{getValue()}</span>,
    sortDescFirst: false,
  }),
  amount: column.accessor('amount', {
    header: 'Amount',
    cell: ({ getValue }) => <Usd dollars={getValue()} className="font-medium" />,
    meta: { align: 'right' },
  }),
  quantity: column.accessor('quantity', {
    header: 'Quantity',
    cell: ({ row }) => <Quantity entry={row.original} />,
    meta: { align: 'right' },
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
  /** In the order of the screen. */
  columns: readonly (keyof typeof COLUMNS)[];
  rows: readonly HistoryEntry[];
  /** Kept by the caller and done by the server; without it nothing can be sorted. */
  sorting?: { readonly state: SortingState; readonly onChange: (sorting: SortingState) => void };
  empty: ReactNode;
}

/** Entries of the history in a table; trades and Robux orders open at the side of the page. */
export default function EntryTable({ label, columns, rows, sorting, empty }: EntryTableProps) {
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
      className="min-h-6 whitespace-nowrap rounded-sm font-medium text-accent underline-offset-4 hover:underline"
    >
      {name}
    </button>
  );
}

function Quantity({ entry }: { entry: HistoryEntry }) {
  if (entry.quantity === null) return <span className="text-3">–</span>;
  return isRobuxOrder(entry) ? <Robux amount={entry.quantity} /> : formatWhole(entry.quantity);
}
