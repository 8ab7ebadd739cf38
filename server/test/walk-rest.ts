import { decideHousePayment } from '../src/money/treasury/treasury.ts';
import { decideWithdrawal } from '../src/money/withdrawals/deciding.ts';
import type { Tx } from '../src/platform/db/pool.ts';
import { closeDecided } from '../src/trade/reviews/reviews.ts';
import { NO_JOBS } from './walk-people.ts';
import type { Walk } from './walk-world.ts';

/** Senders send their payments again until they are mined or their coins are spent. */
export async function sendPaymentsAgain({ world, paidIn }: Walk): Promise<void> {
  for (const hex of paidIn) await world.chain.rpc('sendrawtransaction', hex).catch(() => undefined);
}

/** The owner cancels every signed payment that waits for a review. What cannot be cancelled yet is sent again. */
export async function decidePayments(walk: Walk): Promise<void> {
  const open = await walk.world.database.db
    .selectFrom('reviews as r')
    .leftJoin('withdrawals as w', 'w.id', 'r.subjectId')
    .where('r.state', '=', 'open')
    .where((where) =>
      where.or([where('r.kind', '=', 'house_payment'), where('w.state', '=', 'needs_review')]),
    )
    .select(['r.id', 'r.kind', 'r.subjectId'])
    .execute();
  for (const { id, kind, subjectId } of open) {
    const decide = (decision: 'approve' | 'reject') => async (tx: Tx) => {
      const decided = { decision, reason: 'at rest', decidedBy: walk.world.ownerId };
      await closeDecided(tx, id, decided);
      if (kind === 'withdrawal') await decideWithdrawal(tx, NO_JOBS, subjectId, decided);
      else await decideHousePayment(tx, subjectId, decision);
      return true;
    };
    if (!(await walk.tried(decide('reject')))) await walk.tried(decide('approve'));
  }
}
