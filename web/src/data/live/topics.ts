import type { LiveTopic } from '@sterling/contract/events.ts';
import type { QueryClient } from '@tanstack/react-query';
import { ACCOUNT_CHANGES, ORDER_CHANGES, TRADE_CHANGES } from '../change-groups.ts';
import { type Noun, refetch } from '../changes.ts';

/** What each event of the server changes beside the noun of the same name. */
const TOPIC_CHANGES: Readonly<Record<LiveTopic, readonly Noun[]>> = {
  orders: [...ORDER_CHANGES, 'roblox-accounts'],
  'pre-orders': ['stats', 'inbox'],
  transactions: TRADE_CHANGES,
  wallet: ['history', 'stats', 'inbox'],
  'roblox-accounts': ACCOUNT_CHANGES,
  users: [],
  settings: ['platform'],
  reviews: ['inbox', 'admin'],
  inbox: [],
  listings: [],
  marketplace: [],
  proxies: ['roblox-accounts'],
  webhooks: [],
  'withdrawal-addresses': [],
  'price-alerts': [],
  'standing-orders': [],
  notifications: [],
  'api-credentials': [],
  sessions: [],
  factors: [],
  affiliate: ['wallet'],
};

export const ALL_TOPICS = Object.keys(TOPIC_CHANGES) as LiveTopic[];

/** Refetches what events of these topics change. */
export const refetchTopics = (client: QueryClient, topics: Iterable<LiveTopic>): Promise<void> =>
  refetch(
    client,
    [...topics].flatMap((topic): Noun[] => [topic, ...TOPIC_CHANGES[topic]]),
  );
