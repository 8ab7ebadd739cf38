import type { ReviewKind } from '@sterling/contract/reviews.ts';
import { notify, type Tx } from '../../platform/db/pool.ts';
import type { Json } from '../../platform/db/types.generated.ts';

export interface NewReview {
  readonly kind: ReviewKind;
  /** What it is about: the id of a withdrawal, of a deposit, … */
  readonly subjectId: string;
  /** Whom it is about. */
  readonly userId: string | null;
  /** What was known at this moment and is not stored elsewhere. Never a secret. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** Asks the staff to decide something. A subject has one open review of a kind: a second is the first. */
export async function openReview(tx: Tx, { kind, subjectId, userId, facts = {} }: NewReview): Promise<void> {
  const opened = await tx
    .insertInto('reviews')
    .values({ kind, subjectId, userId, facts: facts as Json })
    .onConflict((conflict) => conflict.columns(['kind', 'subjectId']).where('state', '=', 'open').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (opened) await notify(tx, 'reviews', opened.id);
}

/** Closes the open review of a subject, if there is one: what happened meanwhile has decided it. */
export async function closeOvertaken(tx: Tx, kind: ReviewKind, subjectId: string): Promise<void> {
  const closed = await tx
    .updateTable('reviews')
    .set({ state: 'overtaken', closedAt: new Date() })
    .where('kind', '=', kind)
    .where('subjectId', '=', subjectId)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  if (closed) await notify(tx, 'reviews', closed.id);
}

export interface Decision {
  readonly decision: 'approve' | 'reject';
  readonly reason: string;
  readonly decidedBy: string;
}

/** Closes a review, which its caller has locked, with what was decided. */
export async function closeDecided(
  tx: Tx,
  id: string,
  { decision, reason, decidedBy }: Decision,
): Promise<void> {
  const state = decision === 'approve' ? 'approved' : 'rejected';
  await tx
    .updateTable('reviews')
    .set({ state, reason, decidedBy, closedAt: new Date() })
    .where('id', '=', id)
    .execute();
  await notify(tx, 'reviews', id);
}
