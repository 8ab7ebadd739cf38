import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  memo,
  Suspense,
  useDeferredValue,
  useSyncExternalStore,
} from 'react';
import type { PageName, Section } from '../../kit/navigation/sections.ts';
import { ErrorBoundary } from '../../kit/ui/missing-content.tsx';
import { PageSpinner } from '../../kit/ui/spinner.tsx';

/**
 * The main part of the page. It renders one frame after the sidebar and the title, so that these react
 * immediately. A section whose code is still loading shows a spinner. Back and Forward render it without
 * delay, because the browser then restores the scroll position.
 */
export function SectionContent({ section }: { section: Section }) {
  const following = useDeferredValue<Section | null>(section, null);
  const shown = useHistoryNavigation() ? section : following;
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

/** Memoized, so that changes of the shell do not render the section again. */
const Content = memo(function Content({ section }: { section: Section }) {
  const Page = PAGES[section.page];
  return (
    <ErrorBoundary key={section.key}>
      <Suspense fallback={<PageSpinner />}>
        <Page />
      </Suspense>
    </ErrorBoundary>
  );
});

const staffSections = () => import('../../screens/admin/sections.tsx');

/** The page of each section. Its code loads when it is shown. */
const PAGES: Readonly<Record<PageName, LazyExoticComponent<ComponentType>>> = {
  overview: lazy(() => import('../../screens/dashboard/overview.tsx')),
  'generic-overview': lazy(async () => ({
    default: (await import('../../screens/dashboard/trading-overview.tsx')).GenericOverview,
  })),
  accounts: lazy(() => import('../../screens/accounts.tsx')),
  wallet: lazy(() => import('../../screens/wallet.tsx')),
  proxies: lazy(() => import('../../screens/proxies.tsx')),
  'buy-robux': lazy(() => import('../../screens/buy-robux.tsx')),
  'robux-market': lazy(() => import('../../screens/robux-market.tsx')),
  'my-listings': lazy(() => import('../../screens/my-listings.tsx')),
  marketplace: lazy(() => import('../../screens/marketplace.tsx')),
  'transaction-history': lazy(() => import('../../screens/transaction-history.tsx')),
  rates: lazy(() => import('../../screens/rates.tsx')),
  affiliate: lazy(() => import('../../screens/affiliate.tsx')),
  discord: lazy(() => import('../../screens/discord.tsx')),
  'admin-section': lazy(async () => ({ default: (await staffSections()).AdminSection })),
  'system-section': lazy(async () => ({ default: (await staffSections()).SystemSection })),
  'owner-panel': lazy(() => import('../../screens/admin/owner-panel.tsx')),
  'cookie-manager': lazy(() => import('../../screens/cookie-manager.tsx')),
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
