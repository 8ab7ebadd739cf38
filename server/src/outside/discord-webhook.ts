import type { Config } from '../config.ts';
import { OutsideError, request } from './http.ts';

/** What Discord answered to a message for a webhook. */
export type DiscordWebhookAnswer =
  | { readonly kind: 'sent' }
  /** Discord no longer knows the webhook. */
  | { readonly kind: 'gone' }
  /** Retry later; null when Discord did not say when. */
  | { readonly kind: 'later'; readonly retryAfterSeconds: number | null };

/**
 * Sends a plain text to a webhook, given as `id/token`, without pinging anyone. Expected failures are results, and no
 * thrown error contains the token.
 */
export async function sendToDiscordWebhook(
  { apiUrl }: Pick<Config['discord'], 'apiUrl'>,
  webhook: string,
  content: string,
): Promise<DiscordWebhookAnswer> {
  try {
    const { status, headers } = await request({
      url: `${apiUrl}/webhooks/${webhook}`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        content: withoutFormat(content).slice(0, 2_000),
        allowed_mentions: { parse: [] },
      }),
    });
    if (status < 300) return { kind: 'sent' };
    // a 403 is no answer about the webhook: Discord's network blocks our address, and with it the webhooks of all users
    if (status === 401 || status === 404) return { kind: 'gone' };
    const seconds = Number(headers['retry-after']);
    return { kind: 'later', retryAfterSeconds: seconds > 0 && seconds <= 3_600 ? Math.ceil(seconds) : null };
  } catch (error) {
    if (error instanceof OutsideError) return { kind: 'later', retryAfterSeconds: null };
    throw new Error('a webhook could not be called');
  }
}

/** Discord would show some texts as links, formats or mentions. A name can contain such a text. */
const withoutFormat = (text: string): string => text.replaceAll(/[\\*_~`|[\]<>]/g, String.raw`\$&`);
