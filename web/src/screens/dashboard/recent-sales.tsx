import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { entryColumns } from '../../features/transactions/entry-columns.tsx';
import { recentSalesQuery } from '../../features/transactions/queries.ts';
import { switchSection } from '../../kit/navigation/switch-section.ts';
import { Button } from '../../kit/ui/button.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { RecentCard } from './recent-card.tsx';

const COLUMNS = entryColumns(['createdAt', 'type', 'amount', 'quantity', 'status'], false);

/** The latest five sales of listings and Robux. */
export function RecentSales() {
  const { data, isError } = useQuery(recentSalesQuery);
  return (
    <RecentCard
      title="Recent Sales"
      columns={COLUMNS}
      // A failed load shows an empty list without a message.
      entries={data ?? (isError ? [] : undefined)}
      empty={
        <EmptyState icon={ReceiptText} title="No sales yet">
          <p>Add Roblox accounts to put Robux up for sale.</p>
          <Button variant="secondary" size="sm" onClick={() => switchSection('roblox-accounts')}>
            Add Roblox Accounts
          </Button>
        </EmptyState>
      }
    />
  );
}
