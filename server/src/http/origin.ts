import type { FastifyRequest } from 'fastify';
import { refuse } from '../refusal.ts';

/** Refuses a browser's write from another site; a script sends neither header and passes (wire.md, Guards on writes). */
export function refuseForeignOrigin(request: FastifyRequest, ownOrigin: string): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') refuse('foreign_origin');
    return;
  }
  const origin = request.headers.origin;
  if (origin !== undefined && origin !== ownOrigin) refuse('foreign_origin');
}
