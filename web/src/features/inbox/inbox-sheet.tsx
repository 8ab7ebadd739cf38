import { EVENTS_PAGE_SIZE } from '@sterling/contract/fields.ts';
import { type InboxEntry, inbox } from '@sterling/contract/inbox.ts';
import { t } from '@sterling/contract/texts.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  Bell,
  BellRing,
  CheckCheck,
  Clock,
  Coins,
  Handshake,
  KeyRound,
  type LucideIcon,
  MessageCircle,
  ShoppingBag,
  UserRound,
} from 'lucide-react';
import { call } from '../../data/call.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { useSheetView } from '../../kit/navigation/open-above.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { EmptyState, ErrorState } from '../../kit/ui/missing-content.tsx';
import { Pager, useLastPage } from '../../kit/ui/paged-rows.tsx';
import { SectionHeader } from '../../kit/ui/section-header.tsx';
import { SideSheet } from '../../kit/ui/side-sheet.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { useUser } from '../sessions/session.tsx';
import { inboxQuery, TargetLink, TaskRows, targetOfEntry } from './inbox.tsx';

/** What waits for the user, and what happened. Orders and trades open above it. */
export default function InboxSheet({ onClose }: { onClose: () => void }) {
  return (
    <SideSheet onClose={onClose} title={t('Inbox')}>
      <Content />
    </SideSheet>
  );
}

const PARAMS = ['page'] as const;

function Content() {
  const [{ page: shown = '1' }, show] = useSheetView(inbox.read.query, PARAMS);
  const page = Number(shown);
  const { data, error, refetch, isPlaceholderData } = useQuery(inboxQuery(page));
  const turnTo = (next: number) => show({ page: String(next) });
  const entriesOnly = data && { ...data, rows: data.rows.entries };
  const isTurning = useLastPage({ data: entriesOnly, isPlaceholderData }, EVENTS_PAGE_SIZE, turnTo);
  if (!data || isTurning)
    return error ? <ErrorState error={error} onRetry={refetch} /> : <SkeletonRows rows={5} />;
  const { waiting, entries, unread } = data.rows;
  return (
    <>
      {waiting.length > 0 && (
        <section aria-label={t('Waiting for you')}>
          <SectionHeader title={t('Waiting for you')} className="mb-1" />
          <div className="rounded-xl border border-warn/50">
            <TaskRows tasks={waiting} />
          </div>
        </section>
      )}
      {data.total > 0 ? (
        <section aria-label={t('Notifications')}>
          <NotificationsHeader newest={page === 1 ? entries[0] : undefined} unread={unread} />
          <ul className="-mx-2 flex flex-col gap-0.5">
            {entries.map((entry) => (
              <li key={entry.id}>
                <EntryRow entry={entry} />
              </li>
            ))}
          </ul>
          {data.total > EVENTS_PAGE_SIZE && (
            <div className="-mx-5 mt-3 -mb-5">
              <Pager page={data.page} pageSize={EVENTS_PAGE_SIZE} total={data.total} onPage={turnTo} />
            </div>
          )}
        </section>
      ) : (
        <EmptyState icon={Bell} title={t('No notifications yet')}>
          {t('News about your orders, trades, deposits and withdrawals will appear here.')}
        </EmptyState>
      )}
    </>
  );
}

/** `newest`: only the first page has it, and everything is older. */
function NotificationsHeader({ newest, unread }: { newest: InboxEntry | undefined; unread: number }) {
  const markRead = useMarkRead();
  return (
    <SectionHeader title={t('Notifications')} className="mb-1">
      {unread > 0 && newest && (
        <Button
          variant="ghost"
          size="sm"
          className="-mr-2 px-2"
          pending={markRead.isPending}
          onClick={() => markRead.mutate({ id: newest.id, andOlder: true })}
        >
          <CheckCheck aria-hidden className="size-4" />
          {t('Mark all as read')}
        </Button>
      )}
    </SectionHeader>
  );
}

const ICONS: Readonly<Record<InboxEntry['kind'], LucideIcon>> = {
  orders: ShoppingBag,
  'pre-orders': Clock,
  alerts: BellRing,
  sales: Coins,
  trades: Handshake,
  messages: MessageCircle,
  deposits: ArrowDownToLine,
  withdrawals: ArrowUpFromLine,
  accounts: UserRound,
  security: KeyRound,
};

const ROW =
  'relative flex w-full items-start gap-3 rounded-lg px-2 py-2.5 text-left transition-colors hover:bg-surface-2/60';

/** An entry of the inbox. A press opens what it is about and marks it as read. */
function EntryRow({ entry }: { entry: InboxEntry }) {
  const markRead = useMarkRead();
  const target = targetOfEntry(entry, useUser());
  const press = () => {
    if (!entry.isRead) markRead.mutate({ id: entry.id });
  };
  if (!target) {
    return (
      <button type="button" onClick={press} className={ROW}>
        <Words entry={entry} />
      </button>
    );
  }
  return (
    <TargetLink target={target} onPress={press} className={ROW}>
      <Words entry={entry} />
    </TargetLink>
  );
}

function Words({ entry: { kind, title, text, item, isTrouble, isRead, at } }: { entry: InboxEntry }) {
  const Icon = ICONS[kind];
  return (
    <>
      <Icon aria-hidden className={cn('mt-0.5 size-4.5 shrink-0', isTrouble ? 'text-bad' : 'text-3')} />
      <span className="min-w-0 flex-1">
        <span className="flex large-text:flex-wrap items-baseline justify-between gap-x-3">
          <span className={cn('min-w-0 text-1', !isRead && 'font-semibold')}>
            {!isRead && <span className="sr-only">{t('Unread:')} </span>}
            {title}
          </span>
          <time dateTime={at.toISOString()} className="shrink-0 text-3 text-xs">
            {formatTime(at)}
          </time>
        </span>
        {item && <span className="block truncate text-2">{item}</span>}
        <span className="wrap-anywhere block text-pretty text-2">{text}</span>
      </span>
      <span
        aria-hidden
        className={cn('mt-1.5 size-2 shrink-0 rounded-full', isRead ? 'bg-transparent' : 'bg-button')}
      />
    </>
  );
}

/** Marks an entry as read, or with `andOlder` all. Nothing depends on it, so a failure shows no message. */
const useMarkRead = () =>
  useMutation({
    mutationFn: (body: { id: string; andOlder?: boolean }) => call(inbox.markRead, { body }),
    meta: { changes: ['inbox'] },
  });
