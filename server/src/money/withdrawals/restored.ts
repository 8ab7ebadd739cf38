import { text } from '@sterling/contract/texts.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { openReview } from '../../trade/reviews/reviews.ts';
import { IN_REVIEW } from './approving.ts';
import { moveWithdrawal } from './state.ts';

const WHY = text('restored: it may have been paid after the backup');

/** Puts every unsigned withdrawal of a restored database into review, so that nothing is signed automatically. */
export async function reviewUnsigned(tx: Tx): Promise<void> {
  const unsigned = await tx
    .selectFrom('withdrawals')
    .where('state', 'in', ['requested', 'approved'])
    .orderBy('id')
    .select(['id', 'userId'])
    .forUpdate()
    .execute();
  for (const { id, userId } of unsigned) {
    await moveWithdrawal(tx, id, 'requested', { reason: IN_REVIEW });
    await openReview(tx, { kind: 'withdrawal', subjectId: id, userId, facts: { why: [WHY] } });
  }
}
