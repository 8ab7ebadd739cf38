import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/**
 * Adds an ETag to each successful GET and answers 304 when the client has the same content, so that polling transfers no body.
 * Snapshots set their own ETags (live/snapshots.ts).
 */
export function addEtags(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isExempt = reply.hasHeader('etag') || reply.getHeader('cache-control') === 'no-store';
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string' || isExempt)
      return payload;
    const total = String(reply.getHeader('x-total-count') ?? '');
    const etag = `"${createHash('sha256').update(payload).update(total).digest('base64url').slice(0, 22)}"`;
    reply.header('etag', etag);
    if (!matchesEtag(request.headers['if-none-match'], etag)) return payload;
    reply.code(304).removeHeader('content-length');
    return '';
  });
}

/** Whether `If-None-Match` names this ETag (RFC 9110, 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
