import type { FastifyRequest } from 'fastify';
import type { CurrentUser } from '../../people/sessions/sessions.reads.ts';

const visitors = new WeakMap<FastifyRequest, CurrentUser>();

/** Remembers the signed-in user of a request, for its log lines. */
export function setVisitor(request: FastifyRequest, visitor: CurrentUser | null): void {
  if (visitor) visitors.set(request, visitor);
}

/** The signed-in user of a request, once it is known. */
export const visitorOf = (request: FastifyRequest): CurrentUser | undefined => visitors.get(request);
