import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, vi } from 'vitest';

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * A real HTTP server for a test file, with one answer at a time. Only relative URLs are redirected to it.
 * Requests and answers use real HTTP.
 */
export function startServer() {
  const kit = {
    seen: [] as Seen[],
    get last(): Seen {
      return this.seen.at(-1)!;
    },
    answer(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
      reply = (response) => {
        response.writeHead(status, headers);
        response.end(typeof body === 'string' ? body : JSON.stringify(body));
      };
    },
    /** The connection ends after half of the answer. */
    breakOff() {
      reply = (response) => {
        response.writeHead(200, { 'content-length': 100 });
        response.write('{', () => response.destroy());
      };
    },
    neverAnswer() {
      reply = () => undefined;
    },
  };
  let reply: (response: ServerResponse) => void = () => undefined;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    kit.seen.push({ method: request.method, url: request.url, headers: request.headers, body });
    reply(response);
  });

  beforeAll(async () => {
    await new Promise<void>((started) => server.listen(0, '127.0.0.1', started));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const fetchAnywhere = globalThis.fetch;
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetchAnywhere(origin + path, init));
  });
  afterAll(() => {
    vi.unstubAllGlobals();
    server.closeAllConnections();
    server.close();
  });
  return kit;
}
