import type { ServerResponse } from 'node:http';
import { api } from '@sterling/contract/api.ts';
import { phrase } from '@sterling/contract/texts.ts';
import { isStaff } from '@sterling/contract/users.ts';
import type { FastifyInstance } from 'fastify';
import { refuseAccess } from '../../people/sessions/authority.ts';
import { hashToken, sessionToken, validTokens } from '../../people/sessions/sessions.reads.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import type { Bearers } from '../http/bearer.ts';
import type { RequestContexts } from '../http/request-context.ts';
import { openStreams, type Stream } from './streams.ts';

/** A stream with more unread bytes is closed: its page does not read. */
const MAX_UNREAD_BYTES = 64 * 1024;
/** Time that a page has to read the end of its stream. */
const END_WITHIN_MS = 500;
/** Delay before a browser reconnects. */
const RETRY_MS = 2_000;

/** Adds `GET /api/events`: streams the user's changes while the page is open and its session token is valid. */
export function addEvents(
  app: FastifyInstance,
  { config, preparedPool, changes }: Pick<Services, 'config' | 'preparedPool' | 'changes'>,
  requestContexts: RequestContexts,
  bearers: Bearers,
): void {
  const streams = openStreams(changes, (hashes) => validTokens(preparedPool, hashes));
  app.addHook('preClose', async () => streams.close());
  app.route({
    method: 'GET',
    url: api.events.follow.path,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const apiToken = bearers.tokenIn(request);
      if (apiToken !== null) await bearers.admit(api.events.follow, apiToken, request, reply);
      const token = sessionToken(request, config.mode);
      const { caller } = await requestContexts.toRead(token);
      refuseAccess(api.events.follow.access, caller);
      const tokenHash = hashToken(token!).toString('hex');
      const stream = streamTo(reply.raw, { userId: caller!.id, tokenHash, isStaff: isStaff(caller!) });
      if (!streams.add(stream)) {
        refuse('too_many_requests', {
          hint: phrase('Too many tabs open. This one refreshes less often.'),
        });
      }
      reply.hijack();
      // a page that left during the lookup does not close its stream later
      if (reply.raw.destroyed) return streams.remove(stream);
      reply.raw.on('close', () => streams.remove(stream));
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        // keeps nginx from buffering events
        'x-accel-buffering': 'no',
      });
      stream.write(`retry: ${RETRY_MS}\n\n`);
    },
  });
}

function streamTo(raw: ServerResponse, who: Pick<Stream, 'userId' | 'tokenHash' | 'isStaff'>): Stream {
  return {
    ...who,
    write: (text) => {
      raw.write(text);
      return raw.writableLength <= MAX_UNREAD_BYTES;
    },
    end: () => {
      if (raw.writableLength > MAX_UNREAD_BYTES) return void raw.destroy();
      raw.end();
      // a page that does not read never receives the end
      setTimeout(() => raw.writableFinished || raw.destroy(), END_WITHIN_MS).unref();
    },
  };
}
