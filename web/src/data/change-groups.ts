import type { Noun } from './changes.ts';

/** What an order or a pre-order changes. */
export const ORDER_CHANGES: readonly Noun[] = [
  'orders',
  'pre-orders',
  'wallet',
  'market',
  'history',
  'stats',
  'inbox',
];
/** What a write to a Roblox account changes. */
export const ACCOUNT_CHANGES: readonly Noun[] = [
  'roblox-accounts',
  'proxies',
  'price-rules',
  'market',
  'stats',
  'inbox',
];
/** What a step of a listing trade changes. */
export const TRADE_CHANGES: readonly Noun[] = [
  'transactions',
  'listings',
  'marketplace',
  'wallet',
  'history',
  'stats',
  'inbox',
];
