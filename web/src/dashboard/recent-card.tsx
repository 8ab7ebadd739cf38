import type { HistoryEntry } from '@sterling/contract/history.ts';
import type { ReactNode } from 'react';
import { switchSection } from '../shell/switch-section.ts';
import { EntryTable } from '../transactions/entry-table.tsx';
import { Button } from '../ui/button.tsx';
import { Card, CardHeader } from '../ui/card.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';

const SHOWN = 5;
/** As high as its five rows, so that nothing beside or below moves when they come, or when there are none. */
const ROOM = 'flex min-h-75 flex-col *:first:flex-1';

interface RecentCardProps {
  title: string;
  columns: readonly ('createdAt' | 'type' | 'amount' | 'description' | 'quantity' | 'status')[];
  /** Newest first; undefined while they load. */
  entries: readonly HistoryEntry[] | undefined;
  /** In the place of the table when there is none. */
  empty: ReactNode;
  className?: string;
}

/** The latest five entries of the history, and the way to all of them. */
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
          <EntryTable label={title} columns={columns} rows={entries} empty={empty} />
        ) : (
          <SkeletonRows rows={SHOWN} className="p-4 sm:p-5" />
        )}
      </div>
    </Card>
  );
}
