import { sql } from 'kysely';
import type { Tx } from '../../platform/db/pool.ts';
import { enqueue, type Queue } from '../../platform/jobs/queue.ts';
import { openReview } from '../../trade/reviews/reviews.ts';
import type { Course } from './guards.ts';
import { moveWithdrawal } from './state.ts';
import { failUnsigned, isPayoutBlocked } from './stopping.ts';
import type { WithdrawalRow } from './withdrawals.reads.ts';

/** What a person reads while someone has to decide. */
export const IN_REVIEW = 'This withdrawal is being looked at by a person';

/** Starts a stored withdrawal on its course: approved immediately, or it waits, and says for what. */
export async function startOn(
  tx: Tx,
  queue: Queue,
  row: WithdrawalRow,
  { review, waitsUntil }: Course,
): Promise<WithdrawalRow> {
  const { id, userId } = row;
  if (review.length === 0 && !waitsUntil) {
    await approve(tx, queue, id);
    return { ...row, state: 'approved' };
  }
  if (review.length > 0)
    await openReview(tx, { kind: 'withdrawal', subjectId: id, userId, facts: { why: review } });
  const reason = review.length > 0 ? IN_REVIEW : waitText(waitsUntil!);
  await moveWithdrawal(tx, id, 'requested', { reason });
  return { ...row, reason };
}

/** Lets a requested withdrawal be paid. */
export async function approve(tx: Tx, queue: Queue, id: string): Promise<void> {
  await moveWithdrawal(tx, id, 'approved', { reason: null });
  await enqueue(tx, queue, 'withdrawals.pay', { withdrawalId: id });
}

/** Approves what has waited long enough and nobody has to look at any longer. */
export async function approveRipe(tx: Tx): Promise<void> {
  const ripe = await tx
    .selectFrom('withdrawals as w')
    .where('w.state', '=', 'requested')
    .where('w.waitsUntil', '<=', sql<Date>`now()`)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('reviews as r')
            .whereRef('r.subjectId', '=', 'w.id')
            .where('r.kind', '=', 'withdrawal')
            .where('r.state', '=', 'open')
            .select('r.id'),
        ),
      ),
    )
    .orderBy('w.id')
    .select(['w.id', 'w.userId'])
    .forUpdate('w')
    .skipLocked()
    .execute();
  for (const { id, userId } of ripe) {
    if (await isPayoutBlocked(tx, userId)) await failUnsigned(tx, id, 'The wallet is frozen');
    else await moveWithdrawal(tx, id, 'approved', { reason: null });
  }
}

/** Why a withdrawal to a new address is not approved yet. */
export function waitText(until: Date): string {
  return `A new address has to wait: this withdrawal goes on from ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
