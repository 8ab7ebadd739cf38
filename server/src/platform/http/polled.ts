import type { Decoded, Endpoint, ReplyOf } from '@sterling/contract/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Config } from '../../config.ts';
import type { SessionCache } from '../../people/sessions/session-cache.ts';
import { sessionToken } from '../../people/sessions/sessions.reads.ts';
import type { Db } from '../db/pool.ts';
import type { Topic } from '../live/changes.ts';
import type { CachedAnswer, Snapshot, Snapshots } from '../live/snapshots.ts';
import { type Front, hasAlready, headersOf, JSON_TYPE } from './front.ts';
import { decode, keepSession, refuseAccess } from './route.ts';

/** A read that everybody asks all the time, the same for all who may ask: answered from memory, without a query. */
export interface PolledRoute {
  readonly endpoint: Endpoint;
  /** The answer to what a request asks. */
  readonly held: (request: FastifyRequest) => CachedAnswer;
}

/** Pages of a list that are held at once; what was asked first goes first. */
const MAX_HELD = 32;

/** Binds a contract entry to a question whose answer changes with some topics. `total`: how many rows a paged list has. */
export function poll<E extends Endpoint>(
  endpoint: E,
  snapshots: Snapshots,
  topics: readonly Topic[],
  ask: (query: Decoded<E, 'query'>) => Promise<{ value: ReplyOf<E>; total?: number }>,
): PolledRoute {
  const held = new Map<string, CachedAnswer>();
  const hold = (query: unknown) =>
    snapshots.hold(endpoint.path, topics, async () => {
      const { value, total } = await ask(query as Decoded<E, 'query'>);
      return { value: z.parse(endpoint.reply, value), ...(total === undefined ? {} : { total }) };
    });
  const everybodys = endpoint.query ? null : hold(undefined);
  return {
    endpoint,
    held(request) {
      if (everybodys) return everybodys;
      const query = decode(endpoint.query, request.query);
      const key = JSON.stringify(query);
      const known = held.get(key);
      if (known) return known;
      const [oldest] = held;
      if (oldest && held.size >= MAX_HELD) {
        held.delete(oldest[0]);
        snapshots.drop(oldest[1]);
      }
      const added = hold(query);
      held.set(key, added);
      return added;
    },
  };
}

interface Given {
  readonly db: Db;
  readonly config: Pick<Config, 'mode'>;
  readonly sessions: SessionCache;
  readonly front: Front;
}

/** Puts a polled read on the server, the long way; the front takes over what was answered once. */
export function registerPolled(
  app: FastifyInstance,
  { endpoint, held }: PolledRoute,
  { db, config, sessions, front }: Given,
): void {
  const isAnonymous = endpoint.access === 'anonymous';
  app.route({
    method: 'GET',
    url: endpoint.path,
    logLevel: 'warn',
    onRequest: async (request, reply) => {
      if (isAnonymous) return;
      const token = sessionToken(request);
      const visitor = token ? await sessions.find(token) : null;
      refuseAccess(endpoint.access, visitor);
      await keepSession(db, config.mode, visitor!, token!, reply);
    },
    handler: async (request, reply) => {
      const asked = held(request);
      return send(request, reply, asked, await asked.now());
    },
  });

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: CachedAnswer,
    snapshot: Snapshot,
  ): FastifyReply {
    front.learn(request.url, { held: asked, isAnonymous, headers: reply.raw.getHeaders() });
    reply.headers(headersOf(snapshot, isAnonymous));
    if (hasAlready(request.headers['if-none-match'], snapshot.etag)) return reply.status(304).send();
    return reply.type(JSON_TYPE).send(snapshot.body);
  }
}
