import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/**
 * Names each answer to a question by its content, and sends nothing anew to anyone who has it already: a page that looks
 * again and again costs a head and no body. Snapshots bring names of their own (live/snapshots.ts).
 */
export function nameAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isNamed = reply.hasHeader('etag') || reply.getHeader('cache-control') === 'no-store';
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string' || isNamed)
      return payload;
    const total = String(reply.getHeader('x-total-count') ?? '');
    const etag = `"${createHash('sha256').update(payload).update(total).digest('base64url').slice(0, 22)}"`;
    reply.header('etag', etag);
    if (!hasAlready(request.headers['if-none-match'], etag)) return payload;
    reply.code(304).removeHeader('content-length');
    return '';
  });
}

/** Whether a browser has an answer already (RFC 9110, 13.1.2). */
export function hasAlready(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
