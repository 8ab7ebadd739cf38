import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { record } from '../../platform/audit/audit.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';
import { withdrawAccount } from '../../supply/roblox-accounts/roblox-accounts.ts';
import { openReview } from '../../trade/reviews/reviews.ts';

export interface NewReport {
  readonly robloxUsername: string;
  readonly contact: string;
  readonly text: string;
}

/**
 * Stores a report and opens a review for staff. Answers the code that proves it, whether or not an account of that name is
 * for sale, so that the answer does not reveal who sells here.
 */
export async function makeReport(tx: Tx, report: NewReport): Promise<{ id: string; code: string }> {
  const account = await tx
    .selectFrom('robloxAccounts')
    .where(sql`lower(username)`, '=', report.robloxUsername.toLowerCase())
    .where('removedAt', 'is', null)
    .select(['id', 'userId'])
    .executeTakeFirst();
  const code = `sterling-${randomBytes(6).toString('hex')}`;
  const { id } = await tx
    .insertInto('reports')
    .values({ ...report, code, accountId: account?.id ?? null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await openReview(tx, {
    kind: 'report',
    subjectId: id,
    userId: account?.userId ?? null,
    facts: { ...report, accountId: account?.id ?? null },
  });
  return { id, code };
}

/** The code of a report and the Roblox account whose profile must contain it. Refuses with not_found. */
export async function readProofTarget(
  db: Db,
  id: string,
): Promise<{ code: string; robloxUserId: string | null }> {
  const row = await db
    .selectFrom('reports as r')
    .leftJoin('robloxAccounts as a', (join) =>
      join.onRef('a.id', '=', 'r.accountId').on('a.removedAt', 'is', null),
    )
    .where('r.id', '=', id)
    .select(['r.code', 'a.robloxUserId'])
    .executeTakeFirst();
  if (!row) return refuse('not_found');
  return { code: row.code, robloxUserId: row.robloxUserId === null ? null : String(row.robloxUserId) };
}

/** Accepts a proved report: takes its account off sale for good and writes an audit entry. Open orders of the account are completed. */
export async function acceptReport(tx: Tx, id: string): Promise<void> {
  const report = await tx
    .updateTable('reports')
    .set({ verifiedAt: new Date() })
    .where('id', '=', id)
    .where('verifiedAt', 'is', null)
    .returning('accountId')
    .executeTakeFirst();
  if (!report?.accountId) return;
  await withdrawAccount(tx, report.accountId, USED_WITHOUT_PERMISSION);
  await record(tx, {
    actorId: null,
    action: 'reports.verified',
    subjectId: id,
    after: { accountId: report.accountId },
    reason: "The report's code is in the account's public profile.",
  });
}

/** Applies the decision of staff. An approved report has the same effect as a proved one. */
export async function decideReport(tx: Tx, id: string, decision: 'approve' | 'reject'): Promise<void> {
  if (decision === 'reject') return;
  const report = await tx
    .selectFrom('reports')
    .where('id', '=', id)
    .select('accountId')
    .executeTakeFirstOrThrow();
  if (report.accountId) await withdrawAccount(tx, report.accountId, USED_WITHOUT_PERMISSION);
}

const USED_WITHOUT_PERMISSION = 'It was reported as used without permission';
