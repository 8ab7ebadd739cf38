import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useUser } from '../session/session.ts';
import { switchSection } from '../shell/switch-section.ts';
import { Button } from '../ui/button.tsx';
import { Card, CardHeader } from '../ui/card.tsx';
import { EmptyState, ErrorState } from '../ui/empty-state.tsx';
import { Pager } from '../ui/pager.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { useDeferredSearch } from '../wallet/use-deferred-search.ts';
import { historyRoleOf } from './entry.ts';
import { EntryTable } from './entry-table-on-demand.ts';
import { HISTORY_PAGE_SIZE, type HistoryView, historyQuery } from './queries.ts';

const COLUMNS = ['createdAt', 'type', 'description', 'amount', 'quantity', 'status'] as const;
const WAITING = <SkeletonRows rows={HISTORY_PAGE_SIZE} className="p-5" />;
const NEWEST_FIRST: HistoryView = { search: '', page: 1, sorting: [{ id: 'createdAt', desc: true }] };

/** Everything that somebody bought or sold, and moved in or out; searched, sorted and paged by the server. */
export default function TransactionHistory() {
  const role = historyRoleOf(useUser());
  const [view, setView] = useState(NEWEST_FIRST);
  const search = useDeferredSearch((text) => setView((before) => ({ ...before, search: text, page: 1 })));
  const { data, error, refetch, isPlaceholderData } = useQuery(historyQuery(role, view));
  return (
    <Card aria-labelledby="all-transactions">
      <CardHeader id="all-transactions" title="All Transactions">
        <SearchInput label="Search transactions" value={search.text} onChange={search.type} />
      </CardHeader>
      {data ? (
        <Suspense fallback={WAITING}>
          <div aria-busy={isPlaceholderData}>
            <EntryTable
              label="Transactions"
              columns={COLUMNS}
              rows={data.rows}
              sorting={{
                state: view.sorting,
                onChange: (sorting) => setView({ ...view, sorting, page: 1 }),
              }}
              empty={<Nothing search={view.search} isSeller={role === 'seller'} />}
            />
            {data.total > 0 && (
              <Pager
                page={view.page}
                pageSize={HISTORY_PAGE_SIZE}
                total={data.total}
                noun="transactions"
                onPage={(page) => setView({ ...view, page })}
              />
            )}
          </div>
        </Suspense>
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        WAITING
      )}
    </Card>
  );
}

function Nothing({ search, isSeller }: { search: string; isSeller: boolean }) {
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
          ? 'Your sales and withdrawals show here from the first one on.'
          : 'Your purchases and deposits show here from the first one on.'}
      </p>
      <Button variant="secondary" size="sm" onClick={() => switchSection('marketplace')}>
        Browse Marketplace
      </Button>
    </EmptyState>
  );
}
