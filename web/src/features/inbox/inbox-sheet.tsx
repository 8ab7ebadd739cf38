import type { InboxEntry } from '@sterling/contract/inbox.ts';
import { useQuery } from '@tanstack/react-query';
import { Bell, CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../kit/ui/button.tsx';
import { EmptyState, ErrorState } from '../../kit/ui/empty-state.tsx';
import { Pager } from '../../kit/ui/pager.tsx';
import { SectionHeader } from '../../kit/ui/section-header.tsx';
import { SideSheet } from '../../kit/ui/side-sheet.tsx';
import { SkeletonRows } from '../../kit/ui/skeleton.tsx';
import { EntryRow } from './entry-row.tsx';
import { INBOX_PAGE_SIZE, inboxQuery } from './queries.ts';
import { TaskRows } from './task-rows.tsx';
import { useMarkRead } from './use-mark-read.ts';

/** What waits for the user, and what happened. Orders and trades open above it. */
export default function InboxSheet({ onClose }: { onClose: () => void }) {
  return (
    <SideSheet onClose={onClose} title="Inbox">
      <Content onLeave={onClose} />
    </SideSheet>
  );
}

function Content({ onLeave }: { onLeave: () => void }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(inboxQuery(page));
  if (!data) return error ? <ErrorState error={error} onRetry={refetch} /> : <SkeletonRows rows={5} />;
  const { waiting, entries, unread } = data.rows;
  return (
    <>
      {waiting.length > 0 && (
        <section aria-label="Waiting for you">
          <SectionHeader title="Waiting for you" className="mb-1" />
          <div className="rounded-xl border border-warn/50">
            <TaskRows tasks={waiting} onLeave={onLeave} />
          </div>
        </section>
      )}
      {data.total > 0 ? (
        <section aria-label="Notifications">
          <NotificationsHeader entries={entries} unread={unread} />
          <ul className="-mx-2 flex flex-col gap-0.5">
            {entries.map((entry) => (
              <li key={entry.id}>
                <EntryRow entry={entry} onLeave={onLeave} />
              </li>
            ))}
          </ul>
          {data.total > INBOX_PAGE_SIZE && (
            <div className="-mx-5 mt-3 -mb-5">
              <Pager
                page={data.page}
                pageSize={INBOX_PAGE_SIZE}
                total={data.total}
                noun="notifications"
                onPage={setPage}
              />
            </div>
          )}
        </section>
      ) : (
        <EmptyState icon={Bell} title="No notifications yet">
          News about your orders, trades, deposits and withdrawals will appear here.
        </EmptyState>
      )}
    </>
  );
}

function NotificationsHeader({ entries, unread }: { entries: readonly InboxEntry[]; unread: number }) {
  const markRead = useMarkRead();
  const [newest] = entries;
  return (
    <SectionHeader title="Notifications" className="mb-1">
      {unread > 0 && newest && (
        <Button
          variant="ghost"
          size="sm"
          className="-mr-2 px-2"
          pending={markRead.isPending}
          onClick={() => markRead.mutate({ id: newest.id, andOlder: true })}
        >
          <CheckCheck aria-hidden className="size-4" />
          Mark all as read
        </Button>
      )}
    </SectionHeader>
  );
}
