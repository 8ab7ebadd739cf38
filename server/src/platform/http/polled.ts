import type { Decoded, Endpoint, ReplyOf } from '@sterling/contract/endpoint.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Config } from '../../config.ts';
import { refuseAccess } from '../../people/sessions/authority.ts';
import type { SessionCache } from '../../people/sessions/session-cache.ts';
import { sessionToken } from '../../people/sessions/sessions.reads.ts';
import type { Db } from '../db/pool.ts';
import { decode } from '../input.ts';
import type { Topic } from '../live/changes.ts';
import {
  type Answer,
  type Cached,
  type CachedAnswer,
  type Snapshot,
  type Snapshots,
  snapshotOf,
} from '../live/snapshots.ts';
import type { Bearers } from './bearer.ts';
import type { CallLimits } from './call-limits.ts';
import { callerOf, setCaller } from './caller.ts';
import { matchesEtag } from './etag.ts';
import { renewSession } from './route.ts';
import { refuseWithoutFactor } from './step-up.ts';

/** A read that many pages poll and whose answer is the same for all callers. It is answered from memory without a query. */
export interface PolledRoute {
  readonly endpoint: Endpoint;
  readonly answerFor: (request: FastifyRequest) => PolledAnswer;
}

/** `isRead`: it may have to be read from the database for this request, so it takes a turn of its person. */
interface PolledAnswer extends CachedAnswer {
  readonly isRead?: boolean;
}

/** Cached pages per list. The oldest is dropped first. */
const MAX_CACHED = 32;

/** Binds a contract entry to a query. Changes on `topics` rebuild its answer. `total` is the number of rows of a paged list. */
export function poll<E extends Endpoint>(
  endpoint: E,
  snapshots: Snapshots,
  topics: readonly Topic[],
  read: (query: Decoded<E, 'query'>) => Promise<{ value: ReplyOf<E>; total?: number }>,
): PolledRoute {
  const cached = new Map<string, CachedAnswer>();
  const cache = (query: unknown) =>
    snapshots.cache(endpoint.path, topics, async () => {
      const { value, total } = await read(query as Decoded<E, 'query'>);
      return { value: z.encode(endpoint.reply, value), ...(total === undefined ? {} : { total }) };
    });
  const onlyAnswer = endpoint.query ? null : cache(undefined);
  return {
    endpoint,
    answerFor(request) {
      if (onlyAnswer) return onlyAnswer;
      const query = decode(endpoint.query, request.query);
      const key = JSON.stringify(query);
      const known = cached.get(key);
      if (known) return known;
      const [oldest] = cached;
      if (oldest && cached.size >= MAX_CACHED) {
        cached.delete(oldest[0]);
        snapshots.drop(oldest[1]);
      }
      const added = cache(query);
      cached.set(key, added);
      return added;
    },
  };
}

/**
 * Binds a contract entry to pages that are all made from one cached value, so that asking for many pages keeps no answer per page.
 * A page that `pageOf` takes from the value is serialised once. `isRead`: whether it may read a page from the database.
 */
export function pollPages<E extends Endpoint, Head extends object>(
  endpoint: E,
  head: Cached<Head>,
  pageOf: (head: Head, query: Decoded<E, 'query'>) => Answer | Promise<Answer>,
  isRead: (query: Decoded<E, 'query'>) => boolean,
): PolledRoute {
  const serialised = new WeakMap<Head, Map<string, Snapshot>>();
  return {
    endpoint,
    answerFor(request) {
      const query = decode(endpoint.query, request.query) as Decoded<E, 'query'>;
      const key = JSON.stringify(query);
      const now = async () => {
        const current = await head.now();
        const pages = serialised.get(current) ?? new Map<string, Snapshot>();
        serialised.set(current, pages);
        const known = pages.get(key);
        if (known) return known;
        const page = pageOf(current, query);
        const { value, ...rest } = await page;
        const snapshot = snapshotOf({ value: z.encode(endpoint.reply, value), ...rest });
        if (!(page instanceof Promise) && pages.size < MAX_CACHED) pages.set(key, snapshot);
        return snapshot;
      };
      return { now, isRead: isRead(query) };
    },
  };
}

interface PolledServices {
  readonly db: Db;
  readonly config: Pick<Config, 'mode'>;
  readonly sessions: SessionCache;
  readonly bearers: Bearers;
  readonly callLimits: CallLimits;
}

/** Registers a polled read. The session also comes from a cache, so that a poll needs no query. */
export function registerPolled(
  app: FastifyInstance,
  { endpoint, answerFor }: PolledRoute,
  { db, config, sessions, bearers, callLimits }: PolledServices,
): void {
  const isAnonymous = endpoint.access === 'anonymous';
  app.route({
    method: 'GET',
    url: endpoint.path,
    logLevel: 'warn',
    onRequest: async (request, reply) => {
      const apiToken = bearers.tokenIn(request);
      if (apiToken !== null) return void (await bearers.admit(endpoint, apiToken, request, reply));
      if (isAnonymous) return;
      const token = sessionToken(request, config.mode);
      const caller = token ? await sessions.find(token) : null;
      setCaller(request, caller);
      refuseAccess(endpoint.access, caller);
      refuseWithoutFactor(endpoint.access, caller, config.mode);
      await renewSession(db, config.mode, caller!, token!, reply);
    },
    handler: async (request, reply) => {
      const { now, isRead = false } = answerFor(request);
      const caller = callerOf(request);
      const snapshot = await (isRead && caller
        ? callLimits.run(endpoint, { caller, ip: request.ip, reply }, async () => now())
        : now());
      reply.headers(headersOf(snapshot, isAnonymous));
      if (matchesEtag(request.headers['if-none-match'], snapshot.etag)) return reply.status(304).send();
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
