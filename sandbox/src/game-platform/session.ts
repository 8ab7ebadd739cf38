import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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

/** The CSRF tokens, one for each session; a stale or missing one is answered with the next. */
export interface CsrfTokens {
  current(request: FastifyRequest): string;
}

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

/** Refuses a call that would change something without the session's token: before anything else, the session included. */
export function checkCsrf(app: FastifyInstance, tokens: CsrfTokens): void {
  app.addHook('preHandler', async (request, reply) => {
    const { headers, routeOptions, method } = request;
    const exempt = SAFE_METHODS.includes(method) || routeOptions.config.withoutCsrf;
    if (exempt || headers['x-api-key'] || /^bearer /i.test(headers.authorization ?? '')) return;
    const token = tokens.current(request);
    if (headers['x-csrf-token'] === token) return;
    return reply.code(403).header('x-csrf-token', token).send(errors(0, 'XSRF token invalid'));
  });
}

/** A fault that sets `.ROBLOSECURITY` is a rotation: the account's cookie is the new value, and the old one dies. */
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
 * Who is calling, by cookie, in the platform's order: session, egress (on calls that change something), moderation,
 * and a challenge on everything where the account has one. @throws PlatformError 401 or 403.
 */
export function requireCaller(world: World, request: FastifyRequest, checkChallenge = true): Account {
  if (!request.cookies[COOKIE]) throw new PlatformError(401, errors(0, 'Authentication cookie is empty'));
  const account = callerOrNull(world, request);
  const elsewhere = account?.boundEgress && account.boundEgress !== (request.via ?? 'direct');
  if (!account || (elsewhere && !SAFE_METHODS.includes(request.method))) {
    throw new PlatformError(401, {
      errors: [{ code: 9002, subcode: 0, message: 'User is not authenticated' }],
    });
  }
  if (account.moderated) throw new PlatformError(403, errors(0, 'User is moderated'));
  if (checkChallenge && account.challenge && account.challengeOn === 'all') {
    throw challengeAnswer(account, account.challenge, 'Generic');
  }
  return account;
}

/** The caller where signing in is not needed: null without a cookie. @throws PlatformError 401 for a dead one. */
export function callerIfAny(world: World, request: FastifyRequest): Account | null {
  return request.cookies[COOKIE] ? requireCaller(world, request) : null;
}

/** @throws PlatformError 403 when someone asks about another's account. */
export function requireSelf(world: World, request: FastifyRequest, userId: string): Account {
  const caller = requireCaller(world, request);
  if (String(caller.id) !== userId) throw new PlatformError(403, errors(0, 'Forbidden'));
  return caller;
}

export function setSessionCookie(reply: FastifyReply, value: string): void {
  const life =
    'domain=.roblox.com; expires=Fri, 01-Jan-2055 00:00:00 GMT; path=/; secure; HttpOnly; SameSite=Lax';
  reply.header('set-cookie', `${COOKIE}=${value}; ${life}`);
}

function callerOrNull({ state, clock }: World, request: FastifyRequest): Account | undefined {
  const account = findByCookie(state, request.cookies[COOKIE] ?? '');
  return account && isCookieAlive(clock, account) ? account : undefined;
}
