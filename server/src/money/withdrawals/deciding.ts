import { WITHDRAWAL_CONFIRMATIONS } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { moment, type Tx } from '../../platform/db/pool.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { refuse } from '../../refusal.ts';
import { voidHold } from '../ledger/ledger.ts';
import { approve, waitText } from './approving.ts';
import { awaitsComparison } from './restored.reads.ts';
import { lockWithdrawal, moveWithdrawal } from './state.ts';
import { failUnsigned, isPayoutBlocked } from './stopping.ts';
import type { WithdrawalRow } from './withdrawals.reads.ts';
import { holdKey } from './withdrawals.rules.ts';

/**
 * Applies the owner's decision on a withdrawal. Approved: an unsigned withdrawal continues, after the wait for its
 * address, and a signed one is sent again. Rejected: its money returns. A signed withdrawal can be rejected only when
 * another transaction has spent one of its coins deep enough. Refuses with review_closed, payment_possible and
 * wallet_frozen.
 */
export async function decideWithdrawal(
  tx: Tx,
  queue: Queue,
  id: string,
  { decision, reason }: { readonly decision: 'approve' | 'reject'; readonly reason: string },
): Promise<void> {
  const row = await lockWithdrawal(tx, id);
  if (row.state === 'requested' && (await awaitsComparison(tx)))
    refuse('payment_possible', { hint: MAY_BE_PAID });
  if (row.state === 'requested' && decision === 'reject')
    await failUnsigned(tx, id, `Not approved: ${reason}`);
  else if (row.state === 'requested') await approveReviewed(tx, queue, row);
  else if (row.state === 'needs_review' && decision === 'reject') await giveUpPayment(tx, row, reason);
  else if (row.state === 'needs_review')
    await moveWithdrawal(tx, id, 'broadcast', { reason: null, sentAt: null });
  else refuse('review_closed');
}

const MAY_BE_PAID =
  'The database was restored. Decide this when the signer has compared it with the chain: see the review of the restore.';

async function approveReviewed(
  tx: Tx,
  queue: Queue,
  { id, userId, waitsUntil }: WithdrawalRow,
): Promise<void> {
  if (await isPayoutBlocked(tx, userId))
    refuse('wallet_frozen', { hint: 'Nothing leaves the wallets of this person.' });
  if (!waitsUntil || waitsUntil <= new Date()) return approve(tx, queue, id);
  await moveWithdrawal(tx, id, 'requested', { reason: waitText(waitsUntil) });
}

/**
 * Fails a signed payment that can never be mined, frees its other coins and releases its hold. Refuses with
 * payment_possible.
 */
async function giveUpPayment(tx: Tx, row: WithdrawalRow, reason: string): Promise<void> {
  const txid = row.txid!;
  const { rows } = await sql`
    select 1 from chain_outputs where reserved_by = ${txid} and spent_by <> ${txid}
      and spent_height <= (select max(height) from chain_blocks) - ${WITHDRAWAL_CONFIRMATIONS - 1}`.execute(
    tx,
  );
  if (rows.length === 0) {
    refuse('payment_possible', {
      hint: `None of its coins has been spent ${WITHDRAWAL_CONFIRMATIONS} blocks deep by another transaction.`,
    });
  }
  await sql`update chain_outputs set reserved_by = null where reserved_by = ${txid} and spent_by is null`.execute(
    tx,
  );
  await voidHold(tx, holdKey(row.id));
  await moveWithdrawal(tx, row.id, 'failed', { reason: `Not paid: ${reason}`, failedAt: moment });
}
