import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { PageName } from '../kit/navigation/sections.ts';

const staffSections = () => import('../screens/admin/sections.tsx');

/** The page of each section. Its code loads when it is shown. */
export const PAGES: Readonly<Record<PageName, LazyExoticComponent<ComponentType>>> = {
  overview: lazy(() => import('../screens/dashboard/overview.tsx')),
  'generic-overview': lazy(async () => ({
    default: (await import('../screens/dashboard/trading-overview.tsx')).GenericOverview,
  })),
  accounts: lazy(() => import('../screens/accounts.tsx')),
  wallet: lazy(() => import('../screens/wallet.tsx')),
  proxies: lazy(() => import('../screens/proxies.tsx')),
  'buy-robux': lazy(() => import('../screens/buy-robux.tsx')),
  'robux-market': lazy(() => import('../screens/robux-market.tsx')),
  'my-listings': lazy(() => import('../screens/my-listings.tsx')),
  marketplace: lazy(() => import('../screens/marketplace.tsx')),
  'transaction-history': lazy(() => import('../screens/transaction-history.tsx')),
  rates: lazy(() => import('../screens/rates.tsx')),
  affiliate: lazy(() => import('../screens/affiliate.tsx')),
  discord: lazy(() => import('../screens/discord.tsx')),
  'admin-section': lazy(async () => ({ default: (await staffSections()).AdminSection })),
  'system-section': lazy(async () => ({ default: (await staffSections()).SystemSection })),
  'owner-panel': lazy(() => import('../screens/admin/owner-panel.tsx')),
  'cookie-manager': lazy(() => import('../screens/cookie-manager.tsx')),
};
