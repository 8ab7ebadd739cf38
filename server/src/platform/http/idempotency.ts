import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { refuse } from '../../refusal.ts';
import type { Keyed } from '../idempotency/answers.ts';
import type { RequestContext } from './request-context.ts';

/**
 * The `Idempotency-Key` of a person's request, or null without one. Refuses a key that is not 1–255 visible ASCII characters, and a
 * call whose caller has left.
 */
export function readKey(
  request: FastifyRequest,
  { caller, beganAt }: RequestContext,
  input: unknown,
): Keyed | null {
  if (request.headers['idempotency-key'] === undefined || !caller) return null;
  const key = keyIn(request);
  if (key === null) {
    return refuse('invalid_input', { details: { 'Idempotency-Key': 'must be 1 to 255 visible characters' } });
  }
  // the caller may have repeated the call in another process, and been refused before this call began
  if (request.raw.socket.destroyed) refuse('overtaken');
  const call = `${request.method} ${request.routeOptions.url}`;
  const requestHash = createHash('sha256')
    .update(JSON.stringify([call, input]))
    .digest();
  return { userId: caller.id, key, requestHash, beganAt: beganAt! };
}

/** The request's key; null when it is missing or malformed. */
export function keyIn({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key) ? key : null;
}
