import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const COOKIE = 'sterling-referrer';
const PATH = '/auth';
const DAYS = 30;
const CODE = /^[0-9a-z]{8}$/;

/**
 * Keeps the code of the link (`/?ref=CODE`, on any page) that a browser came by until someone signs in with it; the
 * latest link counts. Only a page that is opened does so, not a picture or frame of another site.
 */
export function rememberReferrers(app: FastifyInstance, { secure }: { secure: boolean }): void {
  app.addHook('onRequest', async (request, reply) => {
    const code = codeIn(request);
    if (code === null) return;
    reply.setCookie(COOKIE, code, {
      path: PATH,
      httpOnly: true,
      sameSite: 'lax',
      secure,
      maxAge: DAYS * 86_400,
    });
  });
}

/** The code of the link that a browser came by; null without one. */
export function rememberedReferrer(request: FastifyRequest): string | null {
  const code = request.cookies[COOKIE];
  return code !== undefined && CODE.test(code) ? code : null;
}

/** Anyone who signed in has a referrer now or never will. */
export function forgetReferrer(reply: FastifyReply): void {
  reply.clearCookie(COOKIE, { path: PATH });
}

function codeIn({ method, url, headers, query }: FastifyRequest): string | null {
  const { ref } = query as { ref?: unknown };
  if (typeof ref !== 'string' || method !== 'GET' || url.startsWith('/api/')) return null;
  if ((headers['sec-fetch-dest'] ?? 'document') !== 'document') return null;
  const code = ref.trim().toLowerCase();
  return CODE.test(code) ? code : null;
}
