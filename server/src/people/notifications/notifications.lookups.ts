import { phrase, t, text } from '@sterling/contract/texts.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { seconds } from '../../platform/formats.rules.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { forgetGone, refuseAddress, sealedWebhookOf, webhookContext } from './notifications.ts';

/**
 * Sends a test message to a user's webhook. Refuses with invalid_input when there is no webhook or Discord no longer knows it
 * (it is then deleted), and with outside_failed when Discord does not accept the message.
 */
export async function sendTest(
  { db, vault, discord, log }: Pick<Services, 'db' | 'vault' | 'discord' | 'log'>,
  userId: string,
): Promise<void> {
  const sealed = await sealedWebhookOf(db, userId);
  const webhook = vault.open(sealed, webhookContext(userId));
  const answer = await discord.sendMessage(
    webhook,
    t('Hello from Sterling. Your messages will arrive here.'),
  );
  if (answer.kind === 'sent') return;
  if (answer.kind === 'gone') {
    log.info({ userId }, 'webhook no longer exists');
    await inTransaction(db, (tx) => forgetGone(tx, userId, sealed));
    refuseAddress(text('is no longer known to Discord'));
  }
  const wait = answer.retryAfterSeconds;
  refuse('outside_failed', {
    hint:
      wait === null
        ? phrase('Discord did not accept the message. Try again soon.')
        : phrase('Discord did not accept the message. Try again in {wait}.', { wait: () => seconds(wait) }),
  });
}
