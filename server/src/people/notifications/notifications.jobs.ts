import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction } from '../../platform/db/pool.ts';
import type { Services } from '../../services.ts';
import {
  type DueMessage,
  dropMessage,
  forgetNotificationsOf,
  postpone,
  takeDue,
  webhookContext,
} from './notifications.ts';

const LOOK_EVERY_MS = 1_000;
const MAX_TRIES = 6;

type NotificationServices = Pick<Services, 'db' | 'vault' | 'discord' | 'log'>;

/** Sends what people want to hear to their webhooks until `signal` is aborted. Any number of processes may do so. */
export async function sendNotifications(services: NotificationServices, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sendDue(services).catch((err) => services.log.error({ err }, 'notifications'));
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Sends what is due, and answers how much that was. */
export async function sendDue(services: NotificationServices): Promise<number> {
  const due = await takeDue(services.db);
  await Promise.all(due.map((message) => send(services, message)));
  return due.length;
}

/** A webhook that is gone is forgotten; one that does not answer is tried for some minutes. */
async function send({ db, vault, discord, log }: NotificationServices, message: DueMessage): Promise<void> {
  const { id, userId, text, tries, sealedWebhook } = message;
  const answer = await discord.sendMessage(vault.open(sealedWebhook, webhookContext(userId)), text);
  if (answer.kind === 'said') return dropMessage(db, id);
  if (answer.kind === 'gone') {
    log.info({ userId }, 'a webhook is gone');
    return inTransaction(db, (tx) => forgetNotificationsOf(tx, [userId]));
  }
  if (tries >= MAX_TRIES) return dropMessage(db, id);
  if (answer.retryAfterSeconds !== null) await postpone(db, id, answer.retryAfterSeconds);
}
