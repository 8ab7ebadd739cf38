import { text } from '@sterling/contract/texts.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { openReview } from '../../trade/reviews/reviews.ts';
import { HAS_NO_OPEN_REVIEW, IN_REVIEW } from './approving.ts';
import { moveWithdrawal } from './state.ts';

const RESTORED = text('restored: it may have been paid after the backup');
const ACCESS_ENDED = text('requested before all sessions of this person ended');

/** Puts every unsigned withdrawal of a restored database into review, so that nothing is signed automatically. */
export async function reviewUnsigned(tx: Tx): Promise<void> {
  await review(tx, RESTORED);
}

/**
 * Puts the unsigned withdrawals of a person whose access ended into review, because someone else may have requested them. Returns how
 * many were not in review before.
 */
export async function reviewUnsignedOf(tx: Tx, userId: string): Promise<number> {
  return review(tx, ACCESS_ENDED, userId);
}

/** Without `userId`, of all people. */
async function review(tx: Tx, why: string, userId?: string): Promise<number> {
  const unsigned = await tx
    .selectFrom('withdrawals as w')
    .where('w.state', 'in', ['requested', 'approved'])
    .$if(userId !== undefined, (all) => all.where('w.userId', '=', userId!))
    .where(HAS_NO_OPEN_REVIEW)
    .orderBy('w.id')
    .select(['w.id', 'w.userId'])
    .forUpdate('w')
    .execute();
  for (const { id, userId: ownerId } of unsigned) {
    await moveWithdrawal(tx, id, 'requested', { reason: IN_REVIEW });
    await openReview(tx, { kind: 'withdrawal', subjectId: id, userId: ownerId, facts: { why: [why] } });
  }
  return unsigned.length;
}
