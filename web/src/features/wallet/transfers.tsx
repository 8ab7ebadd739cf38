import type { WalletType } from '@sterling/contract/fields.ts';
import { t } from '@sterling/contract/texts.ts';
import { WalletStatus, type WalletTransaction, wallet } from '@sterling/contract/wallet.ts';
import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatUsd } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { labelOf } from '../../kit/format/labels.ts';
import { type Item, RowLink } from '../../kit/navigation/open-above.tsx';
import { StatusBadge } from '../../kit/ui/badge.tsx';
import { columnsOf } from '../../kit/ui/columns.ts';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { Ltc } from '../../kit/ui/money.tsx';
import { BalanceAfter, ChangeAndFee, HOW_BALANCES_COUNT, isEstimate } from '../../kit/ui/movement-cells.tsx';
import type { ShownRows } from '../../kit/ui/paged-rows.tsx';
import { ServerTable } from '../../kit/ui/server-table.tsx';
import type { FilterChoice } from '../../kit/ui/table-filters.tsx';
import { HISTORY_PAGE_SIZE, useTableView } from '../../kit/ui/table-view.ts';
import { confirmationsText, reasonOf, TRANSFERS, transfersCsv, transfersQuery } from './wallet.ts';

/** All deposits and withdrawals of the wallet. `actions`: buttons in the header. */
export function Transfers({ walletType, actions }: { walletType: WalletType; actions?: ReactNode }) {
  const list = useTableView(wallet.transactions, { sortedBy: 'createdAt' });
  return (
    <ServerTable
      title={t('Transaction History')}
      description={HOW_BALANCES_COUNT}
      label={t('Transactions')}
      list={list}
      query={useQuery(transfersQuery(walletType, list.view))}
      pageSize={HISTORY_PAGE_SIZE}
      shownText={shownText}
      columns={transferColumns}
      itemOf={transferItem}
      searchLabel={t('Search transactions')}
      filters={FILTERS}
      csv={transfersCsv(walletType, list.view)}
      actions={actions}
      nothing={NOTHING[walletType]}
    />
  );
}

/** The requirements ask for this text. */
const shownText = ({ from, to, total }: ShownRows): string =>
  t('Showing {from} to {to} of {total} transactions', { from, to, total });

const FILTERS: readonly FilterChoice[] = [
  {
    name: 'status',
    label: t('Status'),
    choices: WalletStatus.options.map((status) => ({ value: status, label: labelOf(status) })),
  },
];

const nothingOf = (children: string) => ({
  icon: ReceiptText,
  title: t('No transactions yet'),
  children,
  unmatched: (search: string) => t('No transactions match "{search}"', { search }),
  unmatchedHint: t('Search by type, amount, address or status.'),
});
const NOTHING = {
  buyer: nothingOf(t('Send Litecoin to your address above to make your first deposit.')),
  seller: nothingOf(
    t('Your withdrawals will appear here with fees and destination. Sales are under Transactions.'),
  ),
};

const column = columnsOf<WalletTransaction>();
/** The columns of a table of deposits or withdrawals. Each opens in a side sheet. */
const transferColumns = column.columns([
  column.accessor('createdAt', {
    header: t('Date'),
    cell: ({ getValue }) => (
      <span className="@max-3xl:whitespace-normal whitespace-nowrap">{formatTime(getValue())}</span>
    ),
    sortDescFirst: false,
    meta: { card: 'fine' },
  }),
  column.accessor('type', {
    header: t('Type'),
    cell: ({ row }) => <Type row={row.original} />,
    sortDescFirst: false,
    meta: { card: 'title' },
  }),
  column.accessor('amount', {
    header: t('Amount'),
    cell: ({ row: { original } }) => (
      <ChangeAndFee
        direction={TRANSFERS[original.type].direction}
        cents={original.amount}
        fee={original.fee}
        status={original.status}
        isEstimate={isEstimate(original)}
      />
    ),
    meta: { align: 'right', card: 'aside' },
  }),
  column.accessor('ltcAmount', {
    header: 'LTC',
    cell: ({ getValue }) => <Ltc litoshi={getValue()} className="max-sm:text-2" />,
    meta: { align: 'right', card: 'below', className: '@max-2xl:hidden' },
  }),
  column.accessor('balanceAfter', {
    header: t('Balance after'),
    enableSorting: false,
    cell: ({ getValue }) => <BalanceAfter cents={getValue()} />,
    meta: { align: 'right', card: 'fine', className: '@max-4xl:hidden' },
  }),
  column.accessor('address', {
    header: t('Address'),
    enableSorting: false,
    cell: ({ getValue }) => <Address address={getValue()} />,
    meta: { card: 'fine' },
  }),
  column.accessor('status', {
    header: t('Status'),
    cell: ({ row }) => <Status row={row.original} />,
    sortDescFirst: false,
    meta: { card: 'aside' },
  }),
]);

const transferItem = ({ id }: WalletTransaction): Item => ({ kind: 'transfer', id });

function Type({ row }: { row: WalletTransaction }) {
  const { name } = TRANSFERS[row.type];
  return (
    <RowLink
      item={transferItem(row)}
      label={t('{name} of {amount}, open', { name, amount: formatUsd(row.amount) })}
    >
      {name}
    </RowLink>
  );
}

const ENDS = 6;

function Address({ address }: { address: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <span title={address} className="whitespace-nowrap font-mono text-2 text-xs">
        {`${address.slice(0, ENDS)}…${address.slice(-ENDS)}`}
      </span>
      <CopyButton text={address} what={t('address')} />
    </span>
  );
}

function Status({ row }: { row: WalletTransaction }) {
  const note = reasonOf(row) ?? (row.status === 'pending' ? confirmationsText(row) : null);
  return (
    <span className="flex flex-col items-start gap-0.5 max-sm:items-end">
      <StatusBadge status={row.status} />
      {note && <span className="max-w-56 text-3 text-xs max-sm:max-w-36 max-sm:text-right">{note}</span>}
    </span>
  );
}
