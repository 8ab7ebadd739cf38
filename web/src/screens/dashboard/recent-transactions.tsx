import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import type { Side } from '../../features/orders/side.ts';
import { entryColumns } from '../../features/transactions/entry-columns.tsx';
import { recentHistoryQuery } from '../../features/transactions/queries.ts';
import { switchSection } from '../../kit/navigation/switch-section.ts';
import { Button } from '../../kit/ui/button.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { RecentCard } from './recent-card.tsx';

const COLUMNS = entryColumns(['createdAt', 'type', 'amount', 'description', 'status'], false);

/** The latest five transactions of the user on one side. */
export function RecentTransactions({ side, className }: { side: Side; className?: string }) {
  const { data, isError } = useQuery(recentHistoryQuery(side));
  return (
    <RecentCard
      title="Recent Transactions"
      columns={COLUMNS}
      // A failed load shows an empty list without a message.
      entries={data ?? (isError ? [] : undefined)}
      empty={<Nothing side={side} />}
      {...(className && { className })}
    />
  );
}

function Nothing({ side }: { side: Side }) {
  const [section, label] =
    side === 'buyer' ? ['buy-robux', 'Buy Robux Now'] : ['cookies', 'Add Roblox Accounts'];
  return (
    <EmptyState icon={ReceiptText} title="No transactions yet">
      <Button variant="secondary" size="sm" onClick={() => switchSection(section)}>
        {label}
      </Button>
    </EmptyState>
  );
}
