import type { Tx } from '../../platform/db/pool.ts';
import { closeOvertaken } from '../../trade/reviews/reviews.ts';
import { isFrozen, voidHold } from '../ledger/ledger.ts';
import { lockWithdrawal, moveWithdrawal } from './state.ts';
import { holdKey } from './withdrawals.rules.ts';

/** Fails every withdrawal of a person that was not signed yet; what was signed runs to its end. */
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

/** Ends a withdrawal that was never signed and gives its hold back. False: it is past that, and nothing was done. */
export async function failUnsigned(tx: Tx, id: string, reason: string): Promise<boolean> {
  const { state } = await lockWithdrawal(tx, id);
  if (state !== 'requested' && state !== 'approved') return false;
  await voidHold(tx, holdKey(id));
  await moveWithdrawal(tx, id, 'failed', { reason, failedAt: new Date() });
  await closeOvertaken(tx, 'withdrawal', id);
  return true;
}

/** Whether money must not leave for a person: banned or frozen. */
export async function isPayoutBlocked(tx: Tx, userId: string): Promise<boolean> {
  const { isBanned } = await tx
    .selectFrom('users')
    .where('id', '=', userId)
    .select('isBanned')
    .executeTakeFirstOrThrow();
  return isBanned || (await isFrozen(tx, userId));
}
