import { sql } from 'kysely';
import type { Tx } from '../../platform/db/pool.ts';
import { DELETED_USERNAME } from '../../platform/deleted-user.rules.ts';

/** Where the answer to a decision names people. */
const PLACES = [[], ['dispute', 'buyer'], ['dispute', 'seller']];

/** Deletes the names of these people from the stored answers to decisions of staff. A repeated call still gets its answer. */
export async function forgetInDecisions(tx: Tx, userIds: readonly string[]): Promise<void> {
  for (const place of PLACES)
    await sql`
      update idempotency_keys k set reply = jsonb_set(k.reply::jsonb, ${[...place, 'username']}::text[],
        to_jsonb(${DELETED_USERNAME}::text))
      from reviews r where k.user_id = r.decided_by and k.reply ->> 'id' = r.id::text
        and k.reply #>> ${[...place, 'userId']}::text[] = any (${userIds}::text[])`.execute(tx);
}
