import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bearerToken } from '../grants.ts';
import type { World } from '../world.ts';
import { findByCookie, isCookieAlive, rotateCookie } from './accounts.ts';
import { challengeAnswer } from './challenge.ts';
import { errors, PlatformError } from './errors.ts';
import type { Account } from './rows.ts';

export const COOKIE = '.ROBLOSECURITY';

declare module 'fastify' {
  interface FastifyContextConfig {
    withoutCsrf?: boolean;
  }
}

const CSRF_LIFE_MS = 30 * 60_000;

/** One CSRF token per session. A missing or expired token is answered with a new one. */
export interface CsrfTokens {
  current(request: FastifyRequest): string;
}

/** The CSRF tokens, one per session cookie. They live in memory, so a restart makes new ones. */
export function openCsrfTokens({ clock }: World): CsrfTokens {
  const tokens = new Map<string, { token: string; expiresAt: number }>();
  return {
    current(request) {
      const session = request.cookies[COOKIE] ?? '';
      const known = tokens.get(session);
      if (known && known.expiresAt > clock.now()) return known.token;
      const token = randomBytes(9).toString('base64');
      tokens.set(session, { token, expiresAt: clock.now() + CSRF_LIFE_MS });
      return token;
    },
  };
}

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** Refuses changing calls without the session's CSRF token. This check comes before all others, including the session's. */
export function checkCsrf(app: FastifyInstance, tokens: CsrfTokens): void {
  app.addHook('preHandler', async (request, reply) => {
    const { headers, routeOptions, method } = request;
    const exempt = SAFE_METHODS.includes(method) || routeOptions.config.withoutCsrf;
    if (exempt || headers['x-api-key'] || bearerToken(request)) return;
    const token = tokens.current(request);
    if (headers['x-csrf-token'] === token) return;
    return reply.code(403).header('x-csrf-token', token).send(errors(0, 'XSRF token invalid'));
  });
}

/** A fault that sets `.ROBLOSECURITY` rotates the cookie: the new value works and the old one does not. */
export function adoptRotatedCookies(app: FastifyInstance, world: World): void {
  app.addHook('onSend', async (request, _reply, payload) => {
    const header = Object.entries(request.fault?.headers ?? {}).find(
      ([name]) => name.toLowerCase() === 'set-cookie',
    )?.[1];
    const value = header?.match(/\.ROBLOSECURITY=([^;]+)/)?.[1];
    const account = callerOrNull(world, request);
    if (value && account) rotateCookie(world.state, world.clock, account, value);
    return payload;
  });
}

/**
 * The account of the caller's cookie, if no challenge stops all its calls. @throws PlatformError 401 or 403.
 */
export function requireCaller(world: World, request: FastifyRequest): Account {
  const account = requireSession(world, request);
  if (account.challenge && account.challengeOn === 'all')
    throw challengeAnswer(account, account.challenge, 'Generic');
  return account;
}

/**
 * The account of the caller's cookie, even if it has a challenge. The checks run in Roblox's order: session, egress address (for
 * changing calls), moderation. @throws PlatformError 401 or 403.
 */
export function requireSession(world: World, request: FastifyRequest): Account {
  if (!request.cookies[COOKIE]) throw new PlatformError(401, errors(0, 'Authentication cookie is empty'));
  const account = callerOrNull(world, request);
  const elsewhere = account?.boundEgress && account.boundEgress !== (request.via ?? 'direct');
  if (!account || (elsewhere && !SAFE_METHODS.includes(request.method))) {
    throw new PlatformError(401, {
      errors: [{ code: 9002, subcode: 0, message: 'User is not authenticated' }],
    });
  }
  if (account.moderated) throw new PlatformError(403, errors(0, 'User is moderated'));
  return account;
}

/** The caller of a public call, or null without a cookie. @throws PlatformError 401 for an invalid cookie. */
export function optionalCaller(world: World, request: FastifyRequest): Account | null {
  return request.cookies[COOKIE] ? requireCaller(world, request) : null;
}

/** The caller, who must be this user. @throws PlatformError 403 otherwise. */
export function requireSelf(world: World, request: FastifyRequest, userId: string): Account {
  const caller = requireCaller(world, request);
  if (String(caller.id) !== userId) throw new PlatformError(403, errors(0, 'Forbidden'));
  return caller;
}

/** Sets the session cookie with the attributes of Roblox. */
export function setSessionCookie(reply: FastifyReply, value: string): void {
  const life =
    'domain=.roblox.com; expires=Fri, 01-Jan-2055 00:00:00 GMT; path=/; secure; HttpOnly; SameSite=Lax';
  reply.header('set-cookie', `${COOKIE}=${value}; ${life}`);
}

function callerOrNull({ state, clock }: World, request: FastifyRequest): Account | undefined {
  const account = findByCookie(state, request.cookies[COOKIE] ?? '');
  return account && isCookieAlive(clock, account) ? account : undefined;
}
