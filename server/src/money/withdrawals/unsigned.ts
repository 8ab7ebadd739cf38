import { text } from '@sterling/contract/texts.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { closeOvertaken, openFactsOf, openReview } from '../../trade/reviews/reviews.ts';
import { IN_REVIEW } from './approving.ts';
import { moveWithdrawal } from './state.ts';

const RESTORED = text('restored: it may have been paid after the backup');
const ACCESS_ENDED = text('requested before all sessions of this person ended');

/** Puts every unsigned withdrawal of a restored database into review, so that nothing is signed automatically. */
export async function reviewUnsigned(tx: Tx): Promise<void> {
  await review(tx, RESTORED);
}

/**
 * Puts the unsigned withdrawals of a person into review. Without a reason: their access ended, and someone else may have requested
 * them. Returns how many were not in review before.
 */
export async function reviewUnsignedOf(tx: Tx, userId: string, why: string = ACCESS_ENDED): Promise<number> {
  return review(tx, why, userId);
}

/** Without `userId`, of all people. Staff must know this reason too when they decide an open review, so a new review replaces it. */
async function review(tx: Tx, why: string, userId?: string): Promise<number> {
  const unsigned = await tx
    .selectFrom('withdrawals')
    .where('state', 'in', ['requested', 'approved'])
    .$if(userId !== undefined, (all) => all.where('userId', '=', userId!))
    .orderBy('id')
    .select(['id', 'userId'])
    .forUpdate()
    .execute();
  let added = 0;
  for (const { id, userId: ownerId } of unsigned) {
    const before = await openReasons(tx, id);
    if (before?.includes(why)) continue;
    if (before) await closeOvertaken(tx, 'withdrawal', id);
    else added += 1;
    await moveWithdrawal(tx, id, 'requested', { reason: IN_REVIEW });
    const facts = { why: [...(before ?? []), why] };
    await openReview(tx, { kind: 'withdrawal', subjectId: id, userId: ownerId, facts });
  }
  return added;
}

/** The reasons of a withdrawal's open review; null without one. Read after its lock, because staff may have decided meanwhile. */
async function openReasons(tx: Tx, id: string): Promise<string[] | null> {
  const facts = await openFactsOf(tx, 'withdrawal', id);
  return facts === null ? null : ((facts as { why?: string[] }).why ?? []);
}
