import { CHECK_MINUTES } from '@sterling/contract/factors.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';
import { renewToken } from '../sessions/sessions.ts';

export interface Checked {
  /** Until when the check counts. */
  readonly until: Date;
  /** The session's new token. */
  readonly newToken: string;
}

/**
 * Records that a session has passed a check. The session gets a new token in the same transaction, and only the answer of this call has
 * it. The check does not count for a copy of the old token, which ends in a few minutes. Refuses with authentication_required if the
 * session has ended.
 */
export async function markChecked(tx: Tx, sessionId: string): Promise<Checked> {
  const row = await tx
    .updateTable('sessions')
    .set({ checkedAt: sql<Date>`now()` })
    .where('id', '=', sessionId)
    .returning(sql<Date>`checked_at + ${CHECK_MINUTES} * interval '1 minute'`.as('until'))
    .executeTakeFirst();
  if (!row) return refuse('authentication_required');
  return { until: row.until, newToken: await renewToken(tx, sessionId) };
}
