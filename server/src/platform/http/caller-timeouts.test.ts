import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { holdCall } from '../../../test/held-call.ts';
import { buildServer } from './server.ts';

/** What happens to callers who do not send, or do not read. The time-out is one second instead of 15. */
const TIMEOUT_MS = 1_000;
/** With the second between two looks at late callers. */
const LATEST_MS = 4_000;
let world: TestApp;
let origin: string;
let sela: Caller;
let close: () => Promise<unknown>;
beforeAll(async () => {
  world = await openTestApp();
  sela = await world.signIn('sela', 'seller');
  const app = await buildServer(world.services, { maxLoopDelayMs: 0, callerTimeoutMs: TIMEOUT_MS });
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
  close = () => app.close();
});
afterAll(async () => {
  await close();
  await world.close();
});

async function open(sent: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(sent);
  return socket;
}

test.each([
  ['says nothing', ''],
  ['sends only a part of the headers', 'GET /api/status HTTP/1.1\r\nhost: x\r\n'],
  ['stays idle after an answer', 'GET /api/status HTTP/1.1\r\nhost: x\r\n\r\n'],
])('access 1: the connection of a caller who %s is closed', async (_what, sent) => {
  const socket = await open(sent);
  socket.resume();
  const begun = performance.now();
  await once(socket, 'close');
  expect(performance.now() - begun).toBeLessThan(LATEST_MS);
});

test('access 1: a body that does not arrive in time is not waited for', async () => {
  const path = '/api/listings';
  const call = await holdCall(origin, { path, cookie: sela.cookie, body: { title: 'late' } });
  const begun = performance.now();
  await call.closed;
  expect(performance.now() - begun).toBeLessThan(LATEST_MS);
  expect(call.received()).toMatch(/^HTTP\/1.1 408 |^$/);
});

test('a URL that is too long is refused as every other call', async () => {
  const answer = await fetch(`${origin}/api/status?search=${'x'.repeat(20_000)}`);
  expect([answer.status, await answer.json()]).toEqual([
    431,
    { message: 'Invalid input', code: 'invalid_input', hint: 'The request could not be read.' },
  ]);
});

test('access 1: an event stream stays open longer than the time-out', async () => {
  const leaving = new AbortController();
  const answer = await fetch(`${origin}/api/events`, {
    headers: { cookie: sela.cookie },
    signal: leaving.signal,
  });
  let hasEnded = false;
  const reading = answer.text().catch(() => undefined);
  void reading.then(() => {
    hasEnded = true;
  });
  await sleep(3 * TIMEOUT_MS);
  expect([answer.status, hasEnded]).toEqual([200, false]);
  leaving.abort();
  await reading;
});

test('access 1: in production the times are 15 seconds', () => {
  const { server } = world.app;
  expect([server.headersTimeout, server.requestTimeout, server.keepAliveTimeout]).toEqual([
    15_000, 15_000, 15_000,
  ]);
});
