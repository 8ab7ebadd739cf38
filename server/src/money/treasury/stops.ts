import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { stopEverything } from '../../people/settings/settings.ts';
import { lockName } from '../../platform/db/lock-name.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { toStore, WITH_VALUES } from '../../platform/stored-texts.rules.ts';
import { closeOvertaken, type Decision, openReview } from '../../trade/reviews/reviews.ts';
import type { StopKind } from '../litecoin/guards.reads.ts';
import { covers, type NamedDifference, unaccepted } from './differences.reads.ts';

type DifferenceKind = Exclude<StopKind, 'foreign_spend'>;

/** The most differences that one review names. The rest opens the next one. */
const MAX_NAMED = 1_000;

/**
 * Compares all differences of a kind with those that an owner has accepted. An acceptance ends when its difference is
 * gone. Opens a review for the others, which stops payouts. A review that does not name them all is replaced. Returns
 * the differences that are not accepted.
 */
export async function reportDifferences<Of extends NamedDifference>(
  tx: Tx,
  kind: DifferenceKind,
  found: readonly Of[],
): Promise<Of[]> {
  await lockName(tx, `stop ${kind}`);
  // a decision in progress holds the row, so what it accepts is seen below
  const open = await openReviewOf(tx, kind);
  await sql`delete from accepted_differences
    where kind = ${kind} and subject <> all (${found.map(({ subject }) => subject)}::text[])`.execute(tx);
  const left = await unaccepted(tx, kind, found);
  const named = left
    .toSorted((a, b) => (a.subject < b.subject ? -1 : 1))
    .slice(0, MAX_NAMED)
    .map(({ subject, amount, text }) => ({ subject, amount, text }));
  if (open && named.every((each) => covers(open.differences, each))) return left;
  if (open) await closeOvertaken(tx, kind, open.subjectId);
  if (named.length > 0) {
    const facts = { differences: named, count: left.length };
    await openReview(tx, { kind, subjectId: randomUUID(), userId: null, facts });
  }
  return left;
}

/** Closes the open review of a kind, because its differences are gone. */
export async function closeEnded(tx: Tx, kind: DifferenceKind): Promise<void> {
  const open = await openReviewOf(tx, kind);
  if (open) await closeOvertaken(tx, kind, open.subjectId);
}

async function openReviewOf(tx: Tx, kind: DifferenceKind) {
  const row = await tx
    .selectFrom('reviews')
    .where('kind', '=', kind)
    .where('state', '=', 'open')
    .select(['subjectId', 'facts'])
    .forUpdate()
    .executeTakeFirst();
  return row && { subjectId: row.subjectId, differences: differencesIn(row.facts) };
}

const differencesIn = (facts: unknown): readonly NamedDifference[] =>
  (facts as { differences?: readonly NamedDifference[] }).differences ?? [];

/**
 * Applies an owner's decision on a review that stops payouts. Its closing accepts what it names, so payouts go on. A
 * rejection also sets the emergency stop.
 */
export async function decideStop(
  tx: Tx,
  subjectId: string,
  { decision, reason }: Pick<Decision, 'decision' | 'reason'>,
): Promise<void> {
  const review = await tx
    .selectFrom('reviews')
    .where('subjectId', '=', subjectId)
    .orderBy('id', 'desc')
    .select(['id', 'kind', 'facts'])
    .limit(1)
    .executeTakeFirstOrThrow();
  for (const { subject, amount } of differencesIn(review.facts)) {
    await sql`
      insert into accepted_differences (kind, subject, amount, review_id) values (${review.kind}, ${subject}, ${amount}, ${review.id})
      on conflict (kind, subject) do update set amount = excluded.amount, review_id = excluded.review_id`.execute(
      tx,
    );
  }
  if (decision === 'reject')
    await stopEverything(tx, toStore(WITH_VALUES.reviewRejected, { reason }).slice(0, 300));
}
