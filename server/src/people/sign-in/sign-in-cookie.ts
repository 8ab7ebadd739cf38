import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';

export interface SignInCookie {
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, value: string): void;
  clear(reply: FastifyReply): void;
}

/**
 * A cookie that only the sign-in reads. In production its name starts with `__Host-`, so that no other host or plain HTTP can
 * set it; browsers accept such a name only with the path `/`. Elsewhere it is sent to `/auth` only.
 */
export function signInCookie(mode: Config['mode'], plain: string, maxAge: number): SignInCookie {
  const secure = mode === 'production';
  const name = secure ? `__Host-${plain}` : plain;
  const flags = { path: secure ? '/' : '/auth', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    read: (request) => request.cookies[name],
    set: (reply, value) => void reply.setCookie(name, value, { ...flags, maxAge }),
    clear: (reply) => void reply.clearCookie(name, flags),
  };
}
