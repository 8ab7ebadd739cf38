import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import serveFiles from '@fastify/static';
import { endpoints } from '@sterling/contract/api.ts';
import { LANGUAGES, type Language } from '@sterling/contract/texts.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerUnknownPath } from './errors.ts';
import { matchesEtag } from './etag.ts';
import { languageOf } from './request-language.ts';

const WEB_BUILD = join(import.meta.dirname, '../../../../web/dist');
/** The folder of the files with a hash in their name. One route serves them all, because a route for each would slow every start down. */
const ASSETS = 'assets';
const SERVED = { index: false, preCompressed: true } as const;

/** Paths that are no page. In production the operator's answer on OPS_PORT only; a page here would look like a healthy answer. */
const NO_PAGE = /^\/+(api|auth|assets|readyz|metrics)(\/|$)/;

const API_PATHS = endpoints.map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
}));

/**
 * Serves the web app, which is built once for each language (`<build>/<language>/`). Unknown paths also get the app, which shows its
 * not-found page. A language that was not built gets English.
 */
export async function addWebApp(app: FastifyInstance, build = WEB_BUILD): Promise<void> {
  const pages = languagesIn(build);
  if (pages.has('en')) {
    // files of all languages have one address space: a name with a hash has one content, and the first root has the others
    const roots = [...pages].map((language) => join(build, language));
    await app.register(serveFiles, {
      ...SERVED,
      root: roots,
      wildcard: false,
      globIgnore: ['index.html*', `${ASSETS}/**`],
      setHeaders: (reply) => reply.header('cache-control', 'no-cache'),
    });
    await app.register(serveFiles, {
      ...SERVED,
      root: roots.map((root) => join(root, ASSETS)),
      prefix: `/${ASSETS}/`,
      decorateReply: false,
      setHeaders: (reply) => reply.header('cache-control', 'public, max-age=31536000, immutable'),
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!;
    const allowed = API_PATHS.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !NO_PAGE.test(path);
    if (!pages.has('en') || !isPage) return answerUnknownPath(request, reply, allowed);
    return sendPage(request, reply);
  });

  function sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const asked = languageOf(request);
    const language = pages.has(asked) ? asked : 'en';
    const etag = etagOf(join(build, language, 'index.html'));
    reply.headers({
      'cache-control': 'no-cache',
      'content-language': language,
      vary: 'Accept-Language, Cookie',
      etag: `W/${etag}`,
    });
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send();
    // the ETag of a file has its size and time only, which pages of two languages can have in common
    const root = join(build, language);
    return reply.sendFile('index.html', root, { etag: false, lastModified: false });
  }
}

/** Whether there are pages to serve. */
export const hasWebApp = (build = WEB_BUILD): boolean => languagesIn(build).has('en');

/** The languages whose page was built. */
const languagesIn = (build: string): ReadonlySet<Language> =>
  new Set(LANGUAGES.filter((language) => existsSync(join(build, language, 'index.html'))));

/** The ETag of a page, from its content. A page is small, and the app may be built again while the server runs. */
const etagOf = (file: string): string =>
  `"${createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, 22)}"`;
