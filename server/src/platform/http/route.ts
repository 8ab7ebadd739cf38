import {
  type Decoded,
  type Endpoint,
  isGuardedWrite,
  mayCall,
  type ReplyOf,
} from '@sterling/contract/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Config } from '../../config.ts';
import { refuseAccess } from '../../people/sessions/authority.ts';
import { type CurrentUser, sessionToken } from '../../people/sessions/sessions.reads.ts';
import { rotateToken, touchSession } from '../../people/sessions/sessions.ts';
import { refuseStoppedOrInMaintenance } from '../../people/sessions/stopped.ts';
import { readSettings } from '../../people/settings/settings.reads.ts';
import { refuse } from '../../refusal.ts';
import { actFor } from '../audit/acting.ts';
import type { Db } from '../db/pool.ts';
import { decode } from '../input.ts';
import type { Bearers } from './bearer.ts';
import type { CallLimits } from './call-limits.ts';
import { setCaller } from './caller.ts';
import { keyIn, readKey } from './idempotency.ts';
import { refuseForeignOrigin, refuseOtherUser } from './origin.ts';
import type { RequestContext, RequestContexts } from './request-context.ts';
import { inLanguageOf } from './request-language.ts';
import { giveToken } from './session-cookie.ts';
import { refuseUnchecked, refuseWithoutFactor } from './step-up.ts';
import { traceRequest } from './trace-request.ts';
import { countOrRefuse } from './write-limits.ts';
import { replay, type Show, type Writing, withFinalRefusal, writing } from './writing.ts';

/** An authorised request with its decoded input, as a handler gets it. */
export type RouteCall<E> = Call<E> & Writing<E>;

interface Call<E> {
  /** The signed-in user. Handlers of anonymous endpoints must use `caller` instead. */
  readonly user: CurrentUser;
  readonly caller: CurrentUser | null;
  readonly params: Decoded<E, 'params'>;
  readonly query: Decoded<E, 'query'>;
  readonly body: Decoded<E, 'body'>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Sets the total number of rows of a paged list (`X-Total-Count`). */
  total(count: number): void;
  /** For a handler that has sent its answer itself. */
  sent(reply: FastifyReply): ReplyOf<E>;
}

export interface Route {
  readonly endpoint: Endpoint;
  readonly handler: (call: RouteCall<Endpoint>) => Promise<unknown>;
  readonly show: Show<Endpoint> | undefined;
}

/** Binds a contract entry to its handler. `show` reads the answer of a handler that writes by `onceShown`. */
export function handle<E extends Endpoint>(
  endpoint: E,
  handler: (call: RouteCall<E>) => Promise<ReplyOf<E>>,
  show?: Show<E>,
): Route {
  return { endpoint, handler, show } as unknown as Route;
}

interface RouteServices {
  readonly db: Db;
  readonly config: Pick<Config, 'mode' | 'actionLimit'>;
  readonly requestContexts: RequestContexts;
  readonly bearers: Bearers;
  readonly callLimits: CallLimits;
  readonly ownOrigin: (request: FastifyRequest) => string;
}

/** Registers a route: when the body is complete, checks access, then decodes the input, then runs the handler. */
export function register(app: FastifyInstance, route: Route, services: RouteServices): void {
  const { endpoint, handler, show } = route;
  const { db, config, bearers, callLimits, ownOrigin } = services;
  const contexts = new WeakMap<FastifyRequest, RequestContext>();
  const admit = (request: FastifyRequest, reply: FastifyReply) =>
    keepContext(contexts, contextOf(endpoint, request, reply, services), request);
  app.route({
    ...placeOf(endpoint),
    onRequest: async (request, reply) => {
      // a browser never adds an API token automatically, so such a call needs no check of its origin
      if (bearers.tokenIn(request) !== null) return;
      if (endpoint.method !== 'GET') refuseForeignOrigin(request, ownOrigin(request));
      // without a token, nothing is read from the caller
      if (sessionToken(request, config.mode) === null) return refuseAnonymous(endpoint, request, reply);
    },
    // a caller can send the body minutes after the headers, so the session is read after the body
    preHandler: async (request, reply) => {
      if (!(await admit(request, reply))) return reply;
    },
    // an unreadable body is refused before preHandler, but who may not call learns that first
    errorHandler: async (error, request, reply) => {
      if (isUnreadable(error) && !(await admit(request, reply))) return reply;
      throw error;
    },
    handler: (request, reply) =>
      inLanguageOf(request, () => traceRequest(endpoint, request, reply, () => answer(request, reply))),
  });

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const context = contexts.get(request)!;
    const { caller, stored } = context;
    const settings = context.settings ?? (isGuardedWrite(endpoint) ? await readSettings(db) : null);
    if (settings) refuseStoppedOrInMaintenance(settings, endpoint, caller);
    const input = decodeInput(endpoint, request);
    const key = endpoint.idempotent ? readKey(request, context, input) : null;
    prepareReply(reply, endpoint, caller);
    if (key && stored) return replay(route, { stored, key, caller: caller!, reply });
    refuseUnchecked(endpoint, caller);
    const origin = { endpoint, caller, ip: request.ip, limitsActions: config.actionLimit, reply };
    const counted = settings ? await countOrRefuse(db, settings, origin) : [];
    const writer = { caller, key, reply, counted, show };
    const run = () =>
      handler({
        ...input,
        user: caller as CurrentUser,
        caller,
        request,
        reply,
        total: (count) => void reply.header('x-total-count', count),
        sent: (own) => sentBy(own),
        ...writing(db, endpoint, writer),
      });
    const result = caller
      ? await actFor({ userId: caller.id, sessionId: caller.sessionId, ip: request.ip }, () =>
          callLimits.run(endpoint, { ...origin, caller }, () => withFinalRefusal(db, endpoint, writer, run)),
        )
      : await run();
    return sentByHandler.has(reply) ? reply : z.encode(endpoint.reply, result);
  }
}

const isUnreadable = (error: unknown): boolean =>
  String((error as { code?: string }).code).startsWith('FST_ERR_CTP_');

/** Keeps the context of a call until its handler runs. False if the call is answered already. */
async function keepContext(
  contexts: WeakMap<FastifyRequest, RequestContext>,
  coming: Promise<RequestContext | null>,
  request: FastifyRequest,
): Promise<boolean> {
  const context = await coming;
  if (context) contexts.set(request, context);
  return context !== null;
}

/** The context of a call that is allowed. Null if the call is answered already. */
function contextOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  services: RouteServices,
): Promise<RequestContext | null> {
  const token = services.bearers.tokenIn(request);
  return token === null
    ? sessionContext(endpoint, request, reply, services)
    : services.bearers.admit(endpoint, token, request, reply);
}

/** The context of a call with a session or without one. Null if the call is answered already. */
async function sessionContext(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { db, config, requestContexts }: RouteServices,
): Promise<RequestContext | null> {
  const token = sessionToken(request, config.mode);
  const context = isGuardedWrite(endpoint)
    ? await requestContexts.toWrite(token, endpoint.idempotent ? keyIn(request) : null)
    : await requestContexts.toRead(token);
  const { caller } = context;
  setCaller(request, caller);
  if (context.isBanned && !mayCall(endpoint.access, null)) refuse('account_banned');
  if (!caller && refuseAnonymous(endpoint, request, reply)) return null;
  if (caller) refuseOtherUser(endpoint, request, caller);
  // the browser has the new token by now
  if (caller?.onlyReads && endpoint.method !== 'GET' && !mayCall(endpoint.access, null))
    refuse('authentication_required');
  refuseAccess(endpoint.access, caller);
  refuseWithoutFactor(endpoint.access, caller, config.mode);
  if (caller) await renewSession(db, config.mode, caller, token!, reply);
  return context;
}

/** Replies that a handler sent itself. Awaiting such a reply gives nothing. */
const sentByHandler = new WeakSet<FastifyReply>();

function sentBy(reply: FastifyReply): never {
  sentByHandler.add(reply);
  return reply as never;
}

/** Refuses a caller without a session, or answers 204 to a page that asks so. Does nothing for an anonymous endpoint. */
function refuseAnonymous(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  if (mayCall(endpoint.access, null)) return undefined;
  return prefersAnonymous(request) ? sendEmpty(reply) : refuse('authentication_required');
}

const placeOf = ({ method, path, bodyBytes }: Endpoint) => ({
  method,
  url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
  ...(bodyBytes !== undefined && { bodyLimit: bodyBytes }),
});

/** Sets the status and the cache rule of a successful answer. */
function prepareReply(reply: FastifyReply, endpoint: Endpoint, caller: CurrentUser | null): void {
  reply.status(endpoint.status ?? 200);
  if (caller) reply.header('cache-control', endpoint.polled ? 'private, no-cache' : 'no-store');
}

/** Records occasionally that a session is in use, and rotates its token when that is due. */
export async function renewSession(
  db: Db,
  mode: Config['mode'],
  caller: CurrentUser,
  token: string,
  reply: FastifyReply,
): Promise<void> {
  if (caller.isSeenDue) await touchSession(db, caller.sessionId);
  if (caller.rotationDue) giveToken(reply, mode, await rotateToken(db, caller.sessionId, token));
}

/** A page may not know whether its user is signed in. It asks for 204 instead of 401, which browsers log as an error. */
const prefersAnonymous = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.prefer === 'anonymous';

const sendEmpty = (reply: FastifyReply): FastifyReply =>
  reply.status(204).header('cache-control', 'no-store').send();

function decodeInput(endpoint: Endpoint, request: FastifyRequest) {
  return {
    params: decode(endpoint.params, request.params),
    query: decode(endpoint.query, request.query),
    // a missing body counts as empty, so that the refusal names the missing fields
    body: decode(endpoint.body ?? NO_FIELDS, request.body ?? {}),
  } as Pick<RouteCall<Endpoint>, 'params' | 'query' | 'body'>;
}

const NO_FIELDS = z.strictObject({});
