import type { FastifyReply } from 'fastify';
import type { Config } from '../../config.ts';
import { SESSION_COOKIES } from '../../people/sessions/sessions.reads.ts';
import { SESSION_DAYS } from '../../people/sessions/sessions.ts';

type Mode = Config['mode'];

/** Sends the session token as an HttpOnly cookie. */
export function setSessionCookie(reply: FastifyReply, mode: Mode, token: string): void {
  reply.setCookie(nameIn(mode), token, { ...flags(mode), maxAge: SESSION_DAYS * 86_400 });
}

export function clearSessionCookie(reply: FastifyReply, mode: Mode): void {
  reply.clearCookie(nameIn(mode), flags(mode));
}

const nameIn = (mode: Mode) => (mode === 'production' ? SESSION_COOKIES.secure : SESSION_COOKIES.plain);

const flags = (mode: Mode) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: mode === 'production' }) as const;
