import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http';
import type { SessionCache } from '../../people/sessions/session-cache.ts';
import { tokenIn } from '../../people/sessions/sessions.reads.ts';
import type { CachedAnswer, Snapshot } from '../live/snapshots.ts';

/** What an address is answered with; everybody may ask an anonymous one. */
export interface Learned {
  readonly held: CachedAnswer;
  readonly isAnonymous: boolean;
  /** Headers of every answer, such as what the browser may load. */
  readonly headers: OutgoingHttpHeaders;
}

export interface Front {
  /** Takes over an address that the framework has just answered. */
  learn(url: string, learned: Learned): void;
}

/** Addresses that are known at once; the oldest goes first. */
const MAX_KNOWN = 64;

/**
 * Answers polled reads before the framework sees them, where session and answer are in memory and nothing has to be
 * waited for, refused or explained: hooks, plugins and a log line would cost more than the answer. Everything else, and
 * each address and session for the first time, takes the long way.
 */
export function openFront(server: Server, sessions: SessionCache): Front {
  const known = new Map<string, Learned & { made: Made | null }>();

  function answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET') return false;
    const learned = known.get(request.url!);
    if (!learned) return false;
    if (!learned.isAnonymous && !isHeld(request.headers.cookie)) return false;
    const snapshot = learned.held.now();
    if (snapshot instanceof Promise) return false;
    if (learned.made?.snapshot !== snapshot) learned.made = make(snapshot, learned);
    const { full, unchanged, body } = learned.made;
    if (hasAlready(request.headers['if-none-match'], snapshot.etag)) response.writeHead(304, unchanged).end();
    else response.writeHead(200, full).end(body, 'latin1');
    return true;
  }

  const isHeld = (cookie: string | undefined) => {
    const token = cookie === undefined ? null : tokenIn(cookie);
    return token !== null && sessions.holds(token);
  };

  const framework = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (server.listening && answer(request, response)) return;
    for (const listener of framework) listener.call(server, request, response);
  });
  return {
    learn(url, learned) {
      if (known.has(url)) return;
      const [oldest] = known.keys();
      if (oldest !== undefined && known.size >= MAX_KNOWN) known.delete(oldest);
      known.set(url, { ...learned, made: null });
    },
  };
}

/** The headers of a snapshot's answers, as the server writes them: name, value, name, value. */
interface Made {
  readonly snapshot: Snapshot;
  readonly full: string[];
  readonly unchanged: string[];
  /** Its bytes, each a character: Node writes a text and the headers before it at once, a buffer apart from them. */
  readonly body: string;
}

function make(snapshot: Snapshot, { headers, isAnonymous }: Learned): Made {
  const unchanged = Object.entries({ ...headers, ...headersOf(snapshot, isAnonymous) }).flatMap(
    ([name, value]) => [name, String(value)],
  );
  const full = ['content-type', JSON_TYPE, 'content-length', String(snapshot.body.length), ...unchanged];
  return { snapshot, full, unchanged, body: snapshot.body.toString('latin1') };
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** What every answer with a snapshot says of it. */
export function headersOf({ etag, total }: Snapshot, isAnonymous: boolean): Record<string, string> {
  return {
    etag,
    'cache-control': isAnonymous ? 'no-cache' : 'private, no-cache',
    ...(total === null ? {} : { 'x-total-count': String(total) }),
  };
}

/** Whether a browser has an answer already (RFC 9110, 13.1.2). */
export function hasAlready(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
