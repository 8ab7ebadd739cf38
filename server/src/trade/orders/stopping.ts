import type { Tx } from '../../platform/db/pool.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { fail, lockOpen, reassign } from './purchasing/fulfilment.ts';

/**
 * Ends what a banned person has open, as far as nothing was sent to the platform: what they bought is refunded, what they
 * was to deliver goes to another account or is refunded. What was sent, or given to a seller to buy by hand, runs to
 * its end.
 */
export async function stopOrdersOf(tx: Tx, queue: Queue, userId: string, reason: string): Promise<void> {
  const open = await tx
    .selectFrom('orders')
    .where('endedAt', 'is', null)
    .where((is) => is.or([is('buyerId', '=', userId), is('sellerId', '=', userId)]))
    .select('id')
    .orderBy('id')
    .execute();
  for (const { id } of open) {
    const order = await lockOpen(tx, id);
    if (!order || order.status === 'manual' || (await isSent(tx, id))) continue;
    if (order.buyerId === userId) await fail(tx, order, reason);
    else if (order.sellerId === userId)
      await reassign(tx, queue, order, { do: 'another-account', otherwise: 'Nobody else could deliver it' });
  }
}

/** Whether an attempt of it may have bought, or has bought a part. */
async function isSent(tx: Tx, orderId: string): Promise<boolean> {
  const attempt = await tx
    .selectFrom('purchaseAttempts')
    .where('orderId', '=', orderId)
    .where('state', 'in', ['marked', 'unclear', 'bought'])
    .select('id')
    .executeTakeFirst();
  return attempt !== undefined;
}
