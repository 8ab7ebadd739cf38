import type { Tx } from '../db/pool.ts';
import type { Json } from '../db/types.generated.ts';

export interface NewAuditEntry {
  /** The user who acted; null means the system. */
  readonly actorId: string | null;
  /** Noun and verb, such as 'settings.changed'. */
  readonly action: string;
  readonly subjectId?: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string;
  readonly ip?: string;
}

/** Appends an entry to the audit log, in the transaction of the action itself. The entry must not contain secrets. */
export async function record(tx: Tx, entry: NewAuditEntry): Promise<void> {
  const { actorId, action, subjectId, before, after, reason, ip } = entry;
  await tx
    .insertInto('auditLog')
    .values({ actorId, action, subjectId, before: jsonOf(before), after: jsonOf(after), reason, ip })
    .execute();
}

/** Encodes a value as JSON text. Without this, a bare string or number would reach the column as invalid JSON. */
function jsonOf(value: unknown): Json | null {
  return value === undefined ? null : (JSON.stringify(value) as unknown as Json);
}
