import type { Notifications } from '@sterling/contract/notifications.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';

const NONE: Notifications = { webhookUrl: null, kinds: [] };

/** A user's webhook and chosen kinds. The secret part of the webhook address is masked. */
export async function readNotifications(db: Db | Tx, userId: string): Promise<Notifications> {
  const row = await db
    .selectFrom('notifications')
    .where('userId', '=', userId)
    .select(['webhookId', 'kinds'])
    .executeTakeFirst();
  if (!row) return NONE;
  const webhookUrl = `https://discord.com/api/webhooks/${row.webhookId}/••••`;
  return { webhookUrl, kinds: row.kinds as Notifications['kinds'] };
}
