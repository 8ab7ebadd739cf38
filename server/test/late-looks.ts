import { lookForLatePurchases } from '../src/trade/orders/manual/late-purchases.jobs.ts';
import type { OrderWorld } from './order-world.ts';

export interface OpenReview {
  readonly id: string;
  readonly facts: object;
}

/** The looks for late purchases, and what staff do with what they find. */
export function lateLooks(world: OrderWorld) {
  const owner = () => world.signIn('otto', 'admin', true);
  return {
    /** Lets hours pass, and looks. */
    lookLater: async (hours = 1): Promise<void> => {
      await world.database.asOwner(
        `update late_purchases set left_at = left_at - $1 * interval '1 hour', next_look_at = next_look_at - $1 * interval '1 hour'`,
        [hours],
      );
      await lookForLatePurchases(world.orderServices);
    },
    openReviews: async (): Promise<OpenReview[]> => {
      const { body } = await (await owner()).call('GET', '/api/admin/reviews?kind=late_purchase');
      return body as unknown as OpenReview[];
    },
    decide: async ({ id }: OpenReview, decision: 'approve' | 'reject') =>
      (await owner()).call('POST', `/api/admin/reviews/${id}`, {
        decision,
        reason: 'compared with the records',
      }),
  };
}
