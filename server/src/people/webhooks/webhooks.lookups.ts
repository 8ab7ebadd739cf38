import { ForbiddenHost, UnknownHost } from '../../outside/address-guard.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { parseUrl } from './webhooks.rules.ts';

/** A new address in its canonical form. Refuses with invalid_input unless it is https and all its addresses are public. */
export async function checkUrl(
  { config, guard }: Pick<Services, 'config' | 'guard'>,
  text: string,
): Promise<URL> {
  const url = parseUrl(text, config.sandboxUrl);
  if (typeof url === 'string') return refuseUrl(url);
  try {
    await guard.addressesOf(url.hostname.replace(/^\[(.*)\]$/, '$1'), Number(url.port || HTTPS_PORT));
    return url;
  } catch (error) {
    if (error instanceof ForbiddenHost) refuseUrl('must not lead to a private address');
    if (error instanceof UnknownHost) refuseUrl('has an unknown host');
    throw error;
  }
}

const HTTPS_PORT = 443;

function refuseUrl(what: string): never {
  return refuse('invalid_input', { message: `Invalid input: url ${what}`, details: { url: what } });
}
