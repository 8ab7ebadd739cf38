import { inTransaction } from '../../platform/db/pool.ts';
import { inLanguage } from '../../platform/language.ts';
import { inParallel, repeat } from '../../platform/loop.ts';
import type { Services } from '../../services.ts';
import { wordsOf } from '../inbox/inbox.rules.ts';
import { type FormerWebhook, forgetFormer, postponeFormer, takeFormer } from './former-webhooks.ts';
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
  const former = await takeFormer(services.db);
  const sendings = [
    ...due.map((message) => () => send(services, message)),
    ...former.map((webhook) => () => sendLast(services, webhook)),
  ];
  await inParallel(sendings, (sending) => sending());
  return due.length + former.length;
}

/** Sends the last message to a webhook that was removed or replaced. */
async function sendLast({ db, vault, discord }: NotificationServices, former: FormerWebhook): Promise<void> {
  const { userId, language, tries, sealedWebhook } = former;
  const { title, text } = inLanguage(language ?? 'en', () => wordsOf({ code: 'discord_messages_ended' }));
  const webhook = vault.open(sealedWebhook, webhookContext(userId));
  const answer = await discord.sendMessage(webhook, `${title}: ${text}`);
  if (answer.kind !== 'later' || tries >= MAX_TRIES) return forgetFormer(db, [userId]);
  if (answer.retryAfterSeconds !== null) await postponeFormer(db, userId, answer.retryAfterSeconds);
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
