import type { Notifications } from '@sterling/contract/notifications.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { Vault } from '../../platform/vault/vault.ts';
import { refuse } from '../../refusal.ts';

const NONE: Notifications = { webhookUrl: null, kinds: [] };

/** Where a person wants to be told of what; the secret part of the address is never shown. */
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

/** Discord's webhooks and no other address: only the id and the token of it are kept, so nothing else can ever be called. */
const WEBHOOK =
  /^https?:\/\/(?:(?:ptb\.|canary\.)?discord(?:app)?\.com|127\.0\.0\.1:\d+\/discord|localhost:\d+\/discord)\/api(?:\/v\d+)?\/webhooks\/(\d{1,20})\/([\w-]{1,100})$/;

/** Changes where and of what a person is told; null as address ends it. Refuses with invalid_input what is no webhook of Discord. */
export async function changeNotifications(
  tx: Tx,
  vault: Vault,
  userId: string,
  { webhookUrl, kinds }: { webhookUrl?: string | null | undefined; kinds: Notifications['kinds'] },
): Promise<void> {
  if (webhookUrl === null) return forgetNotificationsOf(tx, [userId]);
  const chosen = [...new Set(kinds)];
  if (webhookUrl === undefined) {
    const { numUpdatedRows } = await tx
      .updateTable('notifications')
      .set({ kinds: chosen })
      .where('userId', '=', userId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n && chosen.length > 0) refuseAddress('is missing');
    return;
  }
  const [, webhookId, token] = WEBHOOK.exec(webhookUrl) ?? refuseAddress('is no Discord webhook');
  const sealedWebhook = vault.seal(`${webhookId}/${token}`, webhookContext(userId));
  const values = { sealedWebhook, webhookId: webhookId!, kinds: chosen };
  await tx
    .insertInto('notifications')
    .values({ userId, ...values })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(values))
    .execute();
}

/** Refuses with what is wrong with the webhook's address, at its field. */
export function refuseAddress(what: string): never {
  return refuse('invalid_input', {
    message: `Invalid input: webhookUrl ${what}`,
    details: { webhookUrl: what },
  });
}

/** Forgets some people's webhooks and what was to be sent to them. */
export async function forgetNotificationsOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('notifications').where('userId', 'in', userIds).execute();
}

/** Where to write to a person, sealed. Refuses with invalid_input when there is nowhere. */
export async function sealedWebhookOf(db: Db, userId: string): Promise<Buffer> {
  const row = await db
    .selectFrom('notifications')
    .where('userId', '=', userId)
    .select('sealedWebhook')
    .executeTakeFirst();
  return row?.sealedWebhook ?? refuseAddress('is missing');
}

/** What a webhook is sealed under. */
export const webhookContext = (userId: string): string => `webhook ${userId}`;

export interface DueMessage {
  readonly id: number;
  readonly userId: string;
  readonly text: string;
  readonly tries: number;
  readonly sealedWebhook: Buffer;
}

const AT_ONCE = 10;

/** Takes the messages that are due, at most one a person; nobody else takes them within the next half minute times their tries. */
export async function takeDue(db: Db): Promise<DueMessage[]> {
  const { rows } = await sql<DueMessage>`
    update notification_messages m
      set tries = m.tries + 1, send_at = now() + (m.tries + 1) * interval '30 seconds'
    from notifications n
    where n.user_id = m.user_id and m.id in (
      select id from notification_messages d
      where send_at <= now() and not exists (
        select from notification_messages before where before.user_id = d.user_id and before.id < d.id)
      order by id limit ${AT_ONCE} for update skip locked)
    returning m.id, m.user_id, m.text, m.tries, n.sealed_webhook`.execute(db);
  return rows;
}

/** It was sent, or never will be. */
export async function dropMessage(db: Db, id: number): Promise<void> {
  await db.deleteFrom('notificationMessages').where('id', '=', id).execute();
}

/** Comes back to a message later. */
export async function postpone(db: Db, id: number, seconds: number): Promise<void> {
  await db
    .updateTable('notificationMessages')
    .set({ sendAt: sql<Date>`now() + ${seconds} * interval '1 second'` })
    .where('id', '=', id)
    .execute();
}
