import { inTransaction } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { forgetNotificationsOf, refuseAddress, sealedWebhookOf, webhookContext } from './notifications.ts';

const TEST_MESSAGE = 'Hello from Sterling. Your messages will arrive here.';

/**
 * Sends a test message to a user's webhook. Refuses with invalid_input when there is no webhook or Discord no longer knows it
 * (it is then deleted), and with outside_failed when Discord does not accept the message.
 */
export async function sendTest(
  { db, vault, discord, log }: Pick<Services, 'db' | 'vault' | 'discord' | 'log'>,
  userId: string,
): Promise<void> {
  const webhook = vault.open(await sealedWebhookOf(db, userId), webhookContext(userId));
  const answer = await discord.sendMessage(webhook, TEST_MESSAGE);
  if (answer.kind === 'said') return;
  if (answer.kind === 'gone') {
    log.info({ userId }, 'webhook no longer exists');
    await inTransaction(db, (tx) => forgetNotificationsOf(tx, [userId]));
    refuseAddress('is no longer known to Discord');
  }
  const when = answer.retryAfterSeconds === null ? 'soon' : `in ${answer.retryAfterSeconds} seconds`;
  refuse('outside_failed', { hint: `Discord did not accept the message. Try again ${when}.` });
}
