import { ForbiddenHost, UnknownHost } from '../../outside/address-guard.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { urlOf, type WantedProxy } from './proxies.rules.ts';
import type { Trial } from './proxies.ts';
import { openProxyRoute } from './proxy-route.ts';

const NOT_PUBLIC = 'The host must lead to public addresses only';

/** Why a host is none that we connect to; null: it is, or nobody knows it yet, which a try will show. */
async function whyForbidden(
  { guard }: Pick<Services, 'guard'>,
  { host, port }: WantedProxy,
): Promise<string | null> {
  try {
    await guard.addressesOf(host, port);
    return null;
  } catch (error) {
    if (error instanceof ForbiddenHost) return NOT_PUBLIC;
    if (error instanceof UnknownHost) return null;
    throw error;
  }
}

/** Looks whether a proxy lets us through. Refuses with invalid_proxy a host that is none of the internet. */
export async function tryWanted(
  services: Pick<Services, 'guard' | 'game'>,
  wanted: WantedProxy,
): Promise<Trial> {
  const problem = await whyForbidden(services, wanted);
  if (problem)
    refuse('invalid_proxy', {
      hint: `${problem}.`,
      details: { host: 'must lead to public addresses only' },
    });
  return { problem: await services.game.whyUnreachable(urlOf(wanted)) };
}

/** Refuses with invalid_proxy unless a person's proxy lets us through right now. */
export async function proveProxy(
  services: Pick<Services, 'db' | 'vault' | 'game'>,
  userId: string,
  proxyId: string,
): Promise<void> {
  const { proxyUrl } = await openProxyRoute(services, userId, proxyId);
  const problem = proxyUrl && (await services.game.whyUnreachable(proxyUrl));
  if (problem) refuse('invalid_proxy', { hint: problem });
}

/** Questions to the resolver, which waits a few seconds for a name that nobody answers for. */
const AT_ONCE = 64;

/** As `whyForbidden`, of many, in their order. */
export async function whyEachForbidden(
  services: Pick<Services, 'guard'>,
  wanted: readonly WantedProxy[],
): Promise<(string | null)[]> {
  const found: (string | null)[] = [];
  for (let from = 0; from < wanted.length; from += AT_ONCE) {
    const some = wanted.slice(from, from + AT_ONCE);
    found.push(...(await Promise.all(some.map((one) => whyForbidden(services, one)))));
  }
  return found;
}
