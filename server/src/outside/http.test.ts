import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { Agent } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callCounts } from '../platform/outside-calls.ts';
import { OutsideError, request } from './http.ts';

const answers: Record<string, RequestListener> = {
  '/fine': (_request, response) => response.setHeader('set-cookie', ['a=1', 'b=2']).end('fine'),
  '/refused': (_request, response) => response.writeHead(503).end('busy'),
  '/elsewhere': (_request, response) => response.writeHead(302, { location: '/fine' }).end(),
  '/silent': () => undefined,
  '/broken': (incoming) => incoming.socket.destroy(),
  '/cut': (incoming, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('abc');
    setTimeout(() => incoming.socket.destroy(), 20);
  },
  '/endless': (_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      response.once('drain', more);
    };
    more();
  },
};

describe('a call to the outside', () => {
  let server: Server;
  let url: string;
  beforeAll(async () => {
    server = createHttpServer((incoming, response) => answers[incoming.url!]!(incoming, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test('answers any status, with its headers and text', async () => {
    const fine = await request({ url: `${url}/fine`, method: 'GET' });
    expect(fine).toMatchObject({ status: 200, text: 'fine', headers: { 'set-cookie': ['a=1', 'b=2'] } });
    expect(await request({ url: `${url}/refused`, method: 'POST', body: 'x' })).toMatchObject({
      status: 503,
      text: 'busy',
    });
  });

  test.each([
    ['/elsewhere', 'redirect'],
    ['/silent', 'timeout'],
    ['/broken', 'reset'],
    ['/cut', 'reset'],
    ['/endless', 'too_large'],
  ])('to %s fails as %s, after it was sent', async (path, kind) => {
    const failure = request({
      url: `${url}${path}`,
      method: 'POST',
      body: 'x',
      timeoutMs: 500,
      maxBytes: 100_000,
    });
    await expect(failure).rejects.toThrow(OutsideError);
    await expect(failure).rejects.toMatchObject({ kind, sent: true });
  });

  test('is counted by host as answered or failed, unless a user entered the host or its proxy', async () => {
    const counted = async (path: string, more: object = {}) => {
      const before = callCounts().find(({ host }) => host === 'localhost');
      const to = url.replace('127.0.0.1', 'localhost') + path;
      await request({ url: to, method: 'GET', timeoutMs: 200, ...more }).catch(() => undefined);
      const after = callCounts().find(({ host }) => host === 'localhost');
      return [(after?.answered ?? 0) - (before?.answered ?? 0), (after?.failed ?? 0) - (before?.failed ?? 0)];
    };
    expect(await counted('/fine')).toEqual([1, 0]);
    expect(await counted('/refused')).toEqual([0, 1]);
    expect(await counted('/silent')).toEqual([0, 1]);
    expect(await counted('/silent', { signal: AbortSignal.timeout(20) })).toEqual([0, 0]);
    expect(await counted('/fine', { tracedAs: 'webhook receiver' })).toEqual([0, 0]);
    expect(await counted('/fine', { dispatcher: new Agent() })).toEqual([0, 0]);
  });

  test('ends with the reason of its signal, and leaves the connection', async () => {
    const stopping = new AbortController();
    const isClosed = new Promise((resolve) =>
      server.once('request', (incoming) => {
        incoming.socket.once('close', resolve);
        stopping.abort(new Error('stopped'));
      }),
    );
    const call = request({
      url: `${url}/silent`,
      method: 'POST',
      patienceMs: 60_000,
      signal: stopping.signal,
    });
    await expect(call).rejects.toThrow('stopped');
    await isClosed;
  });

  test('to a closed port fails as refused, and was not sent', async () => {
    const closed = createTcpServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const failure = request({ url: `http://127.0.0.1:${port}/?token=secret`, method: 'POST', body: 'x' });
    await expect(failure).rejects.toMatchObject({ kind: 'refused', sent: false });
    await expect(failure).rejects.not.toThrow('secret');
  });
});
