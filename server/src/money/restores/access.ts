import { sql } from 'kysely';
import { stopRestoredWebhooks } from '../../people/webhooks/webhooks.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { pauseRestored } from '../../trade/standing-orders/standing-orders.ts';

/** The rights that a restored database has, as names. Later changes of them are lost. */
export interface RestoredAccess {
  readonly endedSessions: number;
  readonly endedCredentials: number;
  readonly stoppedWebhooks: number;
  readonly pausedStandingOrders: number;
  /** Owners and admins, such as 'ada (admin)'. */
  readonly staff: readonly string[];
  readonly banned: readonly string[];
}

const MAX_NAMES = 200;

/** Discord webhooks may have been removed since, too. They stay, without kinds, until their people choose some again. */
async function stopRestored(tx: Tx): Promise<number> {
  await tx.deleteFrom('notificationMessages').execute();
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({ kinds: [] })
    .where(sql<boolean>`kinds <> '{}'`)
    .executeTakeFirst();
  return Number(numUpdatedRows) + (await stopRestoredWebhooks(tx));
}

/**
 * Ends every session, API credential, webhook and standing order of a restored database, because some of them had been ended or used since
 * then, and names the staff and the banned users of that time.
 */
export async function endRestoredAccess(tx: Tx): Promise<RestoredAccess> {
  const { numDeletedRows } = await tx.deleteFrom('sessions').executeTakeFirst();
  const { numUpdatedRows } = await tx
    .updateTable('apiCredentials')
    .set({ revokedAt: sql<Date>`now()` })
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  const names = async (isOne: ReturnType<typeof sql<boolean>>) => {
    const { rows } = await sql<{ name: string }>`
      select username || case when is_owner then ' (owner)' when role = 'admin' then ' (admin)' else '' end as name
      from users where ${isOne} and deleted_at is null order by not is_owner, username limit ${MAX_NAMES}`.execute(
      tx,
    );
    return rows.map(({ name }) => name);
  };
  return {
    endedSessions: Number(numDeletedRows),
    endedCredentials: Number(numUpdatedRows),
    stoppedWebhooks: await stopRestored(tx),
    pausedStandingOrders: await pauseRestored(tx),
    staff: await names(sql<boolean>`(is_owner or role = 'admin')`),
    banned: await names(sql<boolean>`is_banned`),
  };
}
