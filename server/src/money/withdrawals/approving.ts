import { cents } from '@sterling/contract/money.ts';
import { text } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import { addNews } from '../../people/inbox/inbox.ts';
import { readSettings } from '../../people/settings/settings.reads.ts';
import { type Db, inTransaction, type Tx } from '../../platform/db/pool.ts';
import { eachAlone } from '../../platform/loop.ts';
import { toStore, WITH_VALUES } from '../../platform/stored-texts.rules.ts';
import { openFactsOf, openReview } from '../../trade/reviews/reviews.ts';
import { stopOf } from './funding.ts';
import type { PlannedWithdrawal } from './limits.ts';
import { lockWithdrawal, moveWithdrawal } from './state.ts';
import { END_OF_WAIT, HAS_NO_OPEN_REVIEW, type WithdrawalRow } from './withdrawals.reads.ts';
import { waitText } from './withdrawals.rules.ts';

/** Shown to the user while the withdrawal is in review. */
export const IN_REVIEW = text('Under review by our team');

/** A reason for a review, until staff has decided the report. */
export const THEFT_PROVED = text('the owner of a Roblox account has proved that this person sold with it');

/** What the owner's settings and open reports require before a withdrawal is approved. */
export interface ApprovalPlan {
  /** The reasons for a review; empty without one. */
  readonly review: readonly string[];
  /** The end of the wait for a new address; null without a wait. */
  readonly waitsUntil: Date | null;
}

/** Plans the approval of a withdrawal from the present settings and reports, before it is stored. */
export async function planApproval(tx: Tx, planned: PlannedWithdrawal): Promise<ApprovalPlan> {
  const { userId, address } = planned;
  const { withdrawal_review: review, new_address_wait: wait } = await readSettings(tx);
  const { rows } = await sql<{ wasPaid: boolean; hasStolen: boolean; waitsUntil: Date | null }>`
    select coalesce(bool_or(confirmed_at is not null), false) as was_paid,
      exists (select from account_exclusions e join reviews v on v.subject_id = e.source_id and v.kind = 'report' and v.state = 'open'
        where e.user_id = ${userId}) as has_stolen,
      nullif(greatest(address_usable_at(${userId}, ${address}, greatest(${wait.hours}::int, own_wait_hours(${userId}))), now()),
        now()) as waits_until
    from withdrawals where user_id = ${userId} and address = ${address} and state <> 'failed'`.execute(tx);
  const { wasPaid, hasStolen, waitsUntil } = rows[0]!;
  const over = review.overUsd === null ? null : await whyOver(tx, planned, review.overUsd);
  return {
    review: [
      ...(over === null ? [] : [over]),
      ...(review.newAddress && !wasPaid ? [text('first withdrawal to this address')] : []),
      ...(hasStolen ? [THEFT_PROVED] : []),
    ],
    waitsUntil,
  };
}

/**
 * Why a withdrawal is over the limit; null if it is not. Withdrawals of the last 24 hours that no one reviewed count too,
 * so that nobody avoids the review with parts.
 */
async function whyOver(
  tx: Tx,
  { userId, amount }: PlannedWithdrawal,
  limitUsd: number,
): Promise<string | null> {
  const limit = cents(limitUsd * 100);
  const values = { limit: `$${limitUsd}` };
  if (amount > limit) return toStore(WITH_VALUES.overReview, values);
  const { rows } = await sql<{ unreviewed: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as unreviewed from withdrawals w
    where w.user_id = ${userId} and w.created_at > now() - interval '24 hours' and w.state <> 'failed' and not exists (
      select from reviews r where r.user_id = w.user_id and r.subject_id = w.id and r.kind = 'withdrawal'
        and (r.state = 'open' or r.decided_by is not null))`.execute(tx);
  return rows[0]!.unreviewed + amount > limit ? toStore(WITH_VALUES.overReviewInADay, values) : null;
}

/**
 * Approves a stored withdrawal immediately, or lets it wait for a review or for its new address. The reason says which.
 * `waitsUntil` of the returned row is null while a review decides.
 */
export async function startApproval(
  tx: Tx,
  row: WithdrawalRow,
  { review, waitsUntil }: ApprovalPlan,
): Promise<WithdrawalRow> {
  const { id, userId } = row;
  if (review.length === 0 && !waitsUntil) {
    await approve(tx, id);
    return { ...row, state: 'approved' };
  }
  if (review.length > 0)
    await openReview(tx, { kind: 'withdrawal', subjectId: id, userId, facts: { why: review } });
  const reason = review.length > 0 ? IN_REVIEW : waitText(waitsUntil!);
  await moveWithdrawal(tx, id, 'requested', { reason });
  const news = { code: 'withdrawal_requested', cents: row.amountCents, address: row.address } as const;
  await addNews(tx, userId, news, id);
  return { ...row, reason, waitsUntil: review.length > 0 ? null : waitsUntil };
}

/** Approves a requested withdrawal. The signer finds it in its next run. */
export const approve = (tx: Tx, id: string): Promise<void> =>
  moveWithdrawal(tx, id, 'approved', { reason: null });

/**
 * Approves withdrawals whose waiting time is over, for which pauses do not count, and that have no open review. Fails those of banned or
 * frozen users. A failure delays none of the others.
 */
export async function approveDue(db: Db): Promise<void> {
  const due = await db
    .selectFrom('withdrawals as w')
    .where('w.state', '=', 'requested')
    .where(END_OF_WAIT, '<=', sql<Date>`now()`)
    .where(HAS_NO_OPEN_REVIEW)
    .orderBy('w.id')
    .select('w.id')
    .execute();
  await eachAlone(due, ({ id }) => inTransaction(db, (tx) => approveWaiting(tx, id)));
}

/** When the wait of a requested withdrawal ends, for which pauses do not count. Null: it is over, or there is none. */
export async function endOfWait(tx: Tx, id: string): Promise<Date | null> {
  const waiting = await tx
    .selectFrom('withdrawals as w')
    .where('w.id', '=', id)
    .where(END_OF_WAIT, '>', sql<Date>`now()`)
    .select(END_OF_WAIT.as('until'))
    .executeTakeFirst();
  return waiting?.until ?? null;
}

async function approveWaiting(tx: Tx, id: string): Promise<void> {
  const { state, userId } = await lockWithdrawal(tx, id);
  // another worker was first, or a review opened meanwhile
  if (state !== 'requested' || (await openFactsOf(tx, 'withdrawal', id)) !== null) return;
  if (!(await stopOf(tx, { id, userId }))) await approve(tx, id);
}
