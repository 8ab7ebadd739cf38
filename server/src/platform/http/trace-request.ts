import type { Endpoint } from '@sterling/contract/endpoint.ts';
import { isId } from '@sterling/contract/fields.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../refusal.ts';
import { keepTraceOf, traced } from '../tracing.ts';

/**
 * Runs a handler as the first span of a trace, with route, status, and the id in the path or of what was created. A
 * `traceparent` header is ignored, because callers are strangers.
 */
export function traceRequest(
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  request: FastifyRequest,
  reply: FastifyReply,
  handle: () => Promise<unknown>,
): Promise<unknown> {
  return traced(
    `${method} ${path}`,
    { 'http.request.method': method, 'http.route': path, ...idOf(request.params) },
    async (note) => {
      keepTraceOf(request);
      try {
        const answer = await handle();
        note({ 'http.response.status_code': reply.statusCode, ...(method === 'POST' && idOf(answer)) });
        return answer;
      } catch (error) {
        note({ 'http.response.status_code': error instanceof Refusal ? error.status : 500 });
        throw error;
      }
    },
    { kind: 'server', begins: true },
  );
}

/** The id of a noun. Anything else that a caller put in its place stays out of the trace. */
function idOf(value: unknown): { 'sterling.id'?: string } {
  const { id } = (value ?? {}) as { id?: unknown };
  return typeof id === 'string' && isId(id) ? { 'sterling.id': id.toLowerCase() } : {};
}
