import type { WalletType } from '@sterling/contract/fields.ts';
import { WalletStatus } from '@sterling/contract/wallet.ts';
import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { capitalized } from '../../kit/format/format.ts';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { PagedRows } from '../../kit/ui/paged-rows.tsx';
import { SearchInput } from '../../kit/ui/search-input.tsx';
import { CsvLink, FilterButton, NothingFiltered, TableFilters } from '../../kit/ui/table-filters.tsx';
import { isFiltered, NEWEST_FIRST, type TableView, useTableView } from '../../kit/ui/use-table-view.ts';
import { HistoryTable } from './history-table.tsx';
import { HISTORY_PAGE_SIZE, historyCsv, historyQuery } from './queries.ts';

/** All deposits and withdrawals of the wallet. */
export function History({ walletType }: { walletType: WalletType }) {
  const { view, search, sortBy, filterBy, turnTo } = useTableView(NEWEST_FIRST);
  const [filtering, setFiltering] = useState(false);
  const query = useQuery(historyQuery(walletType, view));
  return (
    <Card aria-labelledby="history">
      <CardHeader id="history" title="Transaction History">
        <SearchInput label="Search transactions" value={search.text} onChange={search.type} />
        <FilterButton filter={view.filter} open={filtering} onToggle={setFiltering} />
        <CsvLink href={historyCsv(walletType, view)} />
      </CardHeader>
      {filtering && <TableFilters filter={view.filter} onChange={filterBy} statuses={STATUSES} />}
      <PagedRows query={query} pageSize={HISTORY_PAGE_SIZE} noun="transactions" onPage={turnTo}>
        {(rows) => (
          <HistoryTable
            rows={rows}
            sorting={view.sorting}
            onSortingChange={sortBy}
            empty={<Nothing walletType={walletType} view={view} />}
          />
        )}
      </PagedRows>
    </Card>
  );
}

const STATUSES = WalletStatus.options.map((status) => ({ value: status, label: capitalized(status) }));

function Nothing({ walletType, view: { search, filter } }: { walletType: WalletType; view: TableView }) {
  if (isFiltered(filter)) return <NothingFiltered noun="transactions" />;
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
