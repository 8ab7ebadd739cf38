import { setTimeout as sleep } from 'node:timers/promises';
import { ProxyAgent } from 'undici';
import * as z from 'zod/mini';
import type { Config, GameHost } from '../../config.ts';
import { type GameSession, GameTrouble } from '../game-platform.ts';
import { OutsideError, type OutsideReply, request } from '../http.ts';
import { cookieHeader, rotatedCookie } from './cookie.ts';
import { type Asked, retryAfter, troubleOf, troubleOfFailure } from './trouble.ts';

export interface Call {
  readonly host: GameHost;
  /** From the host's root on; ids in it are digits. */
  readonly path: string;
  readonly method?: Asked['method'];
  readonly session?: GameSession;
  readonly body?: { readonly type: string; readonly text: string };
}

export interface Caller {
  /** The answer, whatever its status, with the CSRF handshake and a rotated cookie taken care of. Throws GameTrouble without one. */
  exchange(call: Call): Promise<OutsideReply>;
  /** The answer of a call that went well, decoded. Throws GameTrouble. */
  read<Schema extends z.ZodMiniType>(call: Call, schema: Schema): Promise<z.output<Schema>>;
}

/** Calls the game platform's configured hosts, and no other: that is where cookies go. */
export function openCaller(
  { game, publicOrigin }: Pick<Config, 'game' | 'publicOrigin'>,
  timeoutMs?: number,
): Caller {
  const userAgent = `Sterling/0.1 (${publicOrigin ?? 'sandbox'})`;
  const proxies = new WeakMap<GameSession, ProxyAgent>();

  const send = async (call: Call): Promise<OutsideReply> => {
    const { session } = call;
    await keepPace(call);
    try {
      const reply = await request({
        url: game.hosts[call.host] + call.path,
        method: call.method ?? 'GET',
        headers: headersOf(call, userAgent),
        body: call.body?.text,
        timeoutMs,
        dispatcher: session && proxyOf(proxies, session),
      });
      await keepRotation(session, reply.headers);
      if (reply.status === 429) await session?.slowDown?.(retryAfter(reply.headers));
      return reply;
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error;
      if (session) void closeProxy(proxies, session);
      await keepRotation(session, error.headers);
      throw troubleOfFailure(error, askedOf(call));
    }
  };

  const exchange = async (call: Call): Promise<OutsideReply> => {
    const reply = await send(call);
    const token = csrfToken(reply, call);
    if (!token || !call.session) return reply;
    call.session.csrf = token;
    return send(call);
  };

  return {
    exchange,
    read: async (call, schema) => {
      const reply = await exchange(call);
      const trouble = troubleOf(reply, askedOf(call));
      if (trouble) throw trouble;
      return decode(schema, reply, call);
    },
  };
}

/** What a call asked, in the words of its troubles. */
export function askedOf({ method = 'GET', path, session }: Call): Asked {
  return { method, path: path.split('?')[0]!, viaProxy: session?.proxyUrl != null };
}

/** Decodes an answer's body; fields that we do not know are left alone. Throws GameTrouble 'protocol' on any other shape. */
export function decode<Schema extends z.ZodMiniType>(
  schema: Schema,
  reply: OutsideReply,
  call: Call,
): z.output<Schema> {
  const { method, path } = askedOf(call);
  const unreadable = () => new GameTrouble({ kind: 'protocol' }, `${method} ${path} answered something else`);
  let body: unknown;
  try {
    body = JSON.parse(reply.text);
  } catch {
    throw unreadable();
  }
  const result = z.safeParse(schema, body);
  if (!result.success) throw unreadable();
  return result.data;
}

function headersOf({ session, body, method = 'GET' }: Call, userAgent: string): Record<string, string> {
  const headers: Record<string, string> = { 'user-agent': userAgent, accept: 'application/json' };
  if (session) headers.cookie = cookieHeader(session.cookie);
  if (session?.csrf && method !== 'GET') headers['x-csrf-token'] = session.csrf;
  if (body) headers['content-type'] = body.type;
  return headers;
}

/** The fresh token of an answer that only wants one. The one beside a challenge is not for us (platforms.md §1.5). */
function csrfToken(reply: OutsideReply, call: Call): string | null {
  if (reply.status !== 403 || (call.method ?? 'GET') === 'GET') return null;
  if (troubleOf(reply, askedOf(call))?.trouble.kind === 'challenge') return null;
  const token = reply.headers['x-csrf-token'];
  return typeof token === 'string' ? token : null;
}

/** A call that would have to wait for long is not made: whoever asks comes back. */
const LONGEST_WAIT_MS = 8_000;

async function keepPace(call: Call): Promise<void> {
  const waitMs = (await call.session?.waitFor?.(LONGEST_WAIT_MS)) ?? 0;
  if (waitMs > LONGEST_WAIT_MS) {
    const trouble = { kind: 'rate_limited', retryAfterSeconds: Math.ceil(waitMs / 1_000) } as const;
    throw new GameTrouble(trouble, `${call.method ?? 'GET'} ${call.path} was not sent`);
  }
  if (waitMs > 0) await sleep(waitMs);
}

async function keepRotation(
  session: GameSession | undefined,
  headers: OutsideReply['headers'],
): Promise<void> {
  const cookie = rotatedCookie(headers['set-cookie']);
  if (!session || !cookie || cookie === session.cookie) return;
  await session.rotated(cookie);
  session.cookie = cookie;
}

/** A session's own way out, through a tunnel for plain HTTP too, so that a broken proxy is told from the platform's answer. */
function proxyOf(proxies: WeakMap<GameSession, ProxyAgent>, session: GameSession): ProxyAgent | undefined {
  if (session.proxyUrl === null) return undefined;
  const known = proxies.get(session);
  if (known) return known;
  const agent = new ProxyAgent({
    uri: session.proxyUrl,
    proxyTunnel: true,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  proxies.set(session, agent);
  return agent;
}

/** A tunnel that failed may hang for good: the next call makes a new one. */
async function closeProxy(proxies: WeakMap<GameSession, ProxyAgent>, session: GameSession): Promise<void> {
  const agent = proxies.get(session);
  proxies.delete(session);
  await agent?.destroy().catch(() => undefined);
}
