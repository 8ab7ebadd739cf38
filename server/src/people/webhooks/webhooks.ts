import type { NotificationKind } from '@sterling/contract/notifications.ts';
import { phrase } from '@sterling/contract/texts.ts';
import { DELIVERY_DAYS, MAX_WEBHOOKS, type WebhookOffReason } from '@sterling/contract/webhooks.ts';
import { sql, type UpdateObject } from 'kysely';
import { record } from '../../platform/audit/audit.ts';
import { type Db, notify, type Tx } from '../../platform/db/pool.ts';
import type { DB } from '../../platform/db/types.generated.ts';
import { refuseMoreThan } from '../../platform/limits/own-rows.ts';
import type { Vault } from '../../platform/vault/vault.ts';
import { refuse } from '../../refusal.ts';
import { addNews } from '../inbox/inbox.ts';
import { replaceSecret } from './secrets.ts';
import { TEST_CODE } from './webhooks.rules.ts';

/** Returns the new webhook's id and its secret. The caller holds a lock on the user. Refuses with webhook_exists and too_many_webhooks. */
export async function addWebhook(
  tx: Tx,
  vault: Vault,
  userId: string,
  { url, kinds }: { url: URL; kinds: readonly NotificationKind[] },
): Promise<{ id: string; secret: string }> {
  await refuseMoreThan(tx, MAX_WEBHOOKS, 'webhookEndpoints', userId, 'too_many_webhooks');
  // before the endpoint exists, so that it does not receive this news
  await addNews(tx, userId, { code: 'webhook_added', host: url.host });
  const added = await tx
    .insertInto('webhookEndpoints')
    .values({ userId, url: url.href, kinds: [...new Set(kinds)] })
    .onConflict((conflict) => conflict.columns(['userId', 'url']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) return refuse('webhook_exists');
  await record(tx, { ...by(userId), action: 'webhooks.added', after: { host: url.host } });
  return { id: added.id, secret: await replaceSecret(tx, vault, added.id) };
}

export interface WebhookChange {
  readonly url?: URL | undefined;
  readonly kinds?: readonly NotificationKind[] | undefined;
  readonly isOn?: boolean | undefined;
}

/** Changes a webhook. Turning it off also gives up its waiting events. Tells the person if it gets no more events about security. Refuses with not_found and webhook_exists. */
export async function changeWebhook(
  tx: Tx,
  userId: string,
  id: string,
  { url, kinds, isOn }: WebhookChange,
): Promise<void> {
  const before = await lockWebhook(tx, userId, id);
  if (url && url.href !== before.url) await moveWebhook(tx, userId, before, url);
  const turnsOff = isOn === false && before.offAt === null;
  // before the change, so that the webhook itself still gets it, unless it is switched off
  if (turnsOff || (kinds && !kinds.includes('security'))) await tellSilenced(tx, userId, before);
  if (kinds) await update(tx, id, { kinds: [...new Set(kinds)] });
  if (turnsOff) await switchOff(tx, id, 'person');
  if (isOn === true && before.offAt !== null)
    await update(tx, id, { offAt: null, offReason: null, failingSince: null });
}

async function moveWebhook(tx: Tx, userId: string, { id }: LockedWebhook, url: URL): Promise<void> {
  const other = await tx
    .selectFrom('webhookEndpoints')
    .where('userId', '=', userId)
    .where('url', '=', url.href)
    .select('id')
    .executeTakeFirst();
  if (other) refuse('webhook_exists');
  await update(tx, id, { url: url.href, failingSince: null });
  await addNews(tx, userId, { code: 'webhook_added', host: url.host });
  await record(tx, { ...by(userId), action: 'webhooks.moved', after: { host: url.host } });
}

/** Returns the new secret and tells the person. The old secret also signs for 24 hours. Refuses with not_found. */
export async function rotateSecret(tx: Tx, vault: Vault, userId: string, id: string): Promise<string> {
  const { url } = await lockWebhook(tx, userId, id);
  await record(tx, { ...by(userId), action: 'webhooks.secret_rotated' });
  await addNews(tx, userId, { code: 'webhook_secret_changed', host: new URL(url).host });
  await notify(tx, 'webhooks', JSON.stringify({ userId }));
  return replaceSecret(tx, vault, id);
}

/** Tells the person that a webhook which has got events about security gets no more. */
async function tellSilenced(tx: Tx, userId: string, { url, kinds, offAt }: LockedWebhook): Promise<void> {
  if (offAt !== null || !kinds.includes('security')) return;
  await addNews(tx, userId, { code: 'webhook_silenced', host: new URL(url).host });
}

/** Deletes a webhook with its deliveries, and tells the person if it got events about security. Refuses with not_found. */
export async function removeWebhook(tx: Tx, userId: string, id: string): Promise<void> {
  const before = await lockWebhook(tx, userId, id);
  await tellSilenced(tx, userId, before);
  await tx.deleteFrom('webhookEndpoints').where('id', '=', id).execute();
  await record(tx, { ...by(userId), action: 'webhooks.removed', before: { host: new URL(before.url).host } });
}

/** Queues a test event and returns the delivery's id. Refuses with not_found, and with out_of_order while the webhook is off. */
export async function addTestEvent(tx: Tx, userId: string, id: string): Promise<string> {
  const { offAt } = await lockWebhook(tx, userId, id);
  if (offAt !== null) refuseOff();
  const { rows } = await sql<{ id: string }>`
    insert into webhook_deliveries (endpoint_id, event_id, object_id, code, details, at)
      values (${id}, new_id(), ${id}, ${TEST_CODE}, '{}', now()) returning id`.execute(tx);
  return rows[0]!.id;
}

/**
 * Sends an event again under the same id, or now if it waits for its next attempt. Refuses with not_found, and with
 * out_of_order while the webhook is off.
 */
export async function sendAgain(tx: Tx, userId: string, id: string, deliveryId: string): Promise<void> {
  const { offAt } = await lockWebhook(tx, userId, id);
  const { rows } = await sql`
    select from webhook_deliveries where id = ${deliveryId} and endpoint_id = ${id} for update`.execute(tx);
  if (rows.length === 0) refuse('not_found');
  if (offAt !== null) refuseOff();
  await sql`
    update webhook_deliveries set state = 'waiting', tries = case when state = 'waiting' then tries else 0 end,
      due_at = least(due_at, now()) where id = ${deliveryId}`.execute(tx);
}

const refuseOff = () => refuse('out_of_order', { hint: phrase('Turn the webhook on first.') });

/** Switches a webhook off and gives up its waiting events. */
export async function switchOff(tx: Tx, id: string, reason: WebhookOffReason): Promise<void> {
  await update(tx, id, { offAt: sql<Date>`now()`, offReason: reason });
  await giveUpWaiting(tx, [id]);
}

/** Switches off all webhooks of a user and returns their number. */
export const stopWebhooksOf = (
  tx: Tx,
  userId: string,
  reason: Extract<WebhookOffReason, 'banned' | 'signed_out'>,
): Promise<number> => stopMany(tx, reason, userId);

/**
 * Switches off the webhooks of all users after a restore, because some of them or their secrets had been removed since then. Each user
 * turns their own on again. Returns the number of webhooks.
 */
export const stopRestoredWebhooks = (tx: Tx): Promise<number> => stopMany(tx, 'restored');

async function stopMany(tx: Tx, reason: WebhookOffReason, userId?: string): Promise<number> {
  const stopped = await tx
    .updateTable('webhookEndpoints')
    .set({ offAt: sql<Date>`now()`, offReason: reason })
    .$if(userId !== undefined, (all) => all.where('userId', '=', userId!))
    .where('offAt', 'is', null)
    .returning('id')
    .execute();
  const ids = stopped.map(({ id }) => id);
  if (ids.length > 0) await giveUpWaiting(tx, ids);
  return ids.length;
}

/** Deletes the webhooks of users with their secrets and deliveries. */
export async function forgetWebhooksOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('webhookEndpoints').where('userId', 'in', userIds).execute();
}

/** Deletes deliveries that are older than 30 days, and secrets that have ended. */
export async function deleteOldDeliveries(db: Db): Promise<void> {
  await sql`delete from webhook_deliveries where at < now() - make_interval(days => ${DELIVERY_DAYS})`.execute(
    db,
  );
  await sql`delete from webhook_secrets where ends_at < now()`.execute(db);
}

const by = (userId: string) => ({ actorId: userId, subjectId: userId });

const giveUpWaiting = (tx: Tx, ids: readonly string[]) =>
  tx
    .updateTable('webhookDeliveries')
    .set({ state: 'given_up' })
    .where('endpointId', 'in', ids)
    .where('state', '=', 'waiting')
    .execute();

const update = (tx: Tx, id: string, values: UpdateObject<DB, 'webhookEndpoints'>) =>
  tx.updateTable('webhookEndpoints').set(values).where('id', '=', id).execute();

interface LockedWebhook {
  readonly id: string;
  readonly url: string;
  readonly kinds: readonly string[];
  readonly offAt: Date | null;
}

/** Locks a person's webhook. The caller holds a lock on the user. Refuses with not_found. */
async function lockWebhook(tx: Tx, userId: string, id: string): Promise<LockedWebhook> {
  const row = await tx
    .selectFrom('webhookEndpoints')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .select(['id', 'url', 'kinds', 'offAt'])
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? refuse('not_found');
}
