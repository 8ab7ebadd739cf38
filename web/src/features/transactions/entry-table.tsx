import { directionOf, type HistoryEntry } from '@sterling/contract/history.ts';
import type { SortingState } from '@tanstack/react-table';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { formatWhole } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { StatusBadge } from '../../kit/ui/badge.tsx';
import { columnsOf } from '../../kit/ui/columns.ts';
import { DataTable } from '../../kit/ui/data-table.tsx';
import { Change, Robux } from '../../kit/ui/money.tsx';
import { RowButton } from '../../kit/ui/row-button.tsx';
import { useIsPhone } from '../../kit/ui/use-media.ts';
import { OrderSheet } from '../orders/order-sheet-on-demand.tsx';
import { TransferSheet } from '../wallet/transfer-sheet-on-demand.tsx';
import { isRobuxOrder, isTrade, isTransfer, sideOf, TYPE_NAMES } from './entry.ts';
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
    cell: ({ row: { original } }) => (
      <Change
        direction={directionOf(original.type)}
        dollars={original.amount}
        status={original.status}
        className="font-medium"
      />
    ),
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

/** A table of history entries. Each opens in a side sheet. */
export function EntryTable({ label, columns, rows, sorting, empty }: EntryTableProps) {
  const [open, setOpen] = useState<HistoryEntry | null>(null);
  const close = () => setOpen(null);
  const isPhone = useIsPhone();
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
        {...(!isPhone && { onRowPress: setOpen })}
        {...(sorting && { sorting: sorting.state, onSortingChange: sorting.onChange })}
        empty={empty}
      />
      <TransferSheet transferId={open && isTransfer(open) ? open.id : null} onClose={close} />
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
  return (
    <RowButton label={`${name}: ${entry.description}, open`} onClick={() => onOpen(entry)}>
      {name}
    </RowButton>
  );
}

function Quantity({ entry }: { entry: HistoryEntry }) {
  const isPhone = useIsPhone();
  if (entry.quantity === null) return isPhone ? null : <span className="text-3">–</span>;
  if (isRobuxOrder(entry)) return <Robux exact amount={entry.quantity} />;
  const units = entry.quantity === 1 ? 'unit' : 'units';
  return isPhone ? `${formatWhole(entry.quantity)} ${units}` : formatWhole(entry.quantity);
}
