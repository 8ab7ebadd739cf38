import type { LiveEvent } from '@sterling/contract/events.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followEvents } from './follow-events.ts';

/** Keeps all pages of a signed-in user up to date with server events. */
export function useLive(userId: string): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user needs another stream
  useEffect(() => followEvents(client, (event) => heard(client, event)), [client, userId]);
}

/** Shows a match of a pre-order on every page of the buyer. */
async function heard(client: QueryClient, { topic, id, state }: LiveEvent): Promise<void> {
  if (topic !== 'pre-orders' || state !== 'matched' || !id) return;
  const { announceMatch } = await import('../pre-orders/matched.ts');
  await announceMatch(client, id);
}
