import type { LiveEvent } from '@sterling/contract/events.ts';
import type { QueryClient } from '@tanstack/react-query';

/** Shows a match of a pre-order on every page of the buyer. */
export async function announceMatches(client: QueryClient, { topic, id, state }: LiveEvent): Promise<void> {
  if (topic !== 'pre-orders' || state !== 'matched' || !id) return;
  const { announceMatch } = await import('./pre-orders.ts');
  await announceMatch(client, id);
}
