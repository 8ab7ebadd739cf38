import { t } from '@sterling/contract/texts.ts';
import type { Role } from '@sterling/contract/users.ts';
import {
  ChartCandlestick,
  ChartLine,
  Cookie,
  Gamepad2,
  HandCoins,
  LayoutDashboard,
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
import type { Section } from './section.ts';

/** Label and title are the same. */
const named = (name: string) => ({ label: name, title: name });

const ALL_ROLES: readonly Role[] = ['buyer', 'seller', 'admin'];

const overview: Omit<Section, 'title' | 'subtitle' | 'page'> = {
  key: 'overview',
  label: t('Dashboard'),
  icon: LayoutDashboard,
  roles: ALL_ROLES,
  group: 'main',
};

/** Replaces sections that do not exist or that the role may not see. */
export const GENERIC: Section = {
  ...overview,
  title: t('Dashboard Overview'),
  subtitle: t('Your trades and the best rates on the market.'),
  page: 'generic-overview',
};

export const OVERVIEWS: Record<Role, Section> = {
  buyer: {
    ...overview,
    title: t('Buyer Dashboard'),
    subtitle: t("Welcome back! Here's your trading overview."),
    page: 'buyer-dashboard',
  },
  seller: {
    ...overview,
    title: t('Seller Dashboard'),
    subtitle: t('Manage your listings and track performance.'),
    page: 'seller-dashboard',
  },
  admin: GENERIC,
};

const accounts: Section = {
  key: 'cookies',
  ...named(t('Accounts')),
  subtitle: t('Your Roblox accounts: stock, rates and status.'),
  icon: UsersRound,
  roles: ['seller', 'admin'],
  group: 'main',
  page: 'accounts',
};

const wallet: Section = {
  key: 'wallet',
  ...named(t('Wallet')),
  subtitle: t('Balance, deposits and withdrawals.'),
  icon: Wallet,
  roles: ['seller', 'buyer'],
  group: 'main',
  page: 'wallet',
};

/**
 * All sections except the overview, in sidebar order. One entry adds a section to the sidebar, palette and
 * router. Its page stands in `PAGES` (app/shell/section-content.tsx).
 */
export const SECTIONS: readonly Section[] = [
  accounts,
  {
    key: 'proxies',
    ...named(t('Proxies')),
    subtitle: t(
      "Route your accounts' Roblox traffic through your own proxies. If a proxy is down, its accounts pause.",
    ),
    icon: Network,
    roles: ['seller', 'admin'],
    group: 'main',
    page: 'proxies',
  },
  wallet,
  {
    key: 'buy-robux',
    ...named(t('Buy Robux')),
    subtitle: t('Pick an amount and a rate, then add your gamepass.'),
    icon: ShoppingBag,
    roles: ['buyer'],
    group: 'more',
    page: 'buy-robux',
  },
  {
    key: 'robux-market',
    ...named(t('Robux Market')),
    subtitle: t('All Robux for sale, grouped by price.'),
    icon: ChartCandlestick,
    roles: ['seller', 'admin'],
    group: 'more',
    page: 'robux-market',
  },
  {
    ...accounts,
    key: 'roblox-accounts',
    ...named(t('Roblox Accounts')),
    icon: Gamepad2,
    // the same page as Accounts, which stands in the sidebar
    group: 'hidden',
  },
  {
    key: 'listings',
    ...named(t('My Listings')),
    subtitle: t('What you sell on the marketplace.'),
    icon: Tags,
    roles: ['seller'],
    group: 'more',
    page: 'my-listings',
  },
  {
    key: 'marketplace',
    ...named(t('Marketplace')),
    subtitle: t('Items from other traders, protected by escrow.'),
    icon: Store,
    roles: ALL_ROLES,
    group: 'more',
    page: 'marketplace',
  },
  {
    key: 'transactions',
    label: t('Transactions'),
    title: t('Transaction History'),
    keywords: [t('Orders'), t('Sales')],
    subtitle: t('Purchases and deposits as a buyer, sales and withdrawals as a seller.'),
    icon: ReceiptText,
    roles: ALL_ROLES,
    group: 'more',
    page: 'transaction-history',
  },
  {
    key: 'rates',
    ...named(t('Rates & Analytics')),
    subtitle: t('Prices, volume and stock across the market.'),
    icon: ChartLine,
    roles: ALL_ROLES,
    group: 'more',
    page: 'rates',
  },
  {
    key: 'affiliate',
    ...named(t('Affiliate Program')),
    subtitle: t('Invite people to Sterling and earn a share of their fees.'),
    icon: HandCoins,
    roles: ALL_ROLES,
    group: 'more',
    page: 'affiliate',
  },
  {
    key: 'discord',
    label: 'Discord',
    title: 'Discord',
    subtitle: t('Join the community and get trade alerts in your own channel.'),
    icon: MessagesSquare,
    roles: ALL_ROLES,
    group: 'more',
    page: 'discord',
  },
  {
    key: 'admin',
    ...named(t('Admin Panel')),
    subtitle: t('Pending decisions, platform health and users.'),
    icon: ShieldCheck,
    roles: ['admin'],
    group: 'more',
    page: 'admin-section',
  },
  {
    key: 'system',
    ...named(t('System Controls')),
    subtitle: t('Platform settings and the audit log.'),
    icon: SlidersHorizontal,
    roles: ['admin'],
    group: 'more',
    page: 'system-section',
  },
];

/** Pages whose own URL shows something other than the dashboard section. */
export const PAGES_WITH_OWN_URL: readonly Section[] = [
  { ...wallet, roles: ALL_ROLES },
  {
    ...accounts,
    ...named(t('Cookie Manager')),
    subtitle: t('Add Roblox accounts by cookie and check their status.'),
    icon: Cookie,
    page: 'cookie-manager',
  },
];
