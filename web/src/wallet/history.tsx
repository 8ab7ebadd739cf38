import type { WalletType } from '@sterling/contract/fields.ts';
import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { Card, CardHeader } from '../ui/card.tsx';
import { EmptyState, ErrorState } from '../ui/empty-state.tsx';
import { Pager } from '../ui/pager.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { HistoryTable } from './history-table.tsx';
import { HISTORY_PAGE_SIZE, type HistoryView, historyQuery } from './queries.ts';
import { useDeferredSearch } from './use-deferred-search.ts';

const NEWEST_FIRST: HistoryView = { search: '', page: 1, sorting: [{ id: 'createdAt', desc: true }] };

/** Everything that moved between the wallet and the chain; searched, sorted and paged by the server. */
export function History({ walletType }: { walletType: WalletType }) {
  const [view, setView] = useState(NEWEST_FIRST);
  const search = useDeferredSearch((text) => setView((before) => ({ ...before, search: text, page: 1 })));
  const { data, error, refetch, isPlaceholderData } = useQuery(historyQuery(walletType, view));
  return (
    <Card aria-labelledby="history">
      <CardHeader id="history" title="Transaction History">
        <SearchInput label="Search transactions" value={search.text} onChange={search.type} />
      </CardHeader>
      {data ? (
        <div aria-busy={isPlaceholderData}>
          <HistoryTable
            rows={data.rows}
            sorting={view.sorting}
            onSortingChange={(sorting) => setView({ ...view, sorting, page: 1 })}
            empty={<Nothing walletType={walletType} search={view.search} />}
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
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <SkeletonRows rows={5} className="p-5" />
      )}
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
        : 'Your withdrawals show here, with what each cost and where it went.'}
    </EmptyState>
  );
}
