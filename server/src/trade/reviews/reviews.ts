import type { ReviewKind } from '@sterling/contract/reviews.ts';
import { type RawBuilder, sql } from 'kysely';
import { moment, notify, type Tx } from '../../platform/db/pool.ts';
import type { Json } from '../../platform/db/types.generated.ts';

export interface NewReview {
  readonly kind: ReviewKind;
  /** The id of the subject: a withdrawal, a deposit, … */
  readonly subjectId: string;
  /** The user concerned. */
  readonly userId: string | null;
  /** Facts of this moment that are not stored elsewhere. They must not contain secrets. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/**
 * Opens a review for staff. If the subject already has an open review of this kind, only locks that one: a decision on it either waits for
 * this transaction, or ends first and a new review opens.
 */
export async function openReview(tx: Tx, { kind, subjectId, userId, facts = {} }: NewReview): Promise<void> {
  const opened = await tx
    .insertInto('reviews')
    .values({ kind, subjectId, userId, facts: facts as Json })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subjectId']).where('state', '=', 'open').doUpdateSet({ kind }),
    )
    .returning(['id', sql<boolean>`xmax = 0`.as('isNew')])
    .executeTakeFirstOrThrow();
  if (opened.isNew) await notify(tx, 'reviews', opened.id);
}

/**
 * Adds a reason (`facts.why`) to the review of a subject. Staff must know every reason when they decide. If the open review lacks this
 * one, a new review replaces it and keeps its facts. Tells whether the reason was known, was added to an open review, or opened the first one.
 */
export async function addReason(
  tx: Tx,
  review: Omit<NewReview, 'facts'>,
  why: string,
): Promise<'known' | 'added' | 'opened'> {
  const { kind, subjectId } = review;
  const facts = (await openFactsOf(tx, kind, subjectId)) as { readonly why?: readonly string[] } | null;
  const before = facts?.why ?? [];
  if (before.includes(why)) return 'known';
  if (facts) await closeOvertaken(tx, kind, subjectId);
  await openReview(tx, { ...review, facts: { ...facts, why: [...before, why] } });
  return facts ? 'added' : 'opened';
}

/** The facts of the open review of a subject. Null if there is none. */
export async function openFactsOf(tx: Tx, kind: ReviewKind, subjectId: string): Promise<Json | null> {
  const open = await tx
    .selectFrom('reviews')
    .where('kind', '=', kind)
    .where('subjectId', '=', subjectId)
    .where('state', '=', 'open')
    .select('facts')
    .executeTakeFirst();
  return open?.facts ?? null;
}

/** In SQL: whether the subject whose id the column `id` has is in an open review of this kind. */
export const isInReview = (kind: ReviewKind, id: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from reviews r where r.kind = ${sql.lit(kind)} and r.subject_id = ${sql.ref(id)} and r.state = 'open')`;

/** Closes the open review of a subject, if there is one, because later events have made it obsolete. */
export async function closeOvertaken(tx: Tx, kind: ReviewKind, subjectId: string): Promise<void> {
  const closed = await tx
    .updateTable('reviews')
    .set({ state: 'overtaken', closedAt: moment })
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

/** Closes a review with the decision. The caller has locked the review. */
export async function closeDecided(
  tx: Tx,
  id: string,
  { decision, reason, decidedBy }: Decision,
): Promise<void> {
  const state = decision === 'approve' ? 'approved' : 'rejected';
  await tx
    .updateTable('reviews')
    .set({ state, reason, decidedBy, closedAt: moment })
    .where('id', '=', id)
    .execute();
  await notify(tx, 'reviews', id);
}
