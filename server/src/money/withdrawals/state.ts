import type { UpdateObject } from 'kysely';
import { notify, type Tx } from '../../platform/db/pool.ts';
import type { DB } from '../../platform/db/types.generated.ts';
import type { WithdrawalRow } from './withdrawals.reads.ts';
import type { WithdrawalState } from './withdrawals.rules.ts';

/** Reads and locks a withdrawal until the transaction ends. */
export async function lockWithdrawal(tx: Tx, id: string): Promise<WithdrawalRow> {
  const row = await tx
    .selectFrom('withdrawals')
    .where('id', '=', id)
    .forUpdate()
    .selectAll()
    .executeTakeFirstOrThrow();
  return row as WithdrawalRow;
}

export type Changes = Partial<
  Pick<
    UpdateObject<DB, 'withdrawals'>,
    'reason' | 'isCancelled' | 'txid' | 'facts' | 'sentAt' | 'confirmedAt' | 'failedAt' | 'lossAcceptedAt'
  >
>;

/**
 * Changes the state or other fields of a withdrawal and notifies its user. The database refuses state changes that the
 * rules do not allow.
 */
export async function moveWithdrawal(
  tx: Tx,
  id: string,
  state: WithdrawalState,
  changes: Changes = {},
): Promise<void> {
  const { userId } = await tx
    .updateTable('withdrawals')
    .set({ ...changes, state })
    .where('id', '=', id)
    .returning('userId')
    .executeTakeFirstOrThrow();
  await notify(tx, 'wallet', userId);
}
