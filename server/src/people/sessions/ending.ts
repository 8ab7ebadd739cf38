import { sql } from 'kysely';
import type { Tx } from '../../platform/db/pool.ts';
import { addNews } from '../inbox/inbox.ts';
import type { AccessEndCause } from '../inbox/security-news.rules.ts';
import { forgetNotificationsOf } from '../notifications/notifications.ts';
import { forgetDevicesOf } from '../sign-in/devices.ts';
import { stopWebhooksOf } from '../webhooks/webhooks.ts';

/**
 * Ends what someone else may have set up or taken over on an account: sessions (except `keptSessionId`), API tokens, webhooks, the
 * Discord webhook and the memory of known devices. Tells the person what ended, and answers the number of ended sessions. A ban keeps
 * the Discord webhook, because a banned person cannot read their inbox.
 */
export async function endAccessOf(
  tx: Tx,
  userId: string,
  cause: AccessEndCause,
  { keptSessionId = null }: { keptSessionId?: string | null } = {},
): Promise<number> {
  // first, because this waits for calls in progress that may add something of the rest
  const sessions = await endSessionsOf(tx, [userId], keptSessionId);
  const tokens = await revokeTokensOf(tx, userId);
  const webhooks = await stopWebhooksOf(tx, userId, cause === 'banned' ? 'banned' : 'signed_out');
  const discord = cause !== 'banned' && (await forgetNotificationsOf(tx, [userId])) > 0;
  await forgetDevicesOf(tx, userId);
  await addNews(tx, userId, 'security', { code: 'access_ended', cause, tokens, webhooks, discord });
  return sessions;
}

/** Ends the sessions of users, except the kept one, and answers their number. */
export async function endSessionsOf(
  tx: Tx,
  userIds: readonly string[],
  keptId: string | null = null,
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('userId', 'in', userIds)
    .$if(keptId !== null, (all) => all.where('id', '<>', keptId!))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

async function revokeTokensOf(tx: Tx, userId: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('apiCredentials')
    .set({ revokedAt: sql<Date>`now()` })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
