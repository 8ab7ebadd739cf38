import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Config, GameHost } from '../../config.ts';
import { type GameSession, GameTrouble, type ProxyRoute, type Trouble } from '../game-platform.ts';
import { MAX_TIMEOUT_MS, OutsideError, type OutsideReply, request } from '../http.ts';
import type { ProxyAgents } from '../proxy-agents.ts';
import { cookieHeader, rotatedCookie } from './cookie.ts';
import { type CallDescription, retryAfter, troubleOf, troubleOfFailure } from './trouble.ts';

export interface Call {
  readonly host: GameHost;
  /** The path from the host's root. Ids in it are digits. */
  readonly path: string;
  readonly method?: CallDescription['method'];
  readonly session?: GameSession;
  /** The route of a call without a session; no cookie is sent. */
  readonly route?: ProxyRoute;
  /** Opens a new tunnel through the proxy. */
  readonly newConnection?: true;
  readonly timeoutMs?: number;
  /** Asked before each sending. If false, the call is not sent. */
  readonly maySend?: () => Promise<boolean>;
  readonly body?: { readonly type: string; readonly text: string };
}

export interface Caller {
  /**
   * The answer with any status. Handles the CSRF handshake and a rotated cookie. Throws GameTrouble without an answer.
   */
  exchange(call: Call): Promise<OutsideReply>;
  /** The decoded answer of a successful call. Throws GameTrouble. */
  read<Schema extends z.ZodMiniType>(call: Call, schema: Schema): Promise<z.output<Schema>>;
}

/** Calls only the configured hosts of Roblox, because cookies are sent there. */
export function openCaller(
  { game, publicOrigin }: Pick<Config, 'game' | 'publicOrigin'>,
  proxies: ProxyAgents,
  timeoutMs?: number,
): Caller {
  const userAgent = `Sterling/0.1 (${publicOrigin ?? 'sandbox'})`;

  const send = async (call: Call): Promise<OutsideReply> => {
    const { session } = call;
    const route = routeOf(call);
    await waitForPace(call);
    if (call.maySend && !(await call.maySend())) throw notSent(call, { kind: 'unavailable' });
    try {
      const asked = {
        url: game.hosts[call.host] + call.path,
        method: call.method ?? 'GET',
        headers: headersOf(call, userAgent),
        body: call.body?.text,
        timeoutMs: call.timeoutMs ?? timeoutMs,
      };
      const proxyUrl = route?.proxyUrl ?? null;
      const reply =
        proxyUrl === null
          ? await request(asked)
          : await proxies[call.newConnection ? 'newConnection' : 'through'](proxyUrl, (dispatcher) =>
              request({ ...asked, dispatcher }),
            );
      await storeRotation(session, reply.headers);
      if (reply.status === 429) await session?.slowDown?.(retryAfter(reply.headers));
      return reply;
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error;
      await storeRotation(session, error.headers);
      const trouble = troubleOfFailure(error, describeCall(call));
      if (trouble.trouble.kind === 'proxy') await route?.proxyFailed?.();
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
      const trouble = troubleOf(reply, describeCall(call));
      if (trouble) throw trouble;
      return decode(schema, reply, call);
    },
  };
}

/** Describes a call for error messages. */
export function describeCall(call: Call): CallDescription {
  const { method = 'GET', path } = call;
  return {
    method,
    path: path.split('?')[0]!,
    viaProxy: routeOf(call)?.proxyUrl != null,
    isPublic: call.session === undefined,
  };
}

const routeOf = ({ session, route }: Call): ProxyRoute | undefined => session ?? route;

/** Decodes an answer's body and ignores unknown fields. Throws GameTrouble 'protocol' for any other shape. */
export function decode<Schema extends z.ZodMiniType>(
  schema: Schema,
  reply: OutsideReply,
  call: Call,
): z.output<Schema> {
  const { method, path } = describeCall(call);
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

/** The new token of an answer that only asks for one. A token beside a challenge is ignored. */
function csrfToken(reply: OutsideReply, call: Call): string | null {
  if (reply.status !== 403 || (call.method ?? 'GET') === 'GET') return null;
  if (troubleOf(reply, describeCall(call))?.trouble.kind === 'challenge') return null;
  const token = reply.headers['x-csrf-token'];
  return typeof token === 'string' ? token : null;
}

/** A call that would have to wait longer is refused; the caller retries later. */
const MAX_WAIT_MS = 8_000;

/** How long a call may take until its last sending: the CSRF handshake sends it twice, and each sending waits for the pace. */
export const MAX_UNTIL_SENDING_MS = MAX_WAIT_MS + MAX_TIMEOUT_MS + MAX_WAIT_MS;

/** How long a call may take until its last sending ends. */
export const MAX_CALL_MS = MAX_UNTIL_SENDING_MS + MAX_TIMEOUT_MS;

/** The last moment at which a call that begins now may be sent, by `performance.now()`. */
export const latestSending = (): number => performance.now() + MAX_UNTIL_SENDING_MS;

async function waitForPace(call: Call): Promise<void> {
  const waitMs = (await call.session?.waitFor?.(MAX_WAIT_MS)) ?? 0;
  if (waitMs > MAX_WAIT_MS) {
    throw notSent(call, { kind: 'rate_limited', retryAfterSeconds: Math.ceil(waitMs / 1_000) });
  }
  if (waitMs > 0) await sleep(waitMs);
}

const notSent = ({ method = 'GET', path }: Call, trouble: Trouble): GameTrouble =>
  new GameTrouble(trouble, `${method} ${path} was not sent`, undefined, false);

async function storeRotation(
  session: GameSession | undefined,
  headers: OutsideReply['headers'],
): Promise<void> {
  const cookie = rotatedCookie(headers['set-cookie']);
  if (!session || !cookie || cookie === session.cookie) return;
  await session.rotated(cookie);
  session.cookie = cookie;
}
