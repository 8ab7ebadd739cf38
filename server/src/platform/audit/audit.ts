import type { AuditAction } from '@sterling/contract/audit-actions.ts';
import { sql } from 'kysely';
import type { Tx } from '../db/pool.ts';
import { type Acting, actingNow } from './acting.ts';

export interface NewAuditEntry {
  /** The user who acted; null means the process. The database takes the actor from the session of their request. */
  readonly actorId: string | null;
  /** Noun and verb, such as 'settings.changed'. */
  readonly action: AuditAction;
  readonly subjectId?: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string;
}

/**
 * Appends an entry to the audit log, in the transaction of the action itself, with the session and the address of the request. The
 * entry must not contain secrets.
 */
export async function record(tx: Tx, { actorId, ...entry }: NewAuditEntry): Promise<void> {
  const from = actorId === null ? null : requestOf(actorId);
  await append(tx, from?.sessionId ?? null, from?.ip ?? null, entry);
}

/** As `record`, for a sign-in: the session has just begun. */
export function recordSignIn(
  tx: Tx,
  session: { readonly id: string; readonly userId: string; readonly ip: string },
): Promise<void> {
  return append(tx, session.id, session.ip, { action: 'sessions.started', subjectId: session.userId });
}

function requestOf(actorId: string): Acting {
  const acting = actingNow();
  if (acting?.userId !== actorId)
    throw new Error('an audit entry names a user who did not make this request');
  return acting;
}

async function append(
  tx: Tx,
  sessionId: string | null,
  address: string | null,
  { action, subjectId, before, after, reason }: Omit<NewAuditEntry, 'actorId'>,
): Promise<void> {
  await sql`select record_audit(${sessionId}, ${action}, ${subjectId ?? null}, ${jsonOf(before)}::jsonb, ${jsonOf(after)}::jsonb,
    ${reason ?? null}, ${address})`.execute(tx);
}

/** Encodes a value as JSON text. Without this, a bare string or number would reach the column as invalid JSON. */
const jsonOf = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));
