import type { QueryClient } from '@tanstack/react-query';

/** Refetches what is on the screen now, and the rest when it is next shown. */
export async function refetch(client: QueryClient, nouns: Iterable<Noun>): Promise<void> {
  await Promise.all([...new Set(nouns)].map((noun) => client.invalidateQueries({ queryKey: [noun] })));
}

/** The first part of every query key: the noun that the data belongs to. */
export type Noun =
  | 'admin'
  | 'affiliate'
  | 'api-credentials'
  | 'factors'
  | 'history'
  | 'inbox'
  | 'listings'
  | 'ltc-price'
  | 'market'
  | 'marketplace'
  | 'notifications'
  | 'orders'
  | 'platform'
  | 'pre-orders'
  | 'price-alerts'
  | 'price-rules'
  | 'proxies'
  | 'reserves'
  | 'reviews'
  | 'roblox-accounts'
  | 'sessions'
  | 'settings'
  | 'standing-orders'
  | 'stats'
  | 'transactions'
  | 'users'
  | 'wallet'
  | 'webhooks'
  | 'withdrawal-addresses';

/** Keys of queries that the query client itself refetches. Every other key stands beside its query. */
export const PLATFORM_STATUS_KEY = ['platform', 'status'] as const;
export const CURRENT_USER_KEY = ['users', 'me'] as const;
