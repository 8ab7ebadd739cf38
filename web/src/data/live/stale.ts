import type { LiveTopic } from '@sterling/contract/events.ts';
import type { QueryClient } from '@tanstack/react-query';

/** The prefixes of the query keys that each topic makes stale. */
const STALE: Readonly<Record<LiveTopic, readonly (readonly string[])[]>> = {
  orders: [['orders'], ['wallet'], ['market'], ['pre-orders'], ['history'], ['stats'], ['roblox-accounts']],
  'pre-orders': [['pre-orders']],
  transactions: [['transactions'], ['listings'], ['wallet'], ['history'], ['stats'], ['admin', 'disputes']],
  wallet: [['wallet'], ['history'], ['stats']],
  'roblox-accounts': [['roblox-accounts'], ['market']],
  users: [['users']],
  settings: [
    ['platform', 'status'],
    ['admin', 'settings'],
  ],
  reviews: [
    ['admin', 'reviews'],
    ['admin', 'disputes'],
  ],
};

/** Refetches stale queries on the screen now, and all other stale queries when they are next shown. */
export function invalidate(client: QueryClient, topics: Iterable<LiveTopic>): void {
  const keys = new Map([...topics].flatMap((topic) => STALE[topic].map((key) => [key.join(' '), key])));
  for (const queryKey of keys.values()) void client.invalidateQueries({ queryKey });
}

export const ALL_TOPICS = Object.keys(STALE) as LiveTopic[];
