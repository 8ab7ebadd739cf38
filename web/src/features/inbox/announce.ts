import type { InboxEntry } from '@sterling/contract/inbox.ts';
import { t } from '@sterling/contract/texts.ts';
import type { SectionKey } from '../../kit/navigation/section.ts';
import { currentToast, type Toast, toast, watchToast } from '../../kit/ui/toast.ts';

/** Where the page shows news of a kind already: in these sections, and perhaps in a sheet. */
const SHOWN: Readonly<
  Record<InboxEntry['kind'], 'everywhere' | { sections: readonly SectionKey[]; inSheet: boolean }>
> = {
  orders: { sections: ['overview', 'buy-robux', 'transactions'], inSheet: true },
  sales: { sections: ['overview', 'transactions', 'cookies', 'roblox-accounts'], inSheet: true },
  // pre-orders announce their match themselves
  'pre-orders': 'everywhere',
  alerts: { sections: [], inSheet: false },
  trades: { sections: ['transactions'], inSheet: true },
  messages: { sections: [], inSheet: true },
  deposits: { sections: ['wallet'], inSheet: false },
  withdrawals: { sections: ['wallet'], inSheet: false },
  accounts: { sections: ['cookies', 'roblox-accounts'], inSheet: false },
  // a sheet shows the protection of the account
  security: { sections: [], inSheet: true },
};

/** Shows a toast for new entries, except for those that the page shows already. It never replaces another toast. */
export function announce(fresh: readonly InboxEntry[]): void {
  const section = openSection();
  const isSheetOpen = document.querySelector('[role="dialog"]') !== null;
  const [first, ...others] = fresh.filter(({ kind }) => {
    const shown = SHOWN[kind];
    return (
      shown !== 'everywhere' &&
      !shown.sections.some((key) => key === section) &&
      !(isSheetOpen && shown.inSheet)
    );
  });
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

/** The key of the section that the address names. Of a page with an address of its own, it is the first part of this address. */
function openSection(): string {
  const { pathname, search } = window.location;
  const [page = ''] = pathname.toLowerCase().split('/').filter(Boolean);
  return page === 'dashboard' ? (new URLSearchParams(search).get('section') ?? 'overview') : page;
}
