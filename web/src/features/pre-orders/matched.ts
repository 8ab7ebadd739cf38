import type { PreOrder } from '@sterling/contract/pre-orders.ts';
import type { QueryClient } from '@tanstack/react-query';
import { formatWhole } from '../../kit/format/format.ts';
import { toast } from '../../kit/ui/toast-store.ts';
import { ownPreOrdersQuery } from './queries.ts';

/** Orders whose match was already announced. Both server events and pages announce matches. */
const announced = new Set<string>();

/** Announces each matched pre-order once. Returns true if it announced one now. */
export function announceMatched(preOrders: readonly PreOrder[]): boolean {
  const fresh = preOrders.filter(
    ({ status, orderId }) => status === 'matched' && orderId !== null && !announced.has(orderId),
  );
  for (const { robuxAmount, orderId } of fresh) {
    announced.add(orderId!);
    toast({
      title: 'Pre-Order Matched',
      description: `A seller matched your pre-order of ${formatWhole(robuxAmount)} Robux, and the gamepass is being bought.`,
    });
  }
  return fresh.length > 0;
}

/** Announces the pre-order of a server event. */
export async function announceMatch(client: QueryClient, id: string): Promise<void> {
  const own = await client.fetchQuery({ ...ownPreOrdersQuery, staleTime: 0 }).catch(() => []);
  announceMatched(own.filter((preOrder) => preOrder.id === id));
}
