import {
  type Access,
  type Decoded,
  type Endpoint,
  mayCall,
  type ReplyOf,
} from '@sterling/contract/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Config } from '../../config.ts';
import { type CurrentUser, isDueToBeSeen, sessionToken } from '../../people/sessions/sessions.reads.ts';
import { rotateToken, touchSession } from '../../people/sessions/sessions.ts';
import { readSettings } from '../../people/settings/settings.reads.ts';
import { refuse } from '../../refusal.ts';
import type { Db, Tx } from '../db/pool.ts';
import { type Answer, answerOf, type Keyed, runOnce } from '../idempotency/answers.ts';
import { uncountWrites } from '../limits/limits.ts';
import { refuseClosed } from './closed.ts';
import { keyIn, readKey } from './idempotency.ts';
import { countOrRefuse } from './limits.ts';
import { refuseForeignOrigin } from './origin.ts';
import type { RequestContext, RequestContexts } from './request-context.ts';
import { setSessionCookie } from './session-cookie.ts';

/** What a handler is asked: who, with what, decoded. */
export interface Asked<E> {
  /** Who asks; on an anonymous endpoint only `visitor` may be looked at. */
  readonly user: CurrentUser;
  readonly visitor: CurrentUser | null;
  readonly params: Decoded<E, 'params'>;
  readonly query: Decoded<E, 'query'>;
  readonly body: Decoded<E, 'body'>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Says how many rows a paged list has in all (`X-Total-Count`). */
  total(count: number): void;
  /** Runs the effect in one transaction, which also keeps its answer under the caller's Idempotency-Key. */
  once(effect: (tx: Tx) => Promise<ReplyOf<E>>): Promise<ReplyOf<E>>;
  /** The same for effects that share a transaction: `run` keeps each answer under its key in it. */
  onceBy(run: (keyed: Keyed | null) => Promise<Answer>): Promise<ReplyOf<E>>;
}

export interface Route {
  readonly endpoint: Endpoint;
  readonly handler: (asked: Asked<Endpoint>) => Promise<unknown>;
}

/** Binds a contract entry to what answers it. */
export function handle<E extends Endpoint>(
  endpoint: E,
  handler: (asked: Asked<E>) => Promise<ReplyOf<E>>,
): Route {
  return { endpoint: endpoint as unknown as Endpoint, handler: handler as unknown as Route['handler'] };
}

interface Given {
  readonly db: Db;
  readonly config: Pick<Config, 'mode' | 'actionLimit'>;
  readonly requestContexts: RequestContexts;
  readonly ownOrigin: (request: FastifyRequest) => string;
}

/** Puts a route on the server: who is asking is checked first, then the input is decoded, then the handler runs. */
export function register(
  app: FastifyInstance,
  { endpoint, handler }: Route,
  { db, config, requestContexts, ownOrigin }: Given,
): void {
  const isWrite = endpoint.method !== 'GET' && !endpoint.readOnly;
  const known = new WeakMap<FastifyRequest, RequestContext>();
  app.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    onRequest: async (request, reply) => {
      if (endpoint.method !== 'GET') refuseForeignOrigin(request, ownOrigin(request));
      const token = sessionToken(request);
      const asking = isWrite
        ? await requestContexts.toWrite(token, endpoint.idempotent ? keyIn(request) : null)
        : await requestContexts.toRead(token);
      const { visitor } = asking;
      if (!visitor && isAskedOfAnybody(request) && !mayCall(endpoint.access, null)) return sendNothing(reply);
      refuseAccess(endpoint.access, visitor);
      known.set(request, asking);
      if (visitor) await keepSession(db, config.mode, visitor, token!, reply);
    },
    handler: async (request, reply) => {
      const { visitor, stored, ...asked } = known.get(request)!;
      const settings = asked.settings ?? (isWrite ? await readSettings(db) : null);
      if (settings) refuseClosed(settings, endpoint, visitor);
      const input = decodeInput(endpoint, request);
      const key = endpoint.idempotent && visitor ? readKey(request, visitor.id, input) : null;
      reply.status(endpoint.status ?? 200);
      if (visitor) reply.header('cache-control', 'private, no-cache');
      if (key && stored) return sendReplay(reply, answerOf(stored, key));
      const asking = { visitor, ip: request.ip, limitsActions: config.actionLimit };
      const counted = settings ? await countOrRefuse(db, settings, asking) : [];
      const onceBy = async (run: (keyed: Keyed | null) => Promise<Answer>) => {
        const done = await run(key);
        if (done.replayed) {
          markReplayed(reply);
          await uncountWrites(db, counted);
        }
        return done.body as ReplyOf<Endpoint>;
      };
      const answer = await handler({
        ...input,
        user: visitor as CurrentUser,
        visitor,
        request,
        reply,
        total: (count) => void reply.header('x-total-count', count),
        onceBy,
        once: (effect) =>
          onceBy((keyed) =>
            runOnce(db, keyed, endpoint.status ?? 200, async (tx) =>
              z.parse(endpoint.reply, await effect(tx)),
            ),
          ),
      });
      return z.parse(endpoint.reply, answer);
    },
  });
}

/** Notes now and then that a session is in use, and gives it a new token when it is due for one. */
export async function keepSession(
  db: Db,
  mode: Config['mode'],
  visitor: CurrentUser,
  token: string,
  reply: FastifyReply,
): Promise<void> {
  if (isDueToBeSeen(visitor)) await touchSession(db, visitor.sessionId);
  const next = visitor.rotationDue ? await rotateToken(db, visitor.sessionId, token) : null;
  if (next) setSessionCookie(reply, mode, next);
}

/** A read by anyone who may be nobody, such as a page's own: browsers write each 401 into their console as an error. */
const isAskedOfAnybody = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.prefer === 'anonymous';

const sendNothing = (reply: FastifyReply): FastifyReply =>
  reply.status(204).header('cache-control', 'no-store').send();

/** Refuses a visitor (null: nobody) what an endpoint's access does not give them. */
export function refuseAccess(access: Access, visitor: CurrentUser | null): void {
  if (mayCall(access, visitor)) return;
  if (!visitor) refuse('authentication_required');
  if (access === 'owner') refuse('owner_required');
  if (access === 'admin') refuse('admin_required');
  if (access === 'seller') refuse('seller_required');
  if (access === 'buyer') refuse('unauthorized', { hint: 'Switch to your buyer account to do this.' });
  refuse('unauthorized');
}

function decodeInput(endpoint: Endpoint, request: FastifyRequest) {
  return {
    params: decode(endpoint.params, request.params),
    query: decode(endpoint.query, request.query),
    // no body is an empty one: the refusal then names the fields that are missing
    body: decode(endpoint.body ?? NO_FIELDS, request.body ?? {}),
  } as Pick<Asked<Endpoint>, 'params' | 'query' | 'body'>;
}

const NO_FIELDS = z.strictObject({});

/** A value as a schema reads it. Refuses with invalid_input, or by the phrase that the schema has for it. */
export function decode(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const issues = result.error.issues.flatMap(plainIssues);
  const details = Object.fromEntries(issues.toReversed());
  const phrase = issues.map(([, what]) => what).find((what) => /^(Invalid|Minimum|Please)/.test(what));
  const named = `Invalid input: ${issues.map(([field, what]) => `${field} ${what}`).join('; ')}`;
  const code = phrase ? (CODES[phrase] ?? 'invalid_input') : 'invalid_input';
  return refuse(code, { message: phrase ?? named.slice(0, 300), details });
}

/** Phrases that schemas refuse with, and the code each goes by. */
const CODES: Readonly<
  Record<string, 'invalid_amount' | 'invalid_ltc_address' | 'invalid_cookie' | 'invalid_gamepass_url'>
> = {
  'Invalid amount': 'invalid_amount',
  'Invalid LTC address': 'invalid_ltc_address',
  'Invalid cookie': 'invalid_cookie',
  'Invalid gamepass URL': 'invalid_gamepass_url',
};

function plainIssues(issue: z.core.$ZodIssue): [field: string, what: string][] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => [key, 'is not a field of this call']);
  const field = issue.path.join('.') || 'body';
  if (issue.code === 'invalid_type' && issue.input === undefined && issue.message === 'Invalid input')
    return [[field, 'is missing']];
  return [[field, issue.message === 'Invalid input' ? 'is not of the right kind' : issue.message]];
}

function sendReplay(reply: FastifyReply, answer: { status: number; body: unknown }): unknown {
  markReplayed(reply);
  reply.status(answer.status);
  return answer.body;
}

function markReplayed(reply: FastifyReply): void {
  reply.header('idempotency-replayed', 'true');
}
