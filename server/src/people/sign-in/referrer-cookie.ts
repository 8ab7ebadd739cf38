import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SignInCookie } from './sign-in-cookie.ts';

export const REFERRER_COOKIE = 'sterling-referrer';
export const REFERRER_SECONDS = 30 * 86_400;
const CODE = /^[0-9a-z]{8}$/;

/**
 * Stores the referral code of a visited link (`/?ref=CODE`, on any page) in a cookie until the next sign-in. The latest link
 * counts. Only navigation counts, not an image or frame on another site.
 */
export function rememberReferrers(app: FastifyInstance, cookie: SignInCookie): void {
  app.addHook('onRequest', async (request, reply) => {
    const code = codeIn(request);
    if (code !== null) cookie.set(reply, code);
  });
}

/** The referral code that the browser's cookie has; null without one. */
export function rememberedReferrer(request: FastifyRequest, cookie: SignInCookie): string | null {
  const code = cookie.read(request);
  return code !== undefined && CODE.test(code) ? code : null;
}

function codeIn({ method, url, headers, query }: FastifyRequest): string | null {
  const { ref } = query as { ref?: unknown };
  if (typeof ref !== 'string' || method !== 'GET' || url.startsWith('/api/')) return null;
  if ((headers['sec-fetch-dest'] ?? 'document') !== 'document') return null;
  const code = ref.trim().toLowerCase();
  return CODE.test(code) ? code : null;
}
