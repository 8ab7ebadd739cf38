/** The first part of every query key: the noun that the data belongs to. */
export type Noun =
  | 'admin'
  | 'affiliate'
  | 'factors'
  | 'history'
  | 'inbox'
  | 'listings'
  | 'ltc-price'
  | 'market'
  | 'notifications'
  | 'orders'
  | 'platform'
  | 'pre-orders'
  | 'proxies'
  | 'reserves'
  | 'reviews'
  | 'roblox-accounts'
  | 'sessions'
  | 'settings'
  | 'stats'
  | 'transactions'
  | 'users'
  | 'wallet'
  | 'withdrawal-addresses';

/** Keys of queries that the query client itself refetches. Every other key stands beside its query. */
export const PLATFORM_STATUS_KEY = ['platform', 'status'] as const;
export const CURRENT_USER_KEY = ['users', 'me'] as const;
