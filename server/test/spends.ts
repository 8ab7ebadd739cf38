import { decideStop } from '../src/money/treasury/stops.ts';
import { type Db, inTransaction } from '../src/platform/db/pool.ts';
import { listReviews } from '../src/trade/reviews/reviews.reads.ts';
import { closeDecided } from '../src/trade/reviews/reviews.ts';

/** An owner accepts every spend that our signer did not sign, so that payouts go on. */
export async function acceptSpends(db: Db, ownerId: string): Promise<void> {
  const { rows } = await listReviews(db, { kind: 'foreign_spend' });
  for (const { id, subjectId } of rows) {
    const decision = { decision: 'approve', reason: 'known', decidedBy: ownerId } as const;
    await inTransaction(db, async (tx) => {
      await closeDecided(tx, id, decision);
      await decideStop(tx, subjectId, decision);
    });
  }
}
