import type { Role } from '@sterling/contract/users.ts';
import {
  ChartCandlestick,
  ChartLine,
  Cookie,
  Gamepad2,
  HandCoins,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  Network,
  ReceiptText,
  ShieldCheck,
  ShoppingBag,
  SlidersHorizontal,
  Store,
  Tags,
  UsersRound,
  Wallet,
} from 'lucide-react';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

export interface Section {
  readonly key: string;
  /** Name in the sidebar and the palette. */
  readonly label: string;
  readonly title: string;
  readonly subtitle: string;
  readonly icon: LucideIcon;
  readonly roles: readonly Role[];
  /** The required four items come first. The others form a second group below. */
  readonly group: 'main' | 'more';
  readonly Page: LazyExoticComponent<ComponentType>;
}

const EVERYBODY: readonly Role[] = ['buyer', 'seller', 'admin'];

const overview: Omit<Section, 'title' | 'subtitle'> = {
  key: 'overview',
  label: 'Dashboard',
  icon: LayoutDashboard,
  roles: EVERYBODY,
  group: 'main',
  Page: lazy(() => import('../dashboard/overview.tsx')),
};

/** Replaces sections that do not exist or that the role may not see. */
export const GENERIC: Section = {
  ...overview,
  title: 'Dashboard Overview',
  subtitle: 'Your trades, and the cheapest rates on the market.',
  Page: lazy(() => import('../dashboard/generic-overview.tsx')),
};

const OVERVIEWS: Record<Role, Section> = {
  buyer: {
    ...overview,
    title: 'Buyer Dashboard',
    subtitle: "Welcome back! Here's your trading overview.",
  },
  seller: {
    ...overview,
    title: 'Seller Dashboard',
    subtitle: 'Manage your listings and track performance.',
  },
  admin: GENERIC,
};

const accounts: Section = {
  key: 'cookies',
  label: 'Accounts',
  title: 'Accounts',
  subtitle: 'Your Roblox accounts: stock, rates and status.',
  icon: UsersRound,
  roles: ['seller', 'admin'],
  group: 'main',
  Page: lazy(() => import('../accounts/accounts.tsx')),
};

const wallet: Section = {
  key: 'wallet',
  label: 'Wallet',
  title: 'Wallet',
  subtitle: 'Your balance, and Litecoin in and out of it.',
  icon: Wallet,
  roles: ['seller', 'buyer'],
  group: 'main',
  Page: lazy(() => import('../wallet/wallet.tsx')),
};

/**
 * All sections except the overview, in sidebar order. One entry adds a section to the sidebar, palette and
 * router.
 */
const SECTIONS: readonly Section[] = [
  accounts,
  {
    key: 'proxies',
    label: 'Proxies',
    title: 'Proxies',
    subtitle: 'Your own ways to Roblox: an account goes through its proxy, or not at all.',
    icon: Network,
    roles: ['seller', 'admin'],
    group: 'main',
    Page: lazy(() => import('../proxies/proxies.tsx')),
  },
  wallet,
  {
    key: 'buy-robux',
    label: 'Buy Robux',
    title: 'Buy Robux',
    subtitle: 'Pick an amount and a rate, name your gamepass, done.',
    icon: ShoppingBag,
    roles: ['buyer'],
    group: 'more',
    Page: lazy(() => import('../buying/buy-robux.tsx')),
  },
  {
    key: 'robux-market',
    label: 'Robux Market',
    title: 'Robux Market',
    subtitle: 'All Robux for sale, by price.',
    icon: ChartCandlestick,
    roles: ['seller', 'admin'],
    group: 'more',
    Page: lazy(() => import('../market/robux-market.tsx')),
  },
  {
    ...accounts,
    key: 'roblox-accounts',
    label: 'Roblox Accounts',
    title: 'Roblox Accounts',
    icon: Gamepad2,
    group: 'more',
  },
  {
    key: 'listings',
    label: 'My Listings',
    title: 'My Listings',
    subtitle: 'What you sell on the marketplace.',
    icon: Tags,
    roles: ['seller'],
    group: 'more',
    Page: lazy(() => import('../listings/my-listings.tsx')),
  },
  {
    key: 'marketplace',
    label: 'Marketplace',
    title: 'Marketplace',
    subtitle: 'Items from other traders, paid safely through escrow.',
    icon: Store,
    roles: EVERYBODY,
    group: 'more',
    Page: lazy(() => import('../marketplace/marketplace.tsx')),
  },
  {
    key: 'transactions',
    label: 'Transactions',
    title: 'Transaction History',
    subtitle: 'Everything you bought, sold, deposited and withdrew.',
    icon: ReceiptText,
    roles: EVERYBODY,
    group: 'more',
    Page: lazy(() => import('../transactions/transaction-history.tsx')),
  },
  {
    key: 'rates',
    label: 'Rates & Analytics',
    title: 'Rates & Analytics',
    subtitle: 'What Robux cost, how much is traded, and what is for sale.',
    icon: ChartLine,
    roles: EVERYBODY,
    group: 'more',
    Page: lazy(() => import('../rates/rates-section.tsx')),
  },
  {
    key: 'affiliate',
    label: 'Affiliate Program',
    title: 'Affiliate Program',
    subtitle: 'Bring people to Sterling, and earn a share of the fees they pay.',
    icon: HandCoins,
    roles: EVERYBODY,
    group: 'more',
    Page: lazy(() => import('../affiliate/affiliate-section.tsx')),
  },
  {
    key: 'discord',
    label: 'Discord',
    title: 'Discord',
    subtitle: 'The community, and news of your trades in a channel of your own.',
    icon: MessagesSquare,
    roles: EVERYBODY,
    group: 'more',
    Page: lazy(() => import('../discord/discord-section.tsx')),
  },
  {
    key: 'admin',
    label: 'Admin Panel',
    title: 'Admin Panel',
    subtitle: 'What needs a decision, how the platform is doing, and who is on it.',
    icon: ShieldCheck,
    roles: ['admin'],
    group: 'more',
    Page: lazy(() => import('../admin/admin-section.tsx')),
  },
  {
    key: 'system',
    label: 'System Controls',
    title: 'System Controls',
    subtitle: 'The levers of the platform, and who used them.',
    icon: SlidersHorizontal,
    roles: ['admin'],
    group: 'more',
    Page: lazy(() => import('../admin/system-section.tsx')),
  },
];

/** Pages whose own URL shows something other than the dashboard section. */
const PAGES: readonly Section[] = [
  { ...wallet, roles: EVERYBODY },
  {
    ...accounts,
    label: 'Cookie Manager',
    title: 'Cookie Manager',
    subtitle: 'Add Roblox accounts by their cookie, and see how each stands.',
    icon: Cookie,
    Page: lazy(() => import('../accounts/cookie-manager.tsx')),
  },
];

/** The sections of a role for the sidebar, the palette and the router. */
export function sectionsOf(role: Role): readonly Section[] {
  return [OVERVIEWS[role], ...SECTIONS.filter((section) => section.roles.includes(role))];
}

/** The section of a key for a role. The generic view if there is none. */
export function findSection(role: Role, key: string | null): Section {
  if (!key) return OVERVIEWS[role];
  return sectionsOf(role).find((section) => section.key === key) ?? GENERIC;
}

/** The page with a URL of its own, such as /wallet. Otherwise the section of that key. */
export function findPage(role: Role, key: string): Section {
  const page = PAGES.find((each) => each.key === key && each.roles.includes(role));
  return page ?? findSection(role, key);
}
