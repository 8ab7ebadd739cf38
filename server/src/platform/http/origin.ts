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
