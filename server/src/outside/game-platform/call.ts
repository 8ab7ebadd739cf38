import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Config, GameHost } from '../../config.ts';
import { type GameSession, GameTrouble, type ProxyRoute } from '../game-platform.ts';
import { OutsideError, type OutsideReply, request } from '../http.ts';
import type { ProxyAgents } from '../proxy-agents.ts';
import { cookieHeader, rotatedCookie } from './cookie.ts';
import { type Asked, retryAfter, troubleOf, troubleOfFailure } from './trouble.ts';

export interface Call {
  readonly host: GameHost;
  /** From the host's root on; ids in it are digits. */
  readonly path: string;
  readonly method?: Asked['method'];
  readonly session?: GameSession;
  /** Goes its way without its cookie. */
  readonly along?: ProxyRoute;
  /** Not through a tunnel that stands. */
  readonly anew?: true;
  readonly timeoutMs?: number;
  readonly body?: { readonly type: string; readonly text: string };
}

export interface Caller {
  /** The answer, whatever its status, with the CSRF handshake and a rotated cookie taken care of. Throws GameTrouble without one. */
  exchange(call: Call): Promise<OutsideReply>;
  /** The answer of a call that went well, decoded. Throws GameTrouble. */
  read<Schema extends z.ZodMiniType>(call: Call, schema: Schema): Promise<z.output<Schema>>;
}

/** PreparedPool the game platform's configured hosts, and no other: that is where cookies go. */
export function openCaller(
  { game, publicOrigin }: Pick<Config, 'game' | 'publicOrigin'>,
  proxies: ProxyAgents,
  timeoutMs?: number,
): Caller {
  const userAgent = `Sterling/0.1 (${publicOrigin ?? 'sandbox'})`;

  const send = async (call: Call): Promise<OutsideReply> => {
    const { session } = call;
    const way = wayOf(call);
    await keepPace(call);
    try {
      const asked = {
        url: game.hosts[call.host] + call.path,
        method: call.method ?? 'GET',
        headers: headersOf(call, userAgent),
        body: call.body?.text,
        timeoutMs: call.timeoutMs ?? timeoutMs,
      };
      const proxyUrl = way?.proxyUrl ?? null;
      const reply =
        proxyUrl === null
          ? await request(asked)
          : await proxies[call.anew ? 'anew' : 'through'](proxyUrl, (dispatcher) =>
              request({ ...asked, dispatcher }),
            );
      await keepRotation(session, reply.headers);
      if (reply.status === 429) await session?.slowDown?.(retryAfter(reply.headers));
      return reply;
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error;
      await keepRotation(session, error.headers);
      const trouble = troubleOfFailure(error, askedOf(call));
      if (trouble.trouble.kind === 'proxy') await way?.proxyFailed?.();
      throw trouble;
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
export function askedOf(call: Call): Asked {
  const { method = 'GET', path } = call;
  return { method, path: path.split('?')[0]!, viaProxy: wayOf(call)?.proxyUrl != null };
}

const wayOf = ({ session, along }: Call): ProxyRoute | undefined => session ?? along;

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

/** The fresh token of an answer that only wants one. The one beside a challenge is not for us. */
function csrfToken(reply: OutsideReply, call: Call): string | null {
  if (reply.status !== 403 || (call.method ?? 'GET') === 'GET') return null;
  if (troubleOf(reply, askedOf(call))?.trouble.kind === 'challenge') return null;
  const token = reply.headers['x-csrf-token'];
  return typeof token === 'string' ? token : null;
}

/** A call that would have to wait for long is not made: anyone who asks comes back. */
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
