import { randomBytes } from 'node:crypto';
import { text } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import { account, lockWallet } from '../../money/ledger/ledger.ts';
import { THEFT_PROVED } from '../../money/withdrawals/approving.ts';
import { reviewUnsignedOf } from '../../money/withdrawals/unsigned.ts';
import { record } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';
import { endExclusionsBy, excludeReported, removeReported } from '../../supply/roblox-accounts/removal.ts';
import { openReview } from '../../trade/reviews/reviews.ts';

export interface NewReport {
  readonly robloxUsername: string;
  readonly contact: string;
  readonly text: string;
}

/**
 * Stores a report and returns the code that proves it. Whose account it names is looked up later (`lookUpReport`), so that
 * neither the answer nor its time reveals who sells here.
 */
export async function makeReport(tx: Tx, report: NewReport): Promise<{ id: string; code: string }> {
  const code = `sterling-${randomBytes(6).toString('hex')}`;
  const { id } = await tx
    .insertInto('reports')
    .values({ ...report, code })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, code };
}

/** Looks up the account that a report names, and opens the review for staff. Does nothing the second time. */
export async function lookUpReport(tx: Tx, id: string): Promise<void> {
  const report = await tx
    .updateTable('reports')
    .set({ lookedUpAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('lookedUpAt', 'is', null)
    // without the contact, which is deleted in time (delete_expired_rows()); facts of a review never change
    .returning(['robloxUsername', 'text'])
    .executeTakeFirst();
  if (!report) return;
  const found = await tx
    .selectFrom('robloxAccounts')
    .where(sql`lower(username)`, '=', report.robloxUsername.toLowerCase())
    .where('removedAt', 'is', null)
    .select(['id', 'userId', 'robloxUserId'])
    .executeTakeFirst();
  const accountId = found?.id ?? null;
  const robloxUserId = found?.robloxUserId ?? null;
  await tx.updateTable('reports').set({ accountId, robloxUserId }).where('id', '=', id).execute();
  const review = { kind: 'report', subjectId: id, userId: found?.userId ?? null } as const;
  await openReview(tx, { ...review, facts: { ...report, accountId } });
}

/**
 * Accepts a proved report: takes the account with this Roblox id off sale for good and writes an audit entry. The first proof also puts
 * the unsigned withdrawals of its sellers into review. The seller and the name of the account may have changed since the report. Open
 * orders of the account are completed. The proof may be repeated until staff have rejected it. Refuses with review_closed then.
 */
export async function acceptReport(tx: Tx, id: string, robloxUserId: string): Promise<void> {
  const proved = Number(robloxUserId);
  await lookUpReport(tx, id);
  await refuseRejectedProof(tx, id);
  await lockSeller(tx, id);
  const { accountId, sellerId, robloxUserId: named, verifiedAt } = await readReported(tx, id);
  // a withdrawal that is being requested is stored first, or sees the report
  for (const userId of await sellersOf(tx, proved, sellerId)) await lockWallet(tx, account.seller(userId));
  await tx
    .updateTable('reports')
    .set({ verifiedAt: sql<Date>`coalesce(verified_at, moment())`, robloxUserId: proved })
    .where('id', '=', id)
    .execute();
  const reported = { robloxUserId: proved, reportId: id, sellerId: named === proved ? sellerId : null };
  const removedId = await removeReported(tx, reported);
  if (verifiedAt === null) await reviewWithdrawals(tx, id);
  if (removedId === null) return;
  if (accountId === null)
    await tx.updateTable('reports').set({ accountId: removedId }).where('id', '=', id).execute();
  await record(tx, {
    actorId: null,
    action: 'reports.verified',
    subjectId: id,
    after: { accountId: removedId },
    reason: text("The report's code is in the account's public profile."),
  });
}

/** Staff who rejected a proved report knew the proof. A new report gives them a new decision. */
async function refuseRejectedProof(tx: Tx, id: string): Promise<void> {
  const review = await tx
    .selectFrom('reviews as v')
    .innerJoin('reports as r', 'r.id', 'v.subjectId')
    .where('v.kind', '=', 'report')
    .where('r.id', '=', id)
    .where('r.verifiedAt', 'is not', null)
    .select('v.state')
    // a decision of this moment ends first, or sees the proof
    .forShare('v')
    .executeTakeFirst();
  if (review?.state === 'rejected') refuse('review_closed');
}

/** The seller whom a report names, if it names one, and the present seller of the account, in the order of all locks. */
async function sellersOf(tx: Tx, robloxUserId: number, named: string | null): Promise<string[]> {
  const present = await tx
    .selectFrom('robloxAccounts')
    .where('robloxUserId', '=', robloxUserId)
    .where('removedAt', 'is', null)
    .select('userId')
    .execute();
  const ids = [...present.map(({ userId }) => userId), ...(named === null ? [] : [named])];
  return [...new Set(ids)].toSorted();
}

/** Puts the unsigned withdrawals of the sellers whom a report keeps from its account into review. */
async function reviewWithdrawals(tx: Tx, reportId: string): Promise<void> {
  const excluded = await tx
    .selectFrom('accountExclusions')
    .where('sourceId', '=', reportId)
    .where('userId', 'is not', null)
    .select('userId')
    .orderBy('userId')
    .execute();
  for (const { userId } of excluded) await reviewUnsignedOf(tx, userId!, THEFT_PROVED);
}

/**
 * Applies the decision of staff. An approved report has the same effect as a proved one. After a rejected one the seller may add the
 * account again.
 */
export async function decideReport(tx: Tx, id: string, decision: 'approve' | 'reject'): Promise<void> {
  await lockSeller(tx, id);
  if (decision === 'reject') return endExclusionsBy(tx, id);
  const { sellerId, robloxUserId, isForgotten } = await readReported(tx, id);
  if (robloxUserId === null || sellerId === null) return;
  const reported = { robloxUserId, reportId: id, sellerId };
  // another seller may have the account now, and staff decide only about the one who deleted their data
  if (isForgotten) await excludeReported(tx, reported);
  else await removeReported(tx, reported);
}

/** The account that a report names, its seller, and its id at Roblox. Nulls if no seller had it. */
const readReported = (tx: Tx, id: string) =>
  tx
    .selectFrom('reports as r')
    .leftJoin('robloxAccounts as a', 'a.id', 'r.accountId')
    .where('r.id', '=', id)
    .select(['r.robloxUserId', 'r.accountId', 'r.verifiedAt', 'a.userId as sellerId'])
    .select(sql<boolean>`a.roblox_user_id = 0`.as('isForgotten'))
    .executeTakeFirstOrThrow();

/** Locks the seller whom a report names, so that a deletion of their account either has ended or sees the decision. */
async function lockSeller(tx: Tx, id: string): Promise<void> {
  await tx
    .selectFrom('reports as r')
    .innerJoin('robloxAccounts as a', 'a.id', 'r.accountId')
    .innerJoin('users as u', 'u.id', 'a.userId')
    .where('r.id', '=', id)
    .select('u.id')
    .forShare('u')
    .execute();
}
