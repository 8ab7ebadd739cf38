import type { WalletType } from '@sterling/contract/fields.ts';
import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { PagedRows } from '../../kit/ui/paged-rows.tsx';
import { SearchInput } from '../../kit/ui/search-input.tsx';
import { NEWEST_FIRST, useTableView } from '../../kit/ui/use-table-view.ts';
import { HistoryTable } from './history-table.tsx';
import { HISTORY_PAGE_SIZE, historyQuery } from './queries.ts';

/** All deposits and withdrawals of the wallet. */
export function History({ walletType }: { walletType: WalletType }) {
  const { view, search, sortBy, turnTo } = useTableView(NEWEST_FIRST);
  const query = useQuery(historyQuery(walletType, view));
  return (
    <Card aria-labelledby="history">
      <CardHeader id="history" title="Transaction History">
        <SearchInput label="Search transactions" value={search.text} onChange={search.type} />
      </CardHeader>
      <PagedRows query={query} pageSize={HISTORY_PAGE_SIZE} noun="transactions" onPage={turnTo}>
        {(rows) => (
          <HistoryTable
            rows={rows}
            sorting={view.sorting}
            onSortingChange={sortBy}
            empty={<Nothing walletType={walletType} search={view.search} />}
          />
        )}
      </PagedRows>
    </Card>
  );
}

function Nothing({ walletType, search }: { walletType: WalletType; search: string }) {
  if (search) {
    return (
      <EmptyState icon={ReceiptText} title={`No transactions match "${search}"`}>
        Search by type, amount, address or status.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={ReceiptText} title="No transactions yet">
      {walletType === 'buyer'
        ? 'Send Litecoin to your address above to make your first deposit.'
        : 'Your withdrawals will appear here with fees and destination.'}
    </EmptyState>
  );
}
