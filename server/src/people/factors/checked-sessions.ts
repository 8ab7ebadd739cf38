import { CHECK_MINUTES } from '@sterling/contract/factors.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';
import { rotateToken } from '../sessions/sessions.ts';

/** The session of a call, and the token that the call came with. */
export interface UsedSession {
  readonly sessionId: string;
  readonly token: string;
}

export interface Checked {
  /** Until when the check counts. */
  readonly until: Date;
  /** The session's new token. Null if the call came with an older token; then the next call gets it. */
  readonly newToken: string | null;
}

/**
 * Records that a session has passed a check. The session gets a new token in the same transaction, and only the answer of this call has
 * it. Someone with a copy of the old token does not get the new one, and the old one ends in a few minutes. Refuses with
 * authentication_required if the session has ended.
 */
export async function markChecked(tx: Tx, { sessionId, token }: UsedSession): Promise<Checked> {
  const row = await tx
    .updateTable('sessions')
    .set({ checkedAt: sql<Date>`now()`, rotationDue: true })
    .where('id', '=', sessionId)
    .returning(sql<Date>`checked_at + ${CHECK_MINUTES} * interval '1 minute'`.as('until'))
    .executeTakeFirst();
  if (!row) return refuse('authentication_required');
  return { until: row.until, newToken: await rotateToken(tx, sessionId, token) };
}
