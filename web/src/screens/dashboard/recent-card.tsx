import type { HistoryEntry } from '@sterling/contract/history.ts';
import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Side } from '../../features/orders/order.ts';
import { itemOf } from '../../features/transactions/entry.ts';
import { entryColumns } from '../../features/transactions/entry-columns.tsx';
import { recentHistoryQuery } from '../../features/transactions/queries.ts';
import { switchSection } from '../../kit/navigation/switch-section.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { DataTable } from '../../kit/ui/data-table.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';

const SHOWN = 5;
/** As high as five rows, so that nothing moves when entries load or when there are none. */
const ROOM = 'flex min-h-75 flex-col *:first:flex-1';

interface RecentCardProps {
  title: string;
  columns: ReturnType<typeof entryColumns>;
  /** Newest first. Undefined while loading. */
  entries: readonly HistoryEntry[] | undefined;
  /** Shown if there are no entries. */
  empty: ReactNode;
  className?: string;
}

/** The latest five entries of the history, with a link to all entries. */
export function RecentCard({ title, columns, entries, empty, className }: RecentCardProps) {
  return (
    <Card className={className}>
      <CardHeader title={title}>
        <Button variant="secondary" size="sm" onClick={() => switchSection('transactions')}>
          View All
        </Button>
      </CardHeader>
      <div className={ROOM}>
        {entries?.length === 0 ? (
          empty
        ) : entries ? (
          <DataTable
            label={title}
            columns={columns}
            rows={entries}
            rowId={({ id }) => id}
            itemOf={itemOf}
            empty={empty}
          />
        ) : (
          <SkeletonRows rows={SHOWN} className="p-4 sm:p-5" />
        )}
      </div>
    </Card>
  );
}

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
    side === 'buyer' ? ['buy-robux', 'Buy Robux Now'] : ['cookies', 'Add Roblox accounts'];
  return (
    <EmptyState icon={ReceiptText} title="No transactions yet">
      <Button variant="secondary" size="sm" onClick={() => switchSection(section)}>
        {label}
      </Button>
    </EmptyState>
  );
}
