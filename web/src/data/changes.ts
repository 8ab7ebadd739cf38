import type { LiveTopic } from '@sterling/contract/events.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { Noun } from './keys.ts';

/** What an order or a pre-order changes. */
export const ORDER_CHANGES: readonly Noun[] = ['orders', 'pre-orders', 'wallet', 'market', 'history', 'stats'];
/** What a step of a listing trade changes. */
export const TRADE_CHANGES: readonly Noun[] = ['transactions', 'listings', 'wallet', 'history', 'stats'];

/** What each event of the server changes. */
const TOPIC_CHANGES: Readonly<Record<LiveTopic, readonly Noun[]>> = {
  orders: [...ORDER_CHANGES, 'roblox-accounts'],
  'pre-orders': ['pre-orders'],
  transactions: TRADE_CHANGES,
  wallet: ['wallet', 'history', 'stats'],
  'roblox-accounts': ['roblox-accounts', 'market'],
  users: ['users'],
  settings: ['platform', 'settings'],
  reviews: ['reviews'],
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
