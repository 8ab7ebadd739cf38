import type { LiveTopic } from '@sterling/contract/events.ts';
import type { QueryClient } from '@tanstack/react-query';

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
/** What a step of a listing trade changes. */
export const TRADE_CHANGES: readonly Noun[] = [
  'transactions',
  'listings',
  'wallet',
  'history',
  'stats',
  'inbox',
];

/** What each event of the server changes. */
const TOPIC_CHANGES: Readonly<Record<LiveTopic, readonly Noun[]>> = {
  orders: [...ORDER_CHANGES, 'roblox-accounts'],
  'pre-orders': ['pre-orders', 'inbox'],
  transactions: TRADE_CHANGES,
  wallet: ['wallet', 'history', 'stats', 'inbox'],
  'roblox-accounts': ['roblox-accounts', 'price-rules', 'market', 'inbox'],
  users: ['users'],
  settings: ['platform', 'settings'],
  reviews: ['reviews', 'inbox'],
  inbox: ['inbox'],
  listings: ['listings'],
  proxies: ['proxies'],
  webhooks: ['webhooks'],
  'withdrawal-addresses': ['withdrawal-addresses'],
  'price-alerts': ['price-alerts'],
  'standing-orders': ['standing-orders'],
  notifications: ['notifications'],
};

export const ALL_TOPICS = Object.keys(TOPIC_CHANGES) as LiveTopic[];

/** Refetches what is on the screen now, and the rest when it is next shown. */
export async function refetch(client: QueryClient, nouns: Iterable<Noun>): Promise<void> {
  await Promise.all([...new Set(nouns)].map((noun) => client.invalidateQueries({ queryKey: [noun] })));
}

/** Refetches what events of these topics change. */
export const refetchTopics = (client: QueryClient, topics: Iterable<LiveTopic>): Promise<void> =>
  refetch(
    client,
    [...topics].flatMap((topic) => TOPIC_CHANGES[topic]),
  );

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
