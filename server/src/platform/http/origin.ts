import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { refuse } from '../../refusal.ts';

/** The site's own origin: as configured or, in the sandbox, as it was asked. */
export const ownOrigin = ({ publicOrigin }: Pick<Config, 'publicOrigin'>, request: FastifyRequest): string =>
  publicOrigin ?? `${request.protocol}://${request.headers.host}`;

/** Refuses a browser's write from another site; a script sends neither header and passes. */
export function refuseForeignOrigin(request: FastifyRequest, own: string): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') refuse('foreign_origin');
    return;
  }
  const origin = request.headers.origin;
  if (origin !== undefined && origin !== own) refuse('foreign_origin');
}
