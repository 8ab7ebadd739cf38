import { type ErrorBody, REFUSALS } from '@sterling/contract/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../refusal.ts';
import { type Db, exceedsLimits } from '../db/pool.ts';
import { gotNoConnection, gotNoWrite, lostConnection } from '../outage.ts';
import { traceIdOf } from '../tracing.ts';
import { fieldsAtFault } from './fields-at-fault.ts';
import { noteRefusedAccess } from './refused-accesses.ts';
import { languageOf } from './request-language.ts';
import { visitorOf } from './visitor.ts';

/** Turns errors into the error body of the contract. Bugs are logged with their stack, which callers never see. */
export function answerErrors(app: FastifyInstance, db: Db): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = error instanceof Refusal ? error : translate(error, request.method);
    const traceId = traceIdOf(request);
    if (exceedsLimits(error))
      request.log.warn({ err: error, traceId }, 'the database is too slow for a request');
    if (gotNoConnection(error)) request.log.warn({ err: error, traceId }, 'the database does not answer');
    if (lostConnection(error))
      request.log.warn({ err: error, traceId }, 'a connection broke during a request');
    if (gotNoWrite(error)) request.log.warn({ err: error, traceId }, 'the database cannot be written');
    if (refusal) {
      noteRefusedAccess(db, request, refusal);
      return sendRefusal(reply, fieldsAtFault(refusal, request.body));
    }
    request.log.error({ err: error, person: visitorOf(request)?.id, traceId }, 'request failed');
    return sendRefusal(reply, new Refusal('server_error'));
  });
}

/** Sends a refusal as JSON. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { message, code, hint, details, values, options } = refusal;
  if (options.retryAfterSeconds !== undefined) reply.header('retry-after', options.retryAfterSeconds);
  const translated = refusal.in(languageOf(reply.request));
  const body: ErrorBody = { message, code, details, hint, values, translated };
  return reply.status(refusal.status).type('application/json').header('cache-control', 'no-store').send(body);
}

/** Translates errors of Fastify and PostgreSQL that are no bugs into refusals. Null for bugs. */
function translate(error: unknown, method: string): Refusal | null {
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('body_too_large');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('unsupported_media_type');
  if (code === 'FST_UNDER_PRESSURE' || statusCode === 503)
    return new Refusal('service_unavailable', { retryAfterSeconds: 2 });
  if (exceedsLimits(error) || gotNoConnection(error) || gotNoWrite(error))
    return new Refusal('service_unavailable', { retryAfterSeconds: 5 });
  if (lostConnection(error))
    return new Refusal(method === 'GET' ? 'service_unavailable' : 'answer_lost', { retryAfterSeconds: 5 });
  // PostgreSQL cannot store a text with a NUL or a lone surrogate
  if (code === '22021' || code === '22P05')
    return new Refusal('invalid_input', {
      message: 'Invalid input: a text contains characters that cannot be stored',
    });
  if (statusCode === 429) return new Refusal('too_many_requests');
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new Refusal('invalid_input', { message: 'Invalid input: the request could not be read' });
  return null;
}

/** Answers 404 or 405 as JSON for paths under /api that are not endpoints. */
export function answerUnknownPath(
  request: FastifyRequest,
  reply: FastifyReply,
  allowed: readonly string[],
): FastifyReply {
  if (allowed.length === 0) return sendRefusal(reply, new Refusal('not_found'));
  reply.header('allow', allowed.join(', '));
  return sendRefusal(
    reply,
    new Refusal('method_not_allowed', { message: `${REFUSALS.method_not_allowed[1]}: ${request.method}` }),
  );
}
