import { HistoryStatus, HistoryType } from '@sterling/contract/history.ts';
import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { WaitingTrades } from '../features/inbox/waiting-trades.tsx';
import type { Side } from '../features/orders/side.ts';
import { useUser } from '../features/session/session.ts';
import { historyRoleOf, sideOf, TYPE_NAMES } from '../features/transactions/entry.ts';
import { EntryTable } from '../features/transactions/entry-table.tsx';
import { HISTORY_PAGE_SIZE, historyCsv, historyQuery } from '../features/transactions/queries.ts';
import { capitalized } from '../kit/format/format.ts';
import { switchSection } from '../kit/navigation/switch-section.ts';
import { Button } from '../kit/ui/button.tsx';
import { Card, CardHeader } from '../kit/ui/card.tsx';
import { EmptyState } from '../kit/ui/empty-state.tsx';
import { PagedRows } from '../kit/ui/paged-rows.tsx';
import { SearchInput } from '../kit/ui/search-input.tsx';
import { SkeletonRows } from '../kit/ui/skeleton.tsx';
import { CsvLink, FilterButton, NothingFiltered, TableFilters } from '../kit/ui/table-filters.tsx';
import { isFiltered, NEWEST_FIRST, type TableView, useTableView } from '../kit/ui/use-table-view.ts';

const COLUMNS = ['createdAt', 'type', 'description', 'amount', 'quantity', 'status'] as const;

/** All purchases, sales, deposits and withdrawals of the user. */
export default function TransactionHistory() {
  const role = historyRoleOf(useUser());
  const { view, search, sortBy, filterBy, turnTo } = useTableView(NEWEST_FIRST);
  const [filtering, setFiltering] = useState(false);
  const query = useQuery(historyQuery(role, view));
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <WaitingTrades />
      <Card aria-labelledby="all-transactions">
        <CardHeader id="all-transactions" title="All Transactions">
          <SearchInput label="Search transactions" value={search.text} onChange={search.type} />
          <FilterButton filter={view.filter} open={filtering} onToggle={setFiltering} />
          <CsvLink href={historyCsv(role, view)} />
        </CardHeader>
        {filtering && (
          <TableFilters filter={view.filter} onChange={filterBy} types={TYPES[role]} statuses={STATUSES} />
        )}
        <PagedRows
          query={query}
          pageSize={HISTORY_PAGE_SIZE}
          noun="transactions"
          onPage={turnTo}
          waiting={<SkeletonRows rows={HISTORY_PAGE_SIZE} className="p-4 sm:p-5" />}
        >
          {(rows) => (
            <EntryTable
              label="Transactions"
              columns={COLUMNS}
              rows={rows}
              sorting={{ state: view.sorting, onChange: sortBy }}
              empty={<Nothing view={view} isSeller={role === 'seller'} />}
            />
          )}
        </PagedRows>
      </Card>
    </div>
  );
}

const choicesOf = (side: Side) =>
  HistoryType.options
    .filter((type) => sideOf({ type }) === side)
    .map((type) => ({ value: type, label: TYPE_NAMES[type] }));
const TYPES = {
  buyer: choicesOf('buyer'),
  seller: [{ value: 'sales', label: 'All sales' }, ...choicesOf('seller')],
};
const STATUSES = HistoryStatus.options.map((status) => ({ value: status, label: capitalized(status) }));

function Nothing({ view: { search, filter }, isSeller }: { view: TableView; isSeller: boolean }) {
  if (isFiltered(filter)) return <NothingFiltered noun="transactions" />;
  if (search) {
    return (
      <EmptyState icon={ReceiptText} title={`No transactions match "${search}"`}>
        Search by type, description, amount or status.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={ReceiptText} title="No transactions yet">
      <p>
        {isSeller
          ? 'Your sales and withdrawals will appear here.'
          : 'Your purchases and deposits will appear here.'}
      </p>
      <Button variant="secondary" size="sm" onClick={() => switchSection('marketplace')}>
        Browse Marketplace
      </Button>
    </EmptyState>
  );
}
