import type { Decoded, Endpoint, ReplyOf } from '@sterling/contract/endpoint.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Config } from '../../config.ts';
import type { SessionCache } from '../../people/sessions/session-cache.ts';
import { sessionToken } from '../../people/sessions/sessions.reads.ts';
import type { Db } from '../db/pool.ts';
import type { Topic } from '../live/changes.ts';
import type { CachedAnswer, Snapshot, Snapshots } from '../live/snapshots.ts';
import { hasAlready } from './etag.ts';
import { decode, keepSession, refuseAccess } from './route.ts';

/** A read that every page polls, with the same answer for all who may ask: answered from memory, without a query. */
export interface PolledRoute {
  readonly endpoint: Endpoint;
  /** The cached answer to a request. */
  readonly held: (request: FastifyRequest) => CachedAnswer;
}

/** Pages of one list that are cached; the oldest is dropped first. */
const MAX_CACHED = 32;

/** Binds a contract entry to a query whose answer changes with some topics. `total`: how many rows a paged list has. */
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
  const onlyAnswer = endpoint.query ? null : hold(undefined);
  return {
    endpoint,
    held(request) {
      if (onlyAnswer) return onlyAnswer;
      const query = decode(endpoint.query, request.query);
      const key = JSON.stringify(query);
      const known = held.get(key);
      if (known) return known;
      const [oldest] = held;
      if (oldest && held.size >= MAX_CACHED) {
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
}

/** Registers a polled read. Its session comes from the cache, so that a poll costs no query. */
export function registerPolled(
  app: FastifyInstance,
  { endpoint, held }: PolledRoute,
  { db, config, sessions }: Given,
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
      const snapshot = await held(request).now();
      reply.headers(headersOf(snapshot, isAnonymous));
      if (hasAlready(request.headers['if-none-match'], snapshot.etag)) return reply.status(304).send();
      return reply.type('application/json; charset=utf-8').send(snapshot.body);
    },
  });
}

function headersOf({ etag, total }: Snapshot, isAnonymous: boolean): Record<string, string> {
  return {
    etag,
    'cache-control': isAnonymous ? 'no-cache' : 'private, no-cache',
    ...(total === null ? {} : { 'x-total-count': String(total) }),
  };
}
