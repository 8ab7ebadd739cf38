import type { OrderServices } from '../src/services.ts';
import { takeNextStep } from '../src/trade/orders/orders.jobs.ts';

/** Takes the next step of an order now: ends the wait after its last try first. */
export async function stepNow(services: OrderServices, orderId: string): Promise<void> {
  await services.db
    .updateTable('orders')
    .set({ notBefore: null })
    .where('id', '=', orderId)
    .where('notBefore', 'is not', null)
    .where('endedAt', 'is', null)
    .execute();
  await takeNextStep(services, orderId);
}
