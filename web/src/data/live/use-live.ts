import type { LiveEvent } from '@sterling/contract/events.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followEvents } from './follow-events.ts';

type Handler = (client: QueryClient, event: LiveEvent) => void;

/** Keeps all pages of a signed-in user up to date with server events, and passes each event to `handle`. */
export function useLive(userId: string, handle: Handler): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user needs another stream
  useEffect(() => followEvents(client, (event) => handle(client, event)), [client, userId, handle]);
}
