import type { WalletType } from '@sterling/contract/fields.ts';
import { type Cents, cents, dollarsOf, MAX_CORRECTION_CENTS } from '@sterling/contract/money.ts';
import { phrase } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import { account, post, walletBalance } from '../../money/ledger/ledger.ts';
import { record } from '../../platform/audit/audit.ts';
import { lockName } from '../../platform/db/lock-name.ts';
import { notify, type Tx } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';
import { isDeleted, refuseParty } from '../../trade/reviews/parties.ts';
import { type Decision, openReview } from '../../trade/reviews/reviews.ts';
import { addNews } from '../inbox/inbox.ts';
import { readSetting } from '../settings/settings.reads.ts';

export interface Correction {
  readonly userId: string;
  readonly walletType: WalletType;
  /** Positive: from the house to the wallet. Negative: from the wallet to the house. */
  readonly amount: Cents;
  readonly reason: string;
}

/**
 * Moves money between house:adjustments and a wallet, writes an audit entry, and returns the balance. Above the owner's limit
 * it only opens a review, which another member of the staff has to approve. Also works for banned users. The wallet of a deleted
 * user gets only what it owes. Refuses with invalid_amount, user_not_found, insufficient_balance, and unauthorized for one's own
 * wallet.
 */
export async function correct(
  tx: Tx,
  staffId: string,
  correction: Correction,
): Promise<{ balance: Cents; waiting: boolean }> {
  const { userId, walletType, amount, reason } = correction;
  if (amount === 0) refuse('invalid_amount');
  if (Math.abs(amount) > MAX_CORRECTION_CENTS)
    refuse('invalid_amount', { hint: phrase('A correction is at most $1,000,000,000.') });
  const person = await tx.selectFrom('users').where('id', '=', userId).select('id').executeTakeFirst();
  if (!person) refuse('user_not_found');
  refuseParty([userId], staffId);
  await refuseDeletedOwner(tx, correction);
  const waiting = await needsApproval(tx, staffId, amount);
  const { id } = await tx
    .insertInto('corrections')
    .values({
      userId,
      walletType,
      cents: amount,
      reason,
      requestedBy: staffId,
      state: waiting ? 'waiting' : 'made',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (waiting) await askForApproval(tx, staffId, id, correction);
  else await book(tx, id, correction, staffId);
  const { posted } = await walletBalance(tx, userId, walletType);
  return { balance: posted, waiting };
}

/** Refuses with user_not_found if money would stay in the wallet of a deleted user. Covering what the wallet owes is allowed. */
async function refuseDeletedOwner(
  tx: Tx,
  { userId, walletType, amount }: Omit<Correction, 'reason'>,
): Promise<void> {
  if (amount < 0 || !(await isDeleted(tx, userId))) return;
  const { posted } = await walletBalance(tx, userId, walletType);
  if (posted + amount > 0)
    refuse('user_not_found', {
      hint: phrase(
        'The account was deleted, so nobody could use the money. Correct the new account of the person, if they have one.',
      ),
    });
}

/** Whether the corrections that this person made in the last 24 hours would exceed the owner's limit. Many small ones count together. */
async function needsApproval(tx: Tx, staffId: string, amount: Cents): Promise<boolean> {
  const { overUsd } = await readSetting(tx, 'correction_approval');
  if (overUsd === null) return false;
  // without the lock, two parallel corrections could both use the same rest of the limit
  await lockName(tx, `corrections by ${staffId}`);
  const { rows } = await sql<{ made: number }>`
    select coalesce(sum(abs(cents)), 0)::bigint as made from corrections
    where requested_by = ${staffId} and state = 'made' and requested_at > now() - interval '1 day'`.execute(
    tx,
  );
  return rows[0]!.made + Math.abs(amount) > overUsd * 100;
}

async function askForApproval(
  tx: Tx,
  staffId: string,
  id: string,
  { userId, walletType, amount, reason }: Correction,
): Promise<void> {
  const { username } = await tx
    .selectFrom('users')
    .where('id', '=', staffId)
    .select('username')
    .executeTakeFirstOrThrow();
  const facts = { amount: dollarsOf(amount), walletType, requestedBy: username, requestReason: reason };
  await openReview(tx, { kind: 'correction', subjectId: id, userId, facts });
  await record(tx, {
    actorId: staffId,
    action: 'wallets.correction_requested',
    subjectId: userId,
    after: { walletType, cents: amount },
    reason,
  });
}

/** Applies the decision of a second member of the staff. Rejection moves nothing. Refuses with review_closed, user_not_found and insufficient_balance. */
export async function decideCorrection(tx: Tx, id: string, { decision, decidedBy }: Decision): Promise<void> {
  const row = await tx
    .updateTable('corrections')
    .set({ state: decision === 'approve' ? 'made' : 'rejected' })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning(['userId', 'walletType', 'cents', 'reason'])
    .executeTakeFirst();
  if (!row) return refuse('review_closed');
  if (decision === 'reject') return;
  const { userId, reason } = row;
  const correction = { userId, walletType: row.walletType as WalletType, amount: cents(row.cents), reason };
  await refuseDeletedOwner(tx, correction);
  await book(tx, id, correction, decidedBy);
}

async function book(
  tx: Tx,
  id: string,
  { userId, walletType, amount, reason }: Correction,
  actorId: string,
): Promise<void> {
  const wallet = account[walletType](userId);
  const [from, to] = amount > 0 ? [account.adjustments, wallet] : [wallet, account.adjustments];
  const { posted: before } = await walletBalance(tx, userId, walletType);
  await post(tx, {
    key: `correction ${id}`,
    kind: 'correction.made',
    postings: [{ from, to, amount: cents(Math.abs(amount)) }],
  });
  const { posted: after } = await walletBalance(tx, userId, walletType);
  await record(tx, {
    actorId,
    action: 'wallets.corrected',
    subjectId: userId,
    before: { walletType, cents: before },
    after: { walletType, cents: after },
    reason,
  });
  const news = { cents: Math.abs(amount), direction: amount > 0 ? 'in' : 'out', wallet: walletType } as const;
  if (!(await isDeleted(tx, userId))) await addNews(tx, userId, { code: 'wallet_corrected', ...news });
  await notify(tx, 'wallet', userId);
}
