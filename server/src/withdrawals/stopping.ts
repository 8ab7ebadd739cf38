import type { Tx } from '../db/pool.ts';
import { failUnsigned } from './withdrawals.ts';

/** Fails every withdrawal of a person that was not signed yet; what was signed runs to its end (decisions.md, People). */
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
