import { phrase } from '@sterling/contract/texts.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { toStore, WITH_VALUES } from '../../platform/stored-texts.rules.ts';
import { refuse } from '../../refusal.ts';
import { isBannedOrFrozen } from '../ledger/ledger.ts';
import { awaitsComparison } from '../litecoin/restored.reads.ts';
import { approve, endOfWait } from './approving.ts';
import { acceptLoss, cancelWithdrawal } from './ending.ts';
import { lockWithdrawal, moveWithdrawal } from './state.ts';
import { failUnsigned } from './stopping.ts';
import type { WithdrawalRow } from './withdrawals.reads.ts';
import { waitText } from './withdrawals.rules.ts';

/**
 * Applies the owner's decision on a withdrawal. Approved: an unsigned withdrawal continues, after the wait for its
 * address, a signed one is sent again, and one whose coins are gone waits for them. Rejected: its money returns, for a signed
 * one as soon as its transaction can never be mined (cancelWithdrawal), or now if its coins are gone. Refuses with review_closed, payment_possible and wallet_frozen.
 */
export async function decideWithdrawal(
  tx: Tx,
  id: string,
  { decision, reason }: { readonly decision: 'approve' | 'reject'; readonly reason: string },
): Promise<void> {
  const row = await lockWithdrawal(tx, id);
  if (row.state === 'requested' && (await awaitsComparison(tx)))
    refuse('payment_possible', { hint: MAY_BE_PAID });
  if (row.state === 'requested' && decision === 'reject')
    await failUnsigned(tx, id, toStore(WITH_VALUES.notApproved, { reason }));
  else if (row.state === 'requested') await approveReviewed(tx, row);
  else if (row.state === 'needs_review' && decision === 'reject') await cancelWithdrawal(tx, row, reason);
  else if (row.state === 'needs_review')
    await moveWithdrawal(tx, id, 'broadcast', { reason: null, sentAt: null });
  else if (row.state === 'cancelling' && decision === 'reject') await acceptLoss(tx, row, reason);
  else if (row.state === 'cancelling') return;
  else refuse('review_closed');
}

const MAY_BE_PAID = phrase(
  'The database was restored. Decide this when the signer has compared it with the chain: see the review of the restore.',
);

async function approveReviewed(tx: Tx, { id, userId }: WithdrawalRow): Promise<void> {
  if (await isBannedOrFrozen(tx, userId))
    refuse('wallet_frozen', { hint: phrase('Withdrawals of this user are blocked.') });
  const until = await endOfWait(tx, id);
  if (until === null) return approve(tx, id);
  await moveWithdrawal(tx, id, 'requested', { reason: waitText(until) });
}
