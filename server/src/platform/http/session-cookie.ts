import type { FastifyReply } from 'fastify';
import type { Config } from '../../config.ts';
import { sessionCookieIn } from '../../people/sessions/sessions.reads.ts';
import { SESSION_DAYS } from '../../people/sessions/sessions.ts';

type Mode = Config['mode'];

/** Sends the session token as an HttpOnly cookie. */
export function setSessionCookie(reply: FastifyReply, mode: Mode, token: string): void {
  reply.setCookie(sessionCookieIn(mode), token, { ...flags(mode), maxAge: SESSION_DAYS * 86_400 });
}

/** Gives the caller the new token of their session, if it got one. */
export function giveToken(reply: FastifyReply, mode: Mode, newToken: string | null): void {
  if (newToken !== null) setSessionCookie(reply, mode, newToken);
}

/**
 * Deletes the session cookie and the browser's cache of this site. Stored settings stay, because they say nothing about the
 * person: the theme, the side bar, and the code of a report, which is made without signing in.
 */
export function forgetSession(reply: FastifyReply, mode: Mode): void {
  reply.clearCookie(sessionCookieIn(mode), flags(mode)).header('clear-site-data', '"cache"');
}

const flags = (mode: Mode) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: mode === 'production' }) as const;
