import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const COOKIE = 'sterling-referrer';
const PATH = '/auth';
const DAYS = 30;
const CODE = /^[0-9a-z]{8}$/;

/**
 * Stores the referral code of a visited link (`/?ref=CODE`, on any page) in a cookie until the next sign-in. The latest link
 * counts. Only navigation counts, not an image or frame on another site.
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

/** The referral code that the browser's cookie has; null without one. */
export function rememberedReferrer(request: FastifyRequest): string | null {
  const code = request.cookies[COOKIE];
  return code !== undefined && CODE.test(code) ? code : null;
}

/** Deletes the cookie at sign-in, because only a first sign-in can record a referrer. */
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
