import { phrase } from '@sterling/contract/texts.ts';
import { moment, type Tx } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';
import { closeOvertaken } from '../../trade/reviews/reviews.ts';
import { voidHold } from '../ledger/ledger.ts';
import { awaitsComparison } from '../litecoin/restored.reads.ts';
import { type Changes, lockWithdrawal, moveWithdrawal } from './state.ts';
import { withdrawalHoldKey } from './withdrawals.rules.ts';

/** Fails every unsigned withdrawal of a user. Signed withdrawals continue. */
export async function stopWithdrawalsOf(tx: Tx, userId: string, reason: string): Promise<void> {
  const open = await tx
    .selectFrom('withdrawals')
    .where('userId', '=', userId)
    .where('state', 'in', ['requested', 'approved'])
    .select('id')
    .orderBy('id')
    .execute();
  for (const { id } of open) await failUnsigned(tx, id, reason);
}

/** Cancels a withdrawal of a user at their request. Refuses with transaction_not_found, and with withdrawal_sent once it is signed or has ended. */
export async function cancelOwnWithdrawal(tx: Tx, userId: string, id: string): Promise<void> {
  const own = tx.selectFrom('withdrawals').where('id', '=', id).where('userId', '=', userId);
  if (!(await own.select('id').executeTakeFirst())) refuse('transaction_not_found');
  const isCancelled = await endUnsigned(tx, id, { reason: null, isCancelled: true });
  if (!isCancelled) refuse('withdrawal_sent', { hint: phrase('It may already be paid, or it has ended.') });
}

/**
 * Fails an unsigned withdrawal, releases its hold and closes its review. False, without a change, when it is signed or
 * ended, or when it may have been paid before the database was restored.
 */
export const failUnsigned = (tx: Tx, id: string, reason: string): Promise<boolean> =>
  endUnsigned(tx, id, { reason });

async function endUnsigned(
  tx: Tx,
  id: string,
  changes: Pick<Changes, 'reason' | 'isCancelled'>,
): Promise<boolean> {
  const { state } = await lockWithdrawal(tx, id);
  if (state !== 'requested' && state !== 'approved') return false;
  if (await awaitsComparison(tx)) return false;
  await voidHold(tx, withdrawalHoldKey(id));
  await moveWithdrawal(tx, id, 'failed', { ...changes, failedAt: moment });
  await closeOvertaken(tx, 'withdrawal', id);
  return true;
}
