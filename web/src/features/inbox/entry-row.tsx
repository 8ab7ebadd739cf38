import type { InboxEntry } from '@sterling/contract/inbox.ts';
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  Clock,
  Coins,
  Handshake,
  KeyRound,
  type LucideIcon,
  ShoppingBag,
  UserRound,
} from 'lucide-react';
import { formatTime } from '../../kit/format/format-time.ts';
import { cn } from '../../kit/ui/class-names.ts';

const ICONS: Readonly<Record<InboxEntry['kind'], LucideIcon>> = {
  orders: ShoppingBag,
  'pre-orders': Clock,
  sales: Coins,
  trades: Handshake,
  deposits: ArrowDownToLine,
  withdrawals: ArrowUpFromLine,
  accounts: UserRound,
  security: KeyRound,
};

/** An entry of the inbox. A press opens what it is about and marks it as read. */
export function EntryRow({ entry, onOpen }: { entry: InboxEntry; onOpen: () => void }) {
  const { kind, title, text, item, isTrouble, isRead, at } = entry;
  const Icon = ICONS[kind];
  return (
    <button
      type="button"
      onClick={onOpen}
      className="relative flex w-full items-start gap-3 rounded-lg px-2 py-2.5 text-left transition-colors hover:bg-surface-2/60"
    >
      <Icon aria-hidden className={cn('mt-0.5 size-4.5 shrink-0', isTrouble ? 'text-bad' : 'text-3')} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-3">
          <span className={cn('min-w-0 text-1', !isRead && 'font-semibold')}>
            {!isRead && <span className="sr-only">Unread: </span>}
            {title}
          </span>
          <time dateTime={at} className="shrink-0 text-3 text-xs">
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
    </button>
  );
}
