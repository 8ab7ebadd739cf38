import type { Tx } from '../db/pool.ts';
import type { Json } from '../db/types.generated.ts';

export interface Deed {
  /** Who did it; null: the system itself. */
  readonly actorId: string | null;
  /** Noun and verb, such as 'settings.changed'. */
  readonly action: string;
  readonly subjectId?: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string;
  readonly ip?: string;
}

/** Writes a deed of staff into the append-only log, in the transaction of the deed itself. Never give it a secret. */
export async function record(tx: Tx, deed: Deed): Promise<void> {
  const { actorId, action, subjectId, before, after, reason, ip } = deed;
  await tx
    .insertInto('auditLog')
    .values({ actorId, action, subjectId, before: jsonOf(before), after: jsonOf(after), reason, ip })
    .execute();
}

/** As JSON text: a bare text or number would else reach the column as something that is no JSON. */
function jsonOf(value: unknown): Json | null {
  return value === undefined ? null : (JSON.stringify(value) as unknown as Json);
}
