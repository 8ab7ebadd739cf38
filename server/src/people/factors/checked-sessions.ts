import { CHECK_MINUTES } from '@sterling/contract/factors.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';

/**
 * Records that a session has passed a check, and returns until when it counts. The session gets a new token, so that a copy of
 * the old one does not profit for longer than the old token stays valid. Refuses with authentication_required if the session has
 * ended.
 */
export async function markChecked(tx: Tx, sessionId: string): Promise<Date> {
  const row = await tx
    .updateTable('sessions')
    .set({ checkedAt: sql<Date>`now()`, rotationDue: true })
    .where('id', '=', sessionId)
    .returning(sql<Date>`checked_at + ${CHECK_MINUTES} * interval '1 minute'`.as('until'))
    .executeTakeFirst();
  return row?.until ?? refuse('authentication_required');
}
