import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { addWebApp } from './web-app.ts';

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A server of a build with these files. */
async function serve(files: readonly string[]): Promise<FastifyInstance> {
  const build = mkdtempSync(join(tmpdir(), 'sterling-web-'));
  for (const file of files) {
    mkdirSync(dirname(join(build, file)), { recursive: true });
    writeFileSync(join(build, file), `content of ${file}`);
  }
  const app = Fastify();
  await app.register(cookie);
  await addWebApp(app, build);
  closers.push(
    () => rmSync(build, { recursive: true, force: true }),
    () => app.close(),
  );
  return app;
}

const BUILD = ['en', 'es', 'pt-BR'].flatMap((language) =>
  ['index.html', 'head.js', 'assets/base-HASH.js', `assets/own-${language}.js`].map(
    (file) => `${language}/${file}`,
  ),
);

async function get(app: FastifyInstance, url: string, headers: Record<string, string> = {}) {
  const answer = await app.inject({ url, headers });
  return { status: answer.statusCode, text: answer.body, headers: answer.headers };
}

test('S9.15 every page comes in the language of the request, and caches know that it depends on it', async () => {
  const app = await serve(BUILD);
  for (const path of ['/', '/dashboard', '/index.html', '/no/such/page']) {
    const { text, headers } = await get(app, path, { 'accept-language': 'pt-PT' });
    expect([path, text]).toEqual([path, 'content of pt-BR/index.html']);
    expect(headers).toMatchObject({
      'content-language': 'pt-BR',
      vary: expect.stringMatching(/^Accept-Language, Cookie/),
      'cache-control': 'no-cache',
      'content-type': expect.stringContaining('text/html'),
    });
  }
  const chosen = await get(app, '/', { 'accept-language': 'pt', cookie: 'language=es' });
  expect(chosen.text).toBe('content of es/index.html');
  expect((await get(app, '/')).text).toBe('content of en/index.html');
});

test('S9.15 a page is not sent again to a browser that has it, unless the language has changed', async () => {
  const app = await serve(BUILD);
  const { headers } = await get(app, '/', { 'accept-language': 'es' });
  const known = { 'if-none-match': String(headers.etag) };
  expect((await get(app, '/', { ...known, 'accept-language': 'es' })).status).toBe(304);
  const other = await get(app, '/', { ...known, 'accept-language': 'en' });
  expect([other.status, other.text]).toEqual([200, 'content of en/index.html']);
});

test('S9.15 the files of all languages are served, and those with a hash in their name are cached forever', async () => {
  const app = await serve(BUILD);
  for (const path of ['/assets/base-HASH.js', '/assets/own-es.js', '/assets/own-pt-BR.js']) {
    const { status, headers } = await get(app, path);
    expect([path, status, headers['cache-control']]).toEqual([
      path,
      200,
      'public, max-age=31536000, immutable',
    ]);
  }
  expect((await get(app, '/head.js')).headers['cache-control']).toBe('no-cache');
  expect((await get(app, '/assets/own-fr.js')).status).toBe(404);
});

test('access 10: the paths of the operator are no page, which would look like a healthy answer', async () => {
  const app = await serve(BUILD);
  for (const path of ['/readyz', '/readyz/', '/metrics', '//metrics'])
    expect([path, (await get(app, path)).status]).toEqual([path, 404]);
  expect((await get(app, '/metrics-of-mine')).status).toBe(200);
});

test('S9.15 a language without a build gets English, and without any build there are no pages', async () => {
  const app = await serve(BUILD.filter((file) => !file.startsWith('es/')));
  const { text, headers } = await get(app, '/', { 'accept-language': 'es' });
  expect([text, headers['content-language']]).toEqual(['content of en/index.html', 'en']);
  expect((await get(await serve([]), '/')).status).toBe(404);
});
