import { text } from '@sterling/contract/texts.ts';
import { ForbiddenHost, ForbiddenPort, UnknownHost } from '../../outside/address-guard.ts';
import { asSentence } from '../../platform/stored-texts.rules.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { urlOf, type WantedProxy } from './proxies.rules.ts';
import type { ProxyCheck } from './proxies.ts';
import { openProxyRoute } from './proxy-route.ts';

const NOT_PUBLIC = {
  why: text("Private addresses aren't allowed"),
  details: { host: text('must not be a private address') },
};
const SERVICE_PORT = {
  why: text('This port belongs to another kind of service'),
  details: { port: text('must not be that of another kind of service') },
};

/** Why we do not connect to a host. Null if it is allowed, or if its name does not resolve, which the check will report. */
async function whyForbidden(
  { guard }: Pick<Services, 'guard'>,
  { host, port }: WantedProxy,
): Promise<{ why: string; details: Record<string, string> } | null> {
  try {
    await guard.addressesOf(host, port);
    return null;
  } catch (error) {
    if (error instanceof ForbiddenHost) return NOT_PUBLIC;
    if (error instanceof ForbiddenPort) return SERVICE_PORT;
    if (error instanceof UnknownHost) return null;
    throw error;
  }
}

/** Checks whether a new proxy reaches Roblox. Refuses with invalid_proxy if the host has an address that is not public, or the port is another service's. */
export async function checkNewProxy(
  services: Pick<Services, 'guard' | 'game'>,
  wanted: WantedProxy,
): Promise<ProxyCheck> {
  const problem = await whyForbidden(services, wanted);
  if (problem) refuse('invalid_proxy', { hint: asSentence(problem.why), details: problem.details });
  return { problem: await services.game.whyUnreachable(urlOf(wanted)) };
}

/** Refuses with invalid_proxy unless the person's proxy reaches Roblox now. */
export async function requireWorkingProxy(
  services: Pick<Services, 'db' | 'vault' | 'game'>,
  userId: string,
  proxyId: string,
): Promise<void> {
  const { proxyUrl } = await openProxyRoute(services, userId, proxyId);
  const problem = proxyUrl && (await services.game.whyUnreachable(proxyUrl));
  if (problem) refuse('invalid_proxy', { hint: problem });
}

/** Limits the load on the resolver, which takes a few seconds for a name without an answer. */
const MAX_CONCURRENT_LOOKUPS = 64;

/** Why we do not connect to each proxy (see `whyForbidden`), in the same order. */
export async function whyEachForbidden(
  services: Pick<Services, 'guard'>,
  wanted: readonly WantedProxy[],
): Promise<(string | null)[]> {
  const found: (string | null)[] = [];
  for (let from = 0; from < wanted.length; from += MAX_CONCURRENT_LOOKUPS) {
    const some = wanted.slice(from, from + MAX_CONCURRENT_LOOKUPS);
    const problems = await Promise.all(some.map((one) => whyForbidden(services, one)));
    found.push(...problems.map((problem) => problem?.why ?? null));
  }
  return found;
}
