import type { FastifyRequest } from 'fastify';
import type { CurrentUser } from '../../people/sessions/sessions.reads.ts';

const callers = new WeakMap<FastifyRequest, CurrentUser>();

/** Remembers the signed-in user of a request, for its log lines. */
export function setCaller(request: FastifyRequest, caller: CurrentUser | null): void {
  if (caller) callers.set(request, caller);
}

/** The signed-in user of a request, once it is known. */
export const callerOf = (request: FastifyRequest): CurrentUser | undefined => callers.get(request);
