import type { PreOrder } from '@sterling/contract/pre-orders.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ORDER_CHANGES, refetch } from '../../data/changes.ts';
import { announceMatched } from './matched.ts';

/** Announces each match of a pre-order that was waiting, and refetches what the match changed. */
export function useAnnounceMatched(preOrders: readonly PreOrder[] | undefined): void {
  const client = useQueryClient();
  const waiting = useRef(new Set<string>());
  useEffect(() => {
    if (!preOrders) return;
    const seenWaiting = waiting.current;
    waiting.current = new Set(preOrders.filter(({ status }) => status === 'waiting').map(({ id }) => id));
    if (announceMatched(preOrders.filter(({ id }) => seenWaiting.has(id))))
      void refetch(client, ORDER_CHANGES);
  }, [preOrders, client]);
}
