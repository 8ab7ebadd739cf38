import { type ErrorBody, REFUSALS, type RefusalCode } from '@sterling/contract/errors.ts';
import { text } from '@sterling/contract/texts.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { exceedsLimits } from '../db/pool.ts';
import { couldNotConnect, couldNotWrite, lostConnection } from '../outage.ts';
import { traceIdOf } from '../tracing.ts';
import { callerOf } from './caller.ts';
import { fieldsAtFault, unstorableFields } from './fields-at-fault.ts';
import { noteRefusedAccess } from './refused-accesses.ts';
import { languageOf } from './request-language.ts';

/** Turns errors into the error body of the contract. Bugs are logged with their stack, which callers never see. */
export function answerErrors(
  app: FastifyInstance,
  { db, refusedWrites }: Pick<Services, 'db' | 'refusedWrites'>,
): void {
  app.setErrorHandler((error, request, reply) => {
    refusedWrites.note(error);
    const trouble = databaseTrouble(error, request.method);
    const refusal = error instanceof Refusal ? error : (trouble?.refusal ?? translate(error, request));
    const traceId = traceIdOf(request);
    if (trouble) request.log.warn({ err: error, traceId }, trouble.what);
    if (refusal) {
      noteRefusedAccess(db, request, refusal);
      return sendRefusal(reply, fieldsAtFault(refusal, request.body));
    }
    request.log.error({ err: error, person: callerOf(request)?.id, traceId }, 'request failed');
    return sendRefusal(reply, new Refusal('server_error'));
  });
}

/** What the log and the caller read about an error of a database that does not work as usual. Null for other errors. */
function databaseTrouble(error: unknown, method: string): { what: string; refusal: Refusal } | null {
  const refusedAs = (code: RefusalCode) => new Refusal(code, { retryAfterSeconds: 5 });
  const nothingDone = (what: string) => ({ what, refusal: refusedAs('service_unavailable') });
  if (exceedsLimits(error)) return nothingDone('the database is too slow for a request');
  if (couldNotConnect(error)) return nothingDone('the database does not answer');
  if (couldNotWrite(error)) return nothingDone('the database cannot be written');
  if (!lostConnection(error)) return null;
  const refusal = refusedAs(method === 'GET' ? 'service_unavailable' : 'answer_lost');
  return { what: 'a connection broke during a request', refusal };
}

/** When to repeat a call that is refused with 503 for a reason of unknown length, such as maintenance. */
const RETRY_SECONDS = 60;

/** Sends a refusal as JSON. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { message, code, hint, details, values, options } = refusal;
  const { retryAfterSeconds = refusal.status === 503 ? RETRY_SECONDS : undefined } = options;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  const translated = refusal.in(languageOf(reply.request));
  const body: ErrorBody = { message, code, details, hint, values, translated };
  return reply.status(refusal.status).type('application/json').header('cache-control', 'no-store').send(body);
}

/** Translates other errors of Fastify and PostgreSQL that are no bugs into refusals. Null for bugs. */
function translate(error: unknown, request: FastifyRequest): Refusal | null {
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('body_too_large');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('unsupported_media_type');
  if (code === 'FST_UNDER_PRESSURE' || statusCode === 503)
    return new Refusal('service_unavailable', { retryAfterSeconds: 2 });
  // PostgreSQL cannot store a text with a NUL or a lone surrogate
  if (code === '22021' || code === '22P05')
    return new Refusal('invalid_input', {
      hint: text('A text contains characters that cannot be stored.'),
      details: unstorableFields(request),
    });
  if (code?.startsWith('FST_ERR_CTP_'))
    return new Refusal('invalid_input', {
      hint: text('The request could not be read.'),
      details: { body: text('is not readable JSON') },
    });
  if (statusCode === 429) return new Refusal('too_many_requests');
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new Refusal('invalid_input', { hint: text('The request could not be read.') });
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
