import { sql } from 'kysely';
import type { Tx } from '../../platform/db/pool.ts';
import { DELETED_USERNAME } from '../../platform/deleted-user.rules.ts';

/** Where the answer to a decision names people. */
const PLACES = [[], ['dispute', 'buyer'], ['dispute', 'seller']];

/** Deletes the names of these people from the stored answers to decisions of staff. A repeated call still gets its answer. */
export async function forgetInDecisions(tx: Tx, userIds: readonly string[]): Promise<void> {
  const decided = await decidedAbout(tx, userIds);
  if (decided.length === 0) return;
  const reviews = decided.map(({ id }) => id);
  const staff = [...new Set(decided.map(({ decidedBy }) => decidedBy))];
  for (const place of PLACES)
    await sql`
      update idempotency_keys set reply = jsonb_set(reply::jsonb, ${[...place, 'username']}::text[],
        to_jsonb(${DELETED_USERNAME}::text))
      where user_id = any (${staff}::uuid[]) and reply ->> 'id' = any (${reviews}::text[])
        and reply #>> ${[...place, 'userId']}::text[] = any (${userIds}::text[])`.execute(tx);
}

/** The decided reviews that name these people. */
async function decidedAbout(
  tx: Tx,
  userIds: readonly string[],
): Promise<readonly { id: string; decidedBy: string }[]> {
  const { rows } = await sql<{ id: string; decidedBy: string }>`
    select id, decided_by from reviews where decided_by is not null and user_id = any (${userIds}::uuid[])
    union
    select r.id, r.decided_by from transactions t join reviews r on r.subject_id = t.id and r.kind = 'dispute' and r.decided_by is not null
      where t.buyer_id = any (${userIds}::uuid[]) or t.seller_id = any (${userIds}::uuid[])`.execute(tx);
  return rows;
}
