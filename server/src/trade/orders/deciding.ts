import { addNews } from '../../people/inbox/inbox.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';
import type { Decision } from '../reviews/reviews.ts';
import { watchRejected } from './manual/late-purchases.ts';
import { completeByHand } from './manual/manual.ts';
import { lockOpen } from './order.ts';
import { OPEN_STATES } from './purchasing/attempts.rules.ts';
import { closeAttempt } from './purchasing/attempts.ts';
import { complete, fail } from './purchasing/outcomes.ts';

/**
 * Applies a decision of staff to an escalated order. Approval pays the seller. Rejection refunds the buyer, tells both sides the
 * reason, and Sterling looks for a late purchase. Refuses with review_closed if the order is no longer escalated.
 */
export async function decideManualOrder(
  tx: Tx,
  orderId: string,
  { decision, reason }: Decision,
): Promise<void> {
  const order = await lockOpen(tx, orderId);
  if (order?.status !== 'manual') return refuse('review_closed');
  const attempt = await tx
    .selectFrom('purchaseAttempts')
    .where('orderId', '=', orderId)
    .where('state', 'in', OPEN_STATES)
    .selectAll()
    .executeTakeFirst();
  if (decision === 'reject') {
    if (attempt) await closeAttempt(tx, attempt, { reason: `ruled: ${reason}` });
    await watchRejected(tx, order);
    const { sellerId, robuxAmount: robux, totalCents: cents } = order;
    await addNews(tx, sellerId, { code: 'order_refused', robux, cents, reason }, orderId);
    return fail(tx, order, reason);
  }
  const decided = { isDecided: true, purchaseToken: null };
  if (attempt) return complete(tx, order, attempt, { ...decided, balanceAfter: null });
  return completeByHand(tx, order, { ...decided, paidRobux: null, balance: null });
}
