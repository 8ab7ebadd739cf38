import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';

const FILES: [path: string, file: string, type: string][] = [
  ['/', 'index.html', 'text/html; charset=utf-8'],
  ['/page.css', 'page.css', 'text/css; charset=utf-8'],
  ['/page.js', 'page.js', 'text/javascript; charset=utf-8'],
  ['/rows.js', 'rows.js', 'text/javascript; charset=utf-8'],
];

/** The sandbox's web page: the control API with buttons. */
export async function page(app: FastifyInstance): Promise<void> {
  for (const [path, file, type] of FILES) {
    const content = await readFile(new URL(file, import.meta.url));
    app.get(path, async (_request, reply) =>
      reply.type(type).header('cache-control', 'no-cache').send(content),
    );
  }
}
