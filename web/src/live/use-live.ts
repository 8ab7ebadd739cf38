import type { LiveEvent } from '@sterling/contract/events.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followEvents } from './follow-events.ts';

/** Keeps every page of someone signed in up to date by what the server tells. */
export function useLive(userId: string): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: someone else is another stream
  useEffect(() => followEvents(client, (event) => heard(client, event)), [client, userId]);
}

/** A match is told on whatever page the buyer is. */
async function heard(client: QueryClient, { topic, id, state }: LiveEvent): Promise<void> {
  if (topic !== 'pre-orders' || state !== 'matched' || !id) return;
  const { tellOfMatch } = await import('../pre-orders/matched.ts');
  await tellOfMatch(client, id);
}
