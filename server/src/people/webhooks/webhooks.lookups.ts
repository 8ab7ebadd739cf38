import { text } from '@sterling/contract/texts.ts';
import { ForbiddenHost, UnknownHost } from '../../outside/address-guard.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { isPortAllowed, parseUrl, portOf } from './webhooks.rules.ts';

/**
 * A new address in its canonical form. Refuses with webhook_port_not_allowed, and with
 * invalid_input unless it is https and all its addresses are public.
 */
export async function checkUrl(
  { config, guard }: Pick<Services, 'config' | 'guard'>,
  written: string,
): Promise<URL> {
  const url = parseUrl(written, config.sandboxUrl);
  if (typeof url === 'string') return refuseUrl(url);
  if (!isPortAllowed(url, config.sandboxUrl))
    refuse('webhook_port_not_allowed', { details: { url: text('must use port 443 or 8443') } });
  try {
    await guard.addressesOf(url.hostname.replace(/^\[(.*)\]$/, '$1'), portOf(url));
    return url;
  } catch (error) {
    if (error instanceof ForbiddenHost) refuseUrl(text('must not lead to a private address'));
    if (error instanceof UnknownHost) refuseUrl(text('has an unknown host'));
    throw error;
  }
}

function refuseUrl(what: string): never {
  return refuse('invalid_input', { message: `Invalid input: url ${what}`, details: { url: what } });
}
