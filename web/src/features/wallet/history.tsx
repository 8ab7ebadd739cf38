import type { WalletType } from '@sterling/contract/fields.ts';
import { WalletStatus, wallet } from '@sterling/contract/wallet.ts';
import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { capitalized } from '../../kit/format/format.ts';
import { ServerTable } from '../../kit/ui/server-table.tsx';
import { useTableView } from '../../kit/ui/use-table-view.ts';
import { HISTORY_PAGE_SIZE, historyCsv, historyQuery } from './queries.ts';
import { transferColumns, transferItem } from './transfer-columns.tsx';

/** All deposits and withdrawals of the wallet. */
export function History({ walletType }: { walletType: WalletType }) {
  const list = useTableView(wallet.transactions, { sortedBy: 'createdAt' });
  return (
    <ServerTable
      title="Transaction History"
      label="Transactions"
      noun="transactions"
      list={list}
      query={useQuery(historyQuery(walletType, list.view))}
      pageSize={HISTORY_PAGE_SIZE}
      columns={transferColumns}
      itemOf={transferItem}
      searchLabel="Search transactions"
      filters={FILTERS}
      csv={historyCsv(walletType, list.view)}
      nothing={NOTHING[walletType]}
    />
  );
}

const FILTERS = [
  {
    name: 'status' as const,
    label: 'Status',
    choices: WalletStatus.options.map((status) => ({ value: status, label: capitalized(status) })),
  },
];

const nothingOf = (children: string) => ({
  icon: ReceiptText,
  title: 'No transactions yet',
  children,
  unmatched: (search: string) => `No transactions match "${search}"`,
  unmatchedHint: 'Search by type, amount, address or status.',
});
const NOTHING = {
  buyer: nothingOf('Send Litecoin to your address above to make your first deposit.'),
  seller: nothingOf('Your withdrawals will appear here with fees and destination.'),
};
