import { text } from '@sterling/contract/texts.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { addReason } from '../../trade/reviews/reviews.ts';
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

/** Without `userId`, of all people. */
async function review(tx: Tx, why: string, userId?: string): Promise<number> {
  const unsigned = await tx
    .selectFrom('withdrawals')
    .where('state', 'in', ['requested', 'approved'])
    .$if(userId !== undefined, (all) => all.where('userId', '=', userId!))
    .orderBy('id')
    .select(['id', 'userId'])
    .forUpdate()
    .execute();
  let opened = 0;
  for (const { id, userId: ownerId } of unsigned) {
    // after the lock, because staff may have decided meanwhile
    const outcome = await addReason(tx, { kind: 'withdrawal', subjectId: id, userId: ownerId }, why);
    if (outcome === 'known') continue;
    if (outcome === 'opened') opened += 1;
    await moveWithdrawal(tx, id, 'requested', { reason: IN_REVIEW });
  }
  return opened;
}
