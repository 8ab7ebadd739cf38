import { sql } from 'kysely';
import { cancelRestoredResets } from '../../people/access/factor-resets.ts';
import { stopRestoredWebhooks } from '../../people/webhooks/webhooks.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { pauseRestored } from '../../trade/standing-orders/standing-orders.ts';

/** What was ended in a restored database, and who had which rights in it. Later changes of rights are lost. */
export interface RestoredAccess {
  readonly endedSessions: number;
  readonly endedCredentials: number;
  readonly stoppedWebhooks: number;
  readonly pausedStandingOrders: number;
  readonly cancelledResets: number;
  /** Owners and admins, such as 'ada (admin)'. */
  readonly staff: readonly string[];
  readonly banned: readonly string[];
}

const MAX_NAMES = 200;

/**
 * Ends every session, API credential, webhook, standing order and waiting reset of second factors of a restored database, because
 * some of them had been ended or used since the backup. Returns their numbers, and the names of staff and banned users at that time.
 */
export async function endRestoredAccess(tx: Tx): Promise<RestoredAccess> {
  const { numDeletedRows } = await tx.deleteFrom('sessions').executeTakeFirst();
  const { numUpdatedRows } = await tx
    .updateTable('apiCredentials')
    .set({ revokedAt: sql<Date>`now()` })
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  const names = async (condition: ReturnType<typeof sql<boolean>>) => {
    const { rows } = await sql<{ name: string }>`
      select split_part(username, '#', 1) || case when is_owner then ' (owner)' when role = 'admin' then ' (admin)' else '' end as name
      from users where ${condition} and deleted_at is null order by not is_owner, username limit ${MAX_NAMES}`.execute(
      tx,
    );
    return rows.map(({ name }) => name);
  };
  return {
    endedSessions: Number(numDeletedRows),
    endedCredentials: Number(numUpdatedRows),
    stoppedWebhooks: await stopNotifications(tx),
    pausedStandingOrders: await pauseRestored(tx),
    cancelledResets: await cancelRestoredResets(tx),
    staff: await names(sql<boolean>`(is_owner or role = 'admin')`),
    banned: await names(sql<boolean>`is_banned`),
  };
}

/**
 * Stops notifications by Discord and webhooks. A Discord webhook may have been removed since the backup. It stays, without
 * kinds, until its user chooses some again. Returns how many were stopped.
 */
async function stopNotifications(tx: Tx): Promise<number> {
  await tx.deleteFrom('notificationMessages').execute();
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({ kinds: [] })
    .where(sql<boolean>`kinds <> '{}'`)
    .executeTakeFirst();
  return Number(numUpdatedRows) + (await stopRestoredWebhooks(tx));
}
