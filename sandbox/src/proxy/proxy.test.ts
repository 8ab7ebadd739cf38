import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestSandbox, type TestSandbox } from '../test-kit.ts';

const NOVA_BUILDS = '/users/v1/users/156402338';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await sandbox.control('DELETE', '/requests');
  await sandbox.control('DELETE', '/faults');
});

test('calls work through a tunnel, and the request log names their proxy', async () => {
  const { status, socket } = await connect(`127.0.0.1:${sandbox.port}`, 'sela', 'any password');
  expect(status).toBe(200);
  const answer = await inTunnel(socket, NOVA_BUILDS);
  expect(answer).toMatchObject({ status: 200, body: expect.stringContaining('NovaBuilds') });
  expect(await seen('game-platform')).toMatchObject([
    { path: NOVA_BUILDS, via: `sela@127.0.0.1:${sandbox.port}` },
  ]);
  expect(await seen('proxy')).toMatchObject([
    { method: 'CONNECT', path: `127.0.0.1:${sandbox.port}`, status: 200 },
  ]);
});

test('absolute-form requests are forwarded', async () => {
  const answer = await absolute(sandbox.url + NOVA_BUILDS, 'otto');
  expect(answer).toMatchObject({ status: 200, body: expect.stringContaining('NovaBuilds') });
  expect(await seen('game-platform')).toMatchObject([{ via: `otto@127.0.0.1:${sandbox.port}` }]);
});

test('a direct call has no proxy, even on a reused connection', async () => {
  await fetch(sandbox.url + NOVA_BUILDS);
  await absolute(sandbox.url + NOVA_BUILDS, 'otto');
  await fetch(sandbox.url + NOVA_BUILDS);
  expect((await seen('game-platform')).map(({ via }) => via !== null)).toEqual([false, true, false]);
});

test('the proxy reaches only the sandbox’s services', async () => {
  for (const target of ['example.com:443', '127.0.0.1:22', `10.0.0.1:${sandbox.port}`]) {
    expect((await connect(target, 'u', 'p')).status).toBe(403);
  }
  const { socket } = await connect(`localhost:${sandbox.port}`, 'u', 'p');
  expect((await inTunnel(socket, '/control/state')).status).toBe(403);
  expect((await absolute(`${sandbox.url}/control/state`, 'u')).status).toBe(403);
});

test('faults make a tunnel demand a password, refuse the connection, or break after the call', async () => {
  await arm({ kind: 'status', status: 407 });
  expect((await connect(`127.0.0.1:${sandbox.port}`, 'u', 'p')).status).toBe(407);
  await arm({ kind: 'reset-before' });
  await expect(connect(`127.0.0.1:${sandbox.port}`, 'u', 'p')).rejects.toThrow();
  await arm({ kind: 'reset-after' });
  const { socket } = await connect(`127.0.0.1:${sandbox.port}`, 'u', 'p');
  await expect(inTunnel(socket, NOVA_BUILDS)).rejects.toThrow();
  expect(await seen('game-platform')).toHaveLength(1);
});

test('a stalling proxy lets requests in and no answer out, even in a tunnel that was open before', async () => {
  const { socket } = await connect(`127.0.0.1:${sandbox.port}`, 'u', 'p');
  await arm({ kind: 'stall', times: 2 });
  const answer = await Promise.race([inTunnel(socket, NOVA_BUILDS), sleep(300)]);
  expect(answer).toBeUndefined();
  const later = await connect(`127.0.0.1:${sandbox.port}`, 'u', 'p');
  expect(later.status).toBe(200);
  expect(await Promise.race([inTunnel(later.socket, NOVA_BUILDS), sleep(300)])).toBeUndefined();
  expect(await seen('game-platform')).toHaveLength(2);
});

test('the same faults affect absolute-form requests', async () => {
  await arm({ kind: 'status', status: 407 });
  expect((await absolute(sandbox.url + NOVA_BUILDS, 'u')).status).toBe(407);
  await arm({ kind: 'reset-before' });
  await expect(absolute(sandbox.url + NOVA_BUILDS, 'u')).rejects.toThrow();
  expect(await seen('game-platform')).toHaveLength(0);
  await arm({ kind: 'reset-after' });
  await expect(absolute(sandbox.url + NOVA_BUILDS, 'u')).rejects.toThrow();
  expect(await seen('game-platform')).toHaveLength(1);
});

function arm(order: Record<string, unknown>) {
  return sandbox.control('POST', '/faults', { service: 'proxy', ...order });
}

function seen(service: string) {
  return sandbox.control<{ via: string | null }[]>('GET', `/requests?service=${service}`);
}

function connect(
  target: string,
  user: string,
  password: string,
): Promise<{ status: number; socket: Socket }> {
  const headers = { 'proxy-authorization': `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port: sandbox.port, method: 'CONNECT', path: target, headers });
    call.on('connect', (answer, socket) =>
      resolve({ status: answer.statusCode ?? 0, socket: socket as Socket }),
    );
    call.on('error', reject).end();
  });
}

function inTunnel(socket: Socket, path: string) {
  return answerOf(request({ createConnection: () => socket, path, host: '127.0.0.1', port: sandbox.port }));
}

function absolute(url: string, user: string) {
  const headers = { 'proxy-authorization': `Basic ${Buffer.from(`${user}:x`).toString('base64')}` };
  return answerOf(request({ host: '127.0.0.1', port: sandbox.port, path: url, headers }));
}

function answerOf(call: ReturnType<typeof request>): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    call.on('error', reject);
    call.on('response', async (answer: IncomingMessage) => {
      const chunks = await answer.toArray().catch(reject);
      if (chunks) resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() });
    });
    call.end();
  });
}
