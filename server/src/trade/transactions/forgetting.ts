import { sql } from 'kysely';
import type { Tx } from '../../platform/db/pool.ts';
import { forgetPicturesOf } from './pictures.ts';
import { deleteTextsOf } from './trade.ts';

const ENDED_TRADES = sql<string>`(select id from transactions where ended_at is not null)`;

/**
 * Deletes what these people wrote and showed in trades. In an open trade it stays until the trade ends, because staff may have to
 * decide it.
 */
export async function forgetInTrades(tx: Tx, userIds: readonly string[]): Promise<void> {
  await sql`
    with open as (
      select t.id, array(select unnest(${userIds}::uuid[]) except select unnest(t.forget_at_end)) as more
      from transactions t
      where t.ended_at is null and (
        exists (select from transaction_events e where e.transaction_id = t.id and e.said is not null and e.actor_id = any (${userIds}))
        or exists (select from transaction_pictures p where p.transaction_id = t.id and p.user_id = any (${userIds})))
      order by t.id for update)
    update transactions t set forget_at_end = t.forget_at_end || open.more from open where t.id = open.id`.execute(
    tx,
  );
  await deleteTextsOf(tx, userIds, ENDED_TRADES);
  await forgetPicturesOf(tx, userIds, ENDED_TRADES);
}

/** Deletes from a trade that has ended what was only kept for its decision. `userIds`: whose texts and pictures. */
export async function forgetInEndedTrade(tx: Tx, id: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  const trade = sql<string>`(${id}::uuid)`;
  await deleteTextsOf(tx, userIds, trade);
  await forgetPicturesOf(tx, userIds, trade);
}
