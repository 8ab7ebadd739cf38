import type { Notifications } from '@sterling/contract/notifications.ts';
import { type Language, text } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import { record } from '../../platform/audit/audit.ts';
import { type Db, inSeconds, type Tx } from '../../platform/db/pool.ts';
import type { Vault } from '../../platform/vault/vault.ts';
import { refuse } from '../../refusal.ts';
import type { News } from '../inbox/inbox.rules.ts';
import { addNews } from '../inbox/inbox.ts';
import { forgetFormer, keepForLastMessage } from './former-webhooks.ts';

/** Matches Discord webhooks only. Only id and token are stored, so no other host can ever be called. */
const WEBHOOK =
  /^https?:\/\/(?:(?:ptb\.|canary\.)?discord(?:app)?\.com|127\.0\.0\.1:\d+\/discord|localhost:\d+\/discord)\/api(?:\/v\d+)?\/webhooks\/(\d{1,20})\/([\w-]{1,100})$/;

interface Change {
  readonly webhookUrl?: string | null | undefined;
  readonly kinds: Notifications['kinds'];
  /** The kinds that the user saw. */
  readonly before?: Notifications['kinds'] | undefined;
}

/**
 * Changes a user's webhook and kinds; a null webhook deletes both. With `before`, a kind changes only if it differs from what the user
 * saw. Tells the user of a new webhook, and the webhook until now of the end of its news about security. Refuses with invalid_input an address that is not a Discord webhook.
 */
export async function changeNotifications(
  tx: Tx,
  vault: Vault,
  userId: string,
  { webhookUrl, ...change }: Change,
): Promise<void> {
  if (webhookUrl === null) {
    if ((await endDiscordWebhookOf(tx, userId)).isTold) await addNews(tx, userId, ENDED);
    return;
  }
  const old = await lockNotifications(tx, userId);
  const chosen = [...new Set(kindsAfter(old?.kinds ?? [], change))];
  const isSilenced = old?.kinds.includes('security') && !chosen.includes('security');
  if (webhookUrl === undefined) {
    // before the change, so that the webhook still gets it
    if (isSilenced) await addNews(tx, userId, ENDED);
    const { numUpdatedRows } = await tx
      .updateTable('notifications')
      .set({ kinds: chosen })
      .where('userId', '=', userId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n && chosen.length > 0) refuseAddress(text('is missing'));
    return;
  }
  const [, webhookId, token] = WEBHOOK.exec(webhookUrl) ?? refuseAddress(text('is not a Discord webhook'));
  const webhook = `${webhookId}/${token}`;
  const sealedWebhook = vault.seal(webhook, webhookContext(userId));
  // with its token, because everyone with a session of the user can read the id, and a wrong token would end the messages in silence
  if (old && vault.open(old.sealedWebhook, webhookContext(userId)) !== webhook)
    await keepForLastMessage(tx, userId);
  else if (isSilenced) await addNews(tx, userId, ENDED);
  const values = { sealedWebhook, webhookId: webhookId!, kinds: chosen };
  await tx
    .insertInto('notifications')
    .values({ userId, ...values })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(values))
    .execute();
  await record(tx, { actorId: userId, action: 'notifications.set', subjectId: userId });
  await addNews(tx, userId, { code: 'discord_webhook_set', webhookId: webhookId! });
}

const ENDED = { code: 'discord_messages_ended' } as const;

/** Locks a user's row, so that two changes at the same moment both count. */
const lockNotifications = (tx: Tx, userId: string) =>
  tx
    .selectFrom('notifications')
    .where('userId', '=', userId)
    .select(['sealedWebhook', 'kinds'])
    .forNoKeyUpdate()
    .executeTakeFirst();

/** The kinds after a change of those until now. */
function kindsAfter(
  old: readonly string[],
  { kinds, before }: Pick<Change, 'kinds' | 'before'>,
): readonly string[] {
  if (before === undefined) return kinds;
  const seen = new Set<string>(before);
  const wanted = new Set<string>(kinds);
  const kept = old.filter((kind) => wanted.has(kind) || !seen.has(kind));
  return [...kept, ...kinds.filter((kind) => !seen.has(kind))];
}

/** Refuses with invalid_input and a message for the field `webhookUrl`. */
export function refuseAddress(what: string): never {
  return refuse('invalid_input', {
    message: `Invalid input: webhookUrl ${what}`,
    details: { webhookUrl: what },
  });
}

/**
 * Ends a user's Discord webhook and its unsent messages. If it gets news about security, it gets a last message.
 */
export async function endDiscordWebhookOf(
  tx: Tx,
  userId: string,
): Promise<{ readonly isEnded: boolean; readonly isTold: boolean }> {
  const isTold = await keepForLastMessage(tx, userId);
  const { numDeletedRows } = await deleteNotifications(tx, [userId]);
  return { isEnded: numDeletedRows > 0n, isTold };
}

/** Deletes the Discord webhooks of users, without a last message. */
export async function forgetDiscordWebhooksOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  await deleteNotifications(tx, userIds);
  await forgetFormer(tx, userIds);
}

const deleteNotifications = (tx: Tx, userIds: readonly string[]) =>
  tx.deleteFrom('notifications').where('userId', 'in', userIds).executeTakeFirst();

/**
 * Deletes a user's webhook that Discord no longer knows, with its unsent messages. The inbox says so if it got news about security.
 * Does nothing if the user has replaced it meanwhile.
 */
export async function forgetGone(tx: Tx, userId: string, sealedWebhook: Buffer): Promise<void> {
  const gone = await tx
    .deleteFrom('notifications')
    .where('userId', '=', userId)
    .where('sealedWebhook', '=', sealedWebhook)
    .returning('kinds')
    .executeTakeFirst();
  if (gone?.kinds.includes('security')) await addNews(tx, userId, ENDED);
}

/** A user's sealed webhook. Refuses with invalid_input without one. */
export async function sealedWebhookOf(db: Db, userId: string): Promise<Buffer> {
  const row = await db
    .selectFrom('notifications')
    .where('userId', '=', userId)
    .select('sealedWebhook')
    .executeTakeFirst();
  return row?.sealedWebhook ?? refuseAddress(text('is missing'));
}

/** The vault context of a user's webhook. */
export const webhookContext = (userId: string): string => `webhook ${userId}`;

export interface DueMessage {
  readonly id: number;
  readonly userId: string;
  readonly news: News;
  /** Of the user. Null: English. */
  readonly language: Language | null;
  readonly tries: number;
  readonly sealedWebhook: Buffer;
}

const BATCH_SIZE = 10;

/** Claims due messages, at most one per user. Other workers skip a claimed message for 30 seconds times its tries. */
export async function takeDue(db: Db): Promise<DueMessage[]> {
  const { rows } = await sql<DueMessage>`
    update notification_messages m
      set tries = m.tries + 1, send_at = now() + (m.tries + 1) * interval '30 seconds'
    from notifications n, inbox_entries e, users u
    where n.user_id = m.user_id and e.id = m.entry_id and u.id = m.user_id and m.id in (
      select id from notification_messages d
      where send_at <= now() and not exists (
        select from notification_messages before where before.user_id = d.user_id and before.id < d.id)
      order by id limit ${BATCH_SIZE} for update skip locked)
    returning m.id, m.user_id, jsonb_build_object('code', e.code) || e.details as news, m.tries, n.sealed_webhook,
      u.language`.execute(db);
  return rows;
}

/** Deletes a message that was sent or given up. */
export async function dropMessage(db: Db, id: number): Promise<void> {
  await db.deleteFrom('notificationMessages').where('id', '=', id).execute();
}

/** Schedules the next try. */
export async function postpone(db: Db, id: number, seconds: number): Promise<void> {
  await db
    .updateTable('notificationMessages')
    .set({ sendAt: inSeconds(seconds) })
    .where('id', '=', id)
    .execute();
}
