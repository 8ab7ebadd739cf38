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

export type PageName =
  | 'overview'
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
  | 'cookie-manager';

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
  /** The page that shows it (app/pages.ts). */
  readonly page: PageName;
}

const ALL_ROLES: readonly Role[] = ['buyer', 'seller', 'admin'];

const overview: Omit<Section, 'title' | 'subtitle'> = {
  key: 'overview',
  label: 'Dashboard',
  icon: LayoutDashboard,
  roles: ALL_ROLES,
  group: 'main',
  page: 'overview',
};

/** Replaces sections that do not exist or that the role may not see. */
export const GENERIC: Section = {
  ...overview,
  title: 'Dashboard Overview',
  subtitle: 'Your trades, and the cheapest rates on the market.',
  page: 'generic-overview',
};

export const OVERVIEWS: Record<Role, Section> = {
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
  page: 'accounts',
};

const wallet: Section = {
  key: 'wallet',
  label: 'Wallet',
  title: 'Wallet',
  subtitle: 'Your balance, and Litecoin in and out of it.',
  icon: Wallet,
  roles: ['seller', 'buyer'],
  group: 'main',
  page: 'wallet',
};

/**
 * All sections except the overview, in sidebar order. One entry adds a section to the sidebar, palette and
 * router.
 */
export const SECTIONS: readonly Section[] = [
  accounts,
  {
    key: 'proxies',
    label: 'Proxies',
    title: 'Proxies',
    subtitle: 'Your own ways to Roblox: an account goes through its proxy, or not at all.',
    icon: Network,
    roles: ['seller', 'admin'],
    group: 'main',
    page: 'proxies',
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
    page: 'buy-robux',
  },
  {
    key: 'robux-market',
    label: 'Robux Market',
    title: 'Robux Market',
    subtitle: 'All Robux for sale, by price.',
    icon: ChartCandlestick,
    roles: ['seller', 'admin'],
    group: 'more',
    page: 'robux-market',
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
    page: 'my-listings',
  },
  {
    key: 'marketplace',
    label: 'Marketplace',
    title: 'Marketplace',
    subtitle: 'Items from other traders, paid safely through escrow.',
    icon: Store,
    roles: ALL_ROLES,
    group: 'more',
    page: 'marketplace',
  },
  {
    key: 'transactions',
    label: 'Transactions',
    title: 'Transaction History',
    subtitle: 'Everything you bought, sold, deposited and withdrew.',
    icon: ReceiptText,
    roles: ALL_ROLES,
    group: 'more',
    page: 'transaction-history',
  },
  {
    key: 'rates',
    label: 'Rates & Analytics',
    title: 'Rates & Analytics',
    subtitle: 'What Robux cost, how much is traded, and what is for sale.',
    icon: ChartLine,
    roles: ALL_ROLES,
    group: 'more',
    page: 'rates',
  },
  {
    key: 'affiliate',
    label: 'Affiliate Program',
    title: 'Affiliate Program',
    subtitle: 'Bring people to Sterling, and earn a share of the fees they pay.',
    icon: HandCoins,
    roles: ALL_ROLES,
    group: 'more',
    page: 'affiliate',
  },
  {
    key: 'discord',
    label: 'Discord',
    title: 'Discord',
    subtitle: 'The community, and news of your trades in a channel of your own.',
    icon: MessagesSquare,
    roles: ALL_ROLES,
    group: 'more',
    page: 'discord',
  },
  {
    key: 'admin',
    label: 'Admin Panel',
    title: 'Admin Panel',
    subtitle: 'What needs a decision, how the platform is doing, and who is on it.',
    icon: ShieldCheck,
    roles: ['admin'],
    group: 'more',
    page: 'admin-section',
  },
  {
    key: 'system',
    label: 'System Controls',
    title: 'System Controls',
    subtitle: 'The levers of the platform, and who used them.',
    icon: SlidersHorizontal,
    roles: ['admin'],
    group: 'more',
    page: 'system-section',
  },
];

/** Pages whose own URL shows something other than the dashboard section. */
export const PAGES: readonly Section[] = [
  { ...wallet, roles: ALL_ROLES },
  {
    ...accounts,
    label: 'Cookie Manager',
    title: 'Cookie Manager',
    subtitle: 'Add Roblox accounts by their cookie, and see how each stands.',
    icon: Cookie,
    page: 'cookie-manager',
  },
];
