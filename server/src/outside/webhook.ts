import type { Config } from '../config.ts';
import { OutsideError, request } from './http.ts';

/** What became of a message to a webhook. */
export type Said =
  | { readonly kind: 'said' }
  /** Discord does not know the webhook any longer. */
  | { readonly kind: 'gone' }
  /** Not now; null: Discord did not say when. */
  | { readonly kind: 'later'; readonly retryAfterSeconds: number | null };

/**
 * Writes into the channel of a webhook, given as `id/token`; nobody is pinged by it. Never throws what is expected, and
 * never what holds the token.
 */
export async function sayTo(
  { apiUrl }: Pick<Config['discord'], 'apiUrl'>,
  webhook: string,
  content: string,
): Promise<Said> {
  try {
    const { status, headers } = await request({
      url: `${apiUrl}/webhooks/${webhook}`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ content: content.slice(0, 2_000), allowed_mentions: { parse: [] } }),
    });
    if (status < 300) return { kind: 'said' };
    if (status === 401 || status === 403 || status === 404) return { kind: 'gone' };
    const seconds = Number(headers['retry-after']);
    return { kind: 'later', retryAfterSeconds: seconds > 0 && seconds <= 3_600 ? Math.ceil(seconds) : null };
  } catch (error) {
    if (error instanceof OutsideError) return { kind: 'later', retryAfterSeconds: null };
    throw new Error('a webhook could not be called');
  }
}
