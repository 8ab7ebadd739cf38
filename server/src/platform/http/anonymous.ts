import { endpoints } from '@sterling/contract/api.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { refuse } from '../../refusal.ts';
import type { Db } from '../db/pool.ts';
import { byCall, countWrite, uncountWrites } from '../limits/limits.ts';
import { openMinuteCounter } from '../limits/minute-counter.ts';
import { networkOf } from '../limits/network.ts';

const MAKE_REPORT = 'POST /api/reports';
/** Calls of visitors that write, or that ask another company, and how many a network may make in an hour in all processes. */
const PER_HOUR: Readonly<Record<string, number>> = {
  'GET /auth/discord': 300,
  'GET /auth/discord/callback': 300,
  [MAKE_REPORT]: 5,
  'POST /api/reports/:id/verify': 20,
};
const HOUR_SECONDS = 3_600;
/** All calls that need no session, by network and process. Most are answered from memory or from files. */
const PER_MINUTE = 6_000;

const routeOf = (method: string, url = 'none') => `${method === 'HEAD' ? 'GET' : method} ${url}`;
const WITH_SESSION = new Set(
  endpoints
    .filter(({ access }) => access !== 'anonymous')
    .map(({ method, path }) => routeOf(method, path.replaceAll(/\{(\w+)\}/g, ':$1'))),
);

interface Options {
  readonly db: Db;
  readonly config: Pick<Config, 'actionLimit'>;
}

/**
 * Limits every call that needs no session, per network, before its body is read. Pages are refused by a redirect to the sign-in
 * page, other calls with too_many_requests. A report that is refused, and so not made, does not count for the hour.
 */
export function limitAnonymousCalls(app: FastifyInstance, { db, config }: Options): void {
  if (!config.actionLimit) return;
  const countCall = openMinuteCounter(PER_MINUTE);
  const countedReports = new WeakMap<FastifyRequest, number>();
  app.addHook('onRequest', async (request, reply) => {
    const route = routeOf(request.method, request.routeOptions.url);
    if (WITH_SESSION.has(route)) return;
    // before anything counts: a foreign page with many such pictures would use up the limits of its visitors' network
    if (isEmbedded(request)) return reply.status(403).send();
    const network = networkOf(request.ip);
    const { remaining, seconds } = countCall(network);
    if (remaining < 0) return refuseMore(request, reply, seconds);
    const max = PER_HOUR[route];
    if (max === undefined) return;
    const counted = await countWrite(db, byCall(route, network, { max, windowSeconds: HOUR_SECONDS }));
    if ('waitSeconds' in counted) return refuseMore(request, reply, counted.waitSeconds);
    if (route === MAKE_REPORT) countedReports.set(request, counted.id);
  });
  app.addHook('onSend', async (request, reply) => {
    const counted = countedReports.get(request);
    if (counted !== undefined && reply.statusCode >= 400) await uncountWrites(db, [counted]);
  });
}

/** Whether another site's page loads this as a part of itself, such as a picture or a frame. Browsers say so. */
const isEmbedded = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] === 'cross-site' && (headers['sec-fetch-dest'] ?? 'document') !== 'document';

function refuseMore({ url }: FastifyRequest, reply: FastifyReply, seconds: number): FastifyReply {
  if (!url.startsWith('/auth/')) refuse('too_many_requests', { retryAfterSeconds: seconds });
  return reply.header('retry-after', seconds).redirect('/login?error=too_many_requests');
}
