import { inTransaction } from '../../platform/db/pool.ts';
import { inLanguage } from '../../platform/language.ts';
import { repeat } from '../../platform/loop.ts';
import type { Services } from '../../services.ts';
import { wordsOf } from '../inbox/inbox.rules.ts';
import {
  type DueMessage,
  dropMessage,
  forgetGone,
  postpone,
  takeDue,
  webhookContext,
} from './notifications.ts';

const POLL_EVERY_MS = 1_000;
const MAX_TRIES = 6;

type NotificationServices = Pick<Services, 'db' | 'vault' | 'discord' | 'log'>;

/** Sends notifications to users' webhooks until `signal` is aborted. Several processes may run it. */
export async function sendNotifications(services: NotificationServices, signal: AbortSignal): Promise<void> {
  const { log } = services;
  const failed = 'sending notifications failed';
  await repeat(() => sendDue(services), { everyMs: POLL_EVERY_MS, failed, log, signal });
}

/** Sends the due messages and returns their number. */
export async function sendDue(services: NotificationServices): Promise<number> {
  const due = await takeDue(services.db);
  await Promise.all(due.map((message) => send(services, message)));
  return due.length;
}

/** Sends one message. Deletes a webhook that no longer exists, and retries a failing one for some minutes. */
async function send({ db, vault, discord, log }: NotificationServices, message: DueMessage): Promise<void> {
  const { id, userId, news, language, tries, sealedWebhook } = message;
  const { title, text } = inLanguage(language ?? 'en', () => wordsOf(news));
  const answer = await discord.sendMessage(
    vault.open(sealedWebhook, webhookContext(userId)),
    `${title}: ${text}`,
  );
  if (answer.kind === 'sent') return dropMessage(db, id);
  if (answer.kind === 'gone') {
    log.info({ userId }, 'webhook no longer exists');
    await inTransaction(db, (tx) => forgetGone(tx, userId, sealedWebhook));
    return;
  }
  if (tries >= MAX_TRIES) return dropMessage(db, id);
  if (answer.retryAfterSeconds !== null) await postpone(db, id, answer.retryAfterSeconds);
}
