import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Names an answer by its content, and answers 304 without a body to whoever has it already. For polled reads. */
export function withEtag<Answer>(request: FastifyRequest, reply: FastifyReply, answer: Answer): Answer {
  const etag = `"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22)}"`;
  reply.header('etag', etag);
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
  const known = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''));
  if (known.includes(etag)) reply.status(304);
  return answer;
}
