import type { Endpoint } from '@sterling/contract/endpoint.ts';
import { reports } from '@sterling/contract/reports.ts';
import { phrase } from '@sterling/contract/texts.ts';
import { users } from '@sterling/contract/users.ts';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { refuse } from '../../refusal.ts';

/** The site's own origin: the configured one or, in the sandbox, the one of the request. */
export const ownOrigin = ({ publicOrigin }: Pick<Config, 'publicOrigin'>, request: FastifyRequest): string =>
  publicOrigin ?? `${request.protocol}://${request.headers.host}`;

/** Refuses browser writes from other sites. Scripts send neither header and pass. */
export function refuseForeignOrigin(request: FastifyRequest, own: string): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') refuse('foreign_origin');
    return;
  }
  const origin = request.headers.origin;
  if (origin !== undefined && origin !== own) refuse('foreign_origin');
}

/** The call by which a page learns who is signed in, and calls that do the same for everyone. */
const FOR_ANYONE: readonly Endpoint[] = [users.me, reports.make, reports.verify];

/**
 * Refuses a call of a page that shows another user than the caller. A browser has one session for all tabs, and a tab that was
 * asleep may not know yet that someone else has signed in. The page names its user in `Expected-User`.
 */
export function refuseOtherUser(
  endpoint: Endpoint,
  { headers }: FastifyRequest,
  caller: { readonly id: string },
): void {
  const expected = headers['expected-user'];
  if (expected !== undefined && expected !== caller.id && !FOR_ANYONE.includes(endpoint))
    refuse('other_user', { hint: phrase('Nothing was done, because this page belongs to another account.') });
}
