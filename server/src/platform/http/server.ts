import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import cookie from '@fastify/cookie';
import underPressure from '@fastify/under-pressure';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';
import { openSessionCache, type SessionCache } from '../../people/sessions/session-cache.ts';
import { addSignIn } from '../../people/sign-in/sign-in.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { addEvents } from '../live/events.routes.ts';
import { traceIdOf } from '../tracing.ts';
import { limitAnonymousCalls } from './anonymous.ts';
import { type Bearers, openBearers } from './bearer.ts';
import { openCallLimits } from './call-limits.ts';
import { callerOf } from './caller.ts';
import { answerErrors, sendRefusal } from './errors.ts';
import { addEtags } from './etag.ts';
import { addHealth, addOperations } from './health.ts';
import { addHeartbeat } from './heartbeat.ts';
import { readJson } from './json-bodies.ts';
import { addApiDocs } from './openapi.ts';
import { ownOrigin } from './origin.ts';
import { registerPolled } from './polled.ts';
import { openRequestContexts, type RequestContexts } from './request-context.ts';
import { register } from './route.ts';
import { allRoutes } from './routes.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { answerUnreadableCall } from './unreadable-calls.ts';
import { addWebApp } from './web-app.ts';

const BODY_LIMIT_BYTES = 256 * 1024;
/** Event loop delay above which the server answers 503, so that it can finish the requests it has accepted. */
const MAX_LOOP_DELAY_MS = 2_000;
/** A stall must last this long before it can count as overload. */
const LOOP_SAMPLE_MS = 5_000;
/** Time for the headers of a call, for its whole body, for an idle connection, and for a caller who does not read the answer. */
const CALLER_TIMEOUT_MS = 15_000;
const CHECK_CALLERS_EVERY_MS = 1_000;

/**
 * Builds the web server: all endpoints, sign-in, health, and the web app for all other paths. `maxLoopDelayMs` 0 disables the
 * overload check. Tests use a shorter `callerTimeoutMs`.
 */
export async function buildServer(
  given: Services,
  { maxLoopDelayMs = MAX_LOOP_DELAY_MS, callerTimeoutMs = CALLER_TIMEOUT_MS } = {},
): Promise<FastifyInstance> {
  z.config(en());
  const services = { ...given, db: given.requestPool.db };
  const { config, log, db } = services;
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    // sign-in URLs contain secret codes, so answers are logged by route instead (logAnswers)
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: callerTimeoutMs,
    keepAliveTimeout: callerTimeoutMs,
    // without the interval, Node looks for late callers every 30 seconds only
    http: { headersTimeout: callerTimeoutMs, connectionsCheckingInterval: CHECK_CALLERS_EVERY_MS },
    trustProxy: config.trustedProxies.length > 0 && [...config.trustedProxies],
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    clientErrorHandler: answerUnreadableCall,
    // a path that cannot be decoded, or that has an overlong id, matches no route
    frameworkErrors: (_error, _request, reply) => void sendRefusal(reply, new Refusal('not_found')),
  });
  answerErrors(app, services);
  await app.register(cookie);
  addSecurityHeaders(app, config.mode === 'production');
  await app.register(underPressure, {
    maxEventLoopDelay: maxLoopDelayMs,
    sampleInterval: LOOP_SAMPLE_MS,
    exposeStatusRoute: false,
  });
  readJson(app);
  logAnswers(app);
  addEtags(app);
  limitAnonymousCalls(app, services);
  closeConnections(app);
  endUnsentFiles(app);
  cutOffStalledReaders(app, callerTimeoutMs);

  const origin = (request: FastifyRequest) => ownOrigin(config, request);
  const requestContexts = openRequestContexts(services.preparedPool);
  const sessions = openSessionCache(
    async (token) => (await requestContexts.toRead(token)).caller,
    services.changes,
  );
  const bearers = openBearers({ db, config, requestContexts });
  addRoutes(app, services, { requestContexts, sessions, bearers, origin });
  addEvents(app, services, requestContexts, bearers);
  addSignIn(app, services, origin);
  addHealth(app);
  // in production they have a port of their own (operations-server.ts)
  if (config.operations === null) addOperations(app, services);
  addHeartbeat(app, services);
  await addApiDocs(app);
  await addWebApp(app);
  return app;
}

interface Callers {
  readonly requestContexts: RequestContexts;
  readonly sessions: SessionCache;
  readonly bearers: Bearers;
  readonly origin: (request: FastifyRequest) => string;
}

/** Adds the calls of the contract. */
function addRoutes(
  app: FastifyInstance,
  services: Services,
  { requestContexts, sessions, bearers, origin: ownOrigin }: Callers,
): void {
  const { db, config } = services;
  const callLimits = openCallLimits(db, config);
  const forRoutes = { db, config, requestContexts, bearers, callLimits, ownOrigin };
  for (const route of allRoutes(services)) {
    if ('answerFor' in route) registerPolled(app, route, { db, config, sessions, bearers, callLimits });
    else register(app, route, forRoutes);
  }
}

const CLOSE_IDLE_EVERY_MS = 100;

/** Closes idle keep-alive connections during shutdown. They would otherwise delay the exit by a minute. */
function closeConnections(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const closing = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
    app.server.once('close', () => clearInterval(closing));
  });
}

/** Closes a connection whose caller reads nothing of the answer for `ms`. The clock starts when the answer is ready. */
function cutOffStalledReaders(app: FastifyInstance, ms: number): void {
  app.addHook('onSend', async (_request, reply) => {
    // a call that a test injects has no connection
    if (reply.raw.socket instanceof Socket) reply.raw.socket.setTimeout(ms);
  });
}

/** The answer to HEAD has no body. Fastify would read the whole file without sending it, after the call's turn (person-turns.ts). */
function endUnsentFiles(app: FastifyInstance): void {
  app.addHook('onSend', async ({ method }, _reply, payload) => {
    if (method === 'HEAD' && payload instanceof Readable) payload.destroy();
  });
}

function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    request.log.info(
      {
        method,
        route: routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        person: callerOf(request)?.id,
        traceId: traceIdOf(request),
      },
      'answered',
    );
  });
}
