import { type ComponentType, memo, useDeferredValue, useEffect, useRef, useSyncExternalStore } from 'react';
import type { PageName, Section } from '../../kit/navigation/section.ts';
import { focusPage } from '../../kit/ui/focus.ts';
import { lazyPage } from '../../kit/ui/lazy.tsx';
import { ErrorBoundary } from '../../kit/ui/missing-content.tsx';

/**
 * The main part of the page. It renders one frame after the sidebar and the title, so that these react
 * immediately. A section whose code is still loading shows a spinner. Back and Forward render it without
 * delay, because the browser then restores the scroll position.
 */
export function SectionContent({ section }: { section: Section }) {
  const following = useDeferredValue<Section | null>(section, null);
  const isHistory = useHistoryNavigation();
  const shown = isHistory ? section : following;
  useStart(shown?.key, isHistory);
  return (
    <main
      id="content"
      tabIndex={-1}
      aria-busy={shown !== section || undefined}
      className="mx-auto flex w-full max-w-7xl flex-1 flex-col p-4 outline-none md:p-6"
    >
      {shown && <Content section={shown} />}
    </main>
  );
}

/**
 * Shows a section from its top. A link inside the section before has gone with it, and then the focus goes to the new one. After
 * Back and Forward, the browser restores the scroll position.
 */
function useStart(key: string | undefined, isHistory: boolean): void {
  const last = useRef(key);
  useEffect(() => {
    const isFirst = last.current === undefined;
    if (key === last.current) return;
    last.current = key;
    if (isFirst || isHistory) return;
    window.scrollTo(0, 0);
    if (document.activeElement === document.body) focusPage();
  }, [key, isHistory]);
}

/** Memoized, so that changes of the shell do not render the section again. */
const Content = memo(function Content({ section }: { section: Section }) {
  const Page = PAGES[section.page];
  return (
    <ErrorBoundary key={section.key}>
      <Page />
    </ErrorBoundary>
  );
});

const staffSections = () => import('../../screens/admin/sections.tsx');

/** The page of each section. Its code loads when it is shown. */
const PAGES: Readonly<Record<PageName, ComponentType>> = {
  'buyer-dashboard': lazyPage(() => import('../../screens/dashboard/buyer-dashboard.tsx')),
  'seller-dashboard': lazyPage(() => import('../../screens/dashboard/seller-dashboard.tsx')),
  'generic-overview': lazyPage(async () => ({
    default: (await import('../../screens/dashboard/trading-overview.tsx')).GenericOverview,
  })),
  accounts: lazyPage(() => import('../../screens/accounts.tsx')),
  wallet: lazyPage(() => import('../../screens/wallet.tsx')),
  proxies: lazyPage(() => import('../../screens/proxies.tsx')),
  'buy-robux': lazyPage(() => import('../../screens/buy-robux.tsx')),
  'robux-market': lazyPage(() => import('../../screens/robux-market.tsx')),
  'my-listings': lazyPage(() => import('../../screens/my-listings.tsx')),
  marketplace: lazyPage(() => import('../../screens/marketplace.tsx')),
  'transaction-history': lazyPage(() => import('../../screens/transaction-history.tsx')),
  rates: lazyPage(() => import('../../screens/rates.tsx')),
  affiliate: lazyPage(() => import('../../screens/affiliate.tsx')),
  discord: lazyPage(() => import('../../screens/discord.tsx')),
  'admin-section': lazyPage(async () => ({ default: (await staffSections()).AdminSection })),
  'system-section': lazyPage(async () => ({ default: (await staffSections()).SystemSection })),
  'owner-panel': lazyPage(() => import('../../screens/admin/owner-panel.tsx')),
  'cookie-manager': lazyPage(() => import('../../screens/cookie-manager.tsx')),
};

/** The browser fires popstate for Back and Forward. wouter fires the other two when the app navigates. */
const STEPS = ['popstate', 'pushState', 'replaceState'];

let isHistoryNavigation = false;

/** Whether the browser's Back or Forward button opened the current page. */
const useHistoryNavigation = (): boolean => useSyncExternalStore(follow, () => isHistoryNavigation);

function follow(changed: () => void): () => void {
  const note = ({ type }: Event) => {
    isHistoryNavigation = type === 'popstate';
    changed();
  };
  // Capture runs before the router renders the new page.
  for (const step of STEPS) window.addEventListener(step, note, { capture: true });
  return () => {
    for (const step of STEPS) window.removeEventListener(step, note, { capture: true });
  };
}
