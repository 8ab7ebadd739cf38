import type { InboxEntry } from '@sterling/contract/inbox.ts';
import { t } from '@sterling/contract/texts.ts';
import { currentToast, type Toast, toast, watchToast } from '../../kit/ui/toast.ts';

/** Sections that show news of a kind anyway. */
const SHOWN_IN: Readonly<Record<InboxEntry['kind'], readonly string[]>> = {
  orders: ['overview', 'buy-robux', 'transactions'],
  sales: ['overview', 'transactions', 'cookies', 'roblox-accounts'],
  'pre-orders': ['buy-robux'],
  alerts: [],
  trades: ['transactions'],
  messages: [],
  deposits: ['wallet'],
  withdrawals: ['wallet'],
  accounts: ['cookies', 'roblox-accounts'],
  security: [],
};

/** Shows a toast for new entries, except for those that the page shows already. It never replaces another toast. */
export function announce(fresh: readonly InboxEntry[]): void {
  const section = openSection();
  const isSheetOpen = document.querySelector('[role="dialog"]') !== null;
  const [first, ...others] = fresh.filter(
    ({ kind }) =>
      // Pre-orders announce their match themselves.
      kind !== 'pre-orders' && !SHOWN_IN[kind].includes(section) && !(isSheetOpen && OPEN_IN_SHEET.has(kind)),
  );
  if (!first) return;
  const { title, text, item, isTrouble } = first;
  const description = item ? `${item}. ${text}` : text;
  showNext({
    ...(others.length === 0
      ? { title, description }
      : {
          title: t('{count} new notifications', { count: others.length + 1 }),
          description: `${title}. ${description}`,
        }),
    variant: isTrouble ? 'warning' : 'info',
  });
}

/** Kinds that a sheet shows: orders and trades, and the protection of the account. */
const OPEN_IN_SHEET: ReadonlySet<InboxEntry['kind']> = new Set([
  'orders',
  'sales',
  'trades',
  'messages',
  'security',
]);

let waiting: Omit<Toast, 'id'> | null = null;

function showNext(message: Omit<Toast, 'id'>): void {
  if (!currentToast()) {
    toast(message);
    return;
  }
  const isWatching = waiting !== null;
  waiting = message;
  if (isWatching) return;
  const stop = watchToast(() => {
    if (currentToast() || !waiting) return;
    stop();
    const next = waiting;
    waiting = null;
    toast(next);
  });
}

/** The key of the section that the address names. */
function openSection(): string {
  const { pathname, search } = window.location;
  const [page = ''] = pathname.toLowerCase().split('/').filter(Boolean);
  if (page === 'dashboard') return new URLSearchParams(search).get('section') ?? 'overview';
  return page === 'robux-dashboard' ? 'robux-market' : page;
}
