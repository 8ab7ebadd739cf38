import type { WalletTransaction } from '@sterling/contract/wallet.ts';
import type { SortingState } from '@tanstack/react-table';
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatTime } from '../../kit/format/format-time.ts';
import { StatusBadge } from '../../kit/ui/badge.tsx';
import { columnsOf } from '../../kit/ui/columns.ts';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { DataTable } from '../../kit/ui/data-table.tsx';
import { Ltc, Usd } from '../../kit/ui/money.tsx';
import { confirmationsText } from './pending.ts';

const column = columnsOf<WalletTransaction>();
const columns = column.columns([
  column.accessor('createdAt', {
    header: 'Date',
    cell: ({ getValue }) => <span className="whitespace-nowrap">{formatTime(getValue())}</span>,
    meta: { card: 'fine' },
  }),
  column.accessor('type', {
    header: 'Type',
    cell: ({ getValue }) => <Type type={getValue()} />,
    sortDescFirst: false,
    meta: { card: 'title' },
  }),
  column.accessor('amount', {
    header: 'Amount',
    cell: ({ row }) => <AmountAndFee row={row.original} />,
    meta: { align: 'right', card: 'aside' },
  }),
  column.accessor('ltcAmount', {
    header: 'LTC',
    cell: ({ getValue }) => <Ltc amount={getValue()} className="max-sm:text-2" />,
    meta: { align: 'right', card: 'below', className: '@max-2xl:hidden' },
  }),
  column.accessor('address', {
    header: 'Address',
    enableSorting: false,
    cell: ({ getValue }) => <Address address={getValue()} />,
    meta: { card: 'fine' },
  }),
  column.accessor('status', {
    header: 'Status',
    cell: ({ row }) => <Status row={row.original} />,
    sortDescFirst: false,
    meta: { card: 'aside' },
  }),
]);

interface HistoryTableProps {
  rows: readonly WalletTransaction[];
  sorting: SortingState;
  onSortingChange: (sorting: SortingState) => void;
  empty: ReactNode;
}

export function HistoryTable(props: HistoryTableProps) {
  return (
    <DataTable label="Transactions" columns={columns} rowId={(row) => row.id} sortedByServer {...props} />
  );
}

const TYPES = {
  deposit: { name: 'Deposit', Icon: ArrowDownLeft },
  withdrawal: { name: 'Withdrawal', Icon: ArrowUpRight },
};

function Type({ type }: { type: WalletTransaction['type'] }) {
  const { name, Icon } = TYPES[type];
  return (
    <span className="inline-flex items-center gap-2">
      <Icon aria-hidden className="size-4 text-3 sm:max-xl:hidden" />
      {name}
    </span>
  );
}

function AmountAndFee({ row }: { row: WalletTransaction }) {
  return (
    <span className="block text-right">
      <Usd dollars={row.amount} className="font-medium" />
      {row.fee > 0 && (
        <span className="block whitespace-nowrap text-3 text-xs">
          + <Usd dollars={row.fee} /> fee
        </span>
      )}
    </span>
  );
}

const ENDS = 6;

function Address({ address }: { address: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <span title={address} className="whitespace-nowrap font-mono text-2 text-xs">
        {`${address.slice(0, ENDS)}…${address.slice(-ENDS)}`}
      </span>
      <CopyButton text={address} what="address" />
    </span>
  );
}

function Status({ row }: { row: WalletTransaction }) {
  const isOnChain = row.status === 'pending' || row.status === 'completed';
  const note = row.reason ?? (isOnChain ? confirmationsText(row) : null);
  return (
    <span className="flex flex-col items-start gap-0.5 max-sm:items-end">
      <StatusBadge status={row.status} />
      {note && <span className="max-w-56 text-3 text-xs max-sm:text-right">{note}</span>}
    </span>
  );
}
