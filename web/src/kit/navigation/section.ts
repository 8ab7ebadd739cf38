import type { Role } from '@sterling/contract/users.ts';
import type { LucideIcon } from 'lucide-react';

/** The pages of the dashboard. `PAGES` in app/shell/section-content.tsx has the component of each. */
export type PageName =
  | 'buyer-dashboard'
  | 'seller-dashboard'
  | 'generic-overview'
  | 'accounts'
  | 'wallet'
  | 'proxies'
  | 'buy-robux'
  | 'robux-market'
  | 'my-listings'
  | 'marketplace'
  | 'transaction-history'
  | 'rates'
  | 'affiliate'
  | 'discord'
  | 'admin-section'
  | 'system-section'
  | 'cookie-manager'
  | 'owner-panel';

/** The sections of the dashboard by their name in its address, and the pages with an address of their own. */
export type SectionKey =
  | 'overview'
  | 'cookies'
  | 'wallet'
  | 'proxies'
  | 'buy-robux'
  | 'robux-market'
  | 'roblox-accounts'
  | 'listings'
  | 'marketplace'
  | 'transactions'
  | 'rates'
  | 'affiliate'
  | 'discord'
  | 'admin'
  | 'system'
  | 'owner-panel';

/** The address of the owner's panel. */
export const OWNER_PANEL_PATH = '/admin';

export interface Section {
  readonly key: SectionKey;
  /** Name in the sidebar and the palette. */
  readonly label: string;
  readonly title: string;
  readonly subtitle: string;
  /** Other words that find it in the palette. */
  readonly keywords?: readonly string[];
  readonly icon: LucideIcon;
  readonly roles: readonly Role[];
  /**
   * The requirements ask for the items of `main` (S1.09), which come first. The others form a second group below. What is hidden is
   * found by the palette and by links.
   */
  readonly group: 'main' | 'more' | 'hidden';
  readonly page: PageName;
}
