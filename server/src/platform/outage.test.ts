import { once } from 'node:events';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { CERTIFICATE, CERTIFICATE_KEY } from '../../test/receiver-certificate.ts';
import { request } from '../outside/http.ts';
import { tryConnection } from './db/one-connection.ts';
import { couldNotConnect, isOutage } from './outage.ts';

const TLS = { cert: CERTIFICATE, key: CERTIFICATE_KEY };
let server: Server;
afterEach(() => server.close());

async function portOf(started: Server): Promise<number> {
  server = started.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

test('access 17: a certificate of the database that is not valid counts as an outage, in which nothing happened', async () => {
  const port = await portOf(createServer((socket) => socket.once('data', () => answerWithTls(socket))));
  const url = `postgres://sterling:secret@127.0.0.1:${port}/sterling?sslmode=verify-full`;
  const error = await tryConnection(url).catch((failure: unknown) => failure);
  expect(error).toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  expect([couldNotConnect(error), isOutage(error)]).toEqual([true, true]);
});

test('access 17: several errors are an outage if each of them is one', () => {
  const lost = new Error('Connection terminated unexpectedly');
  const full = Object.assign(new Error('sorry, too many clients already'), { code: '53300' });
  expect(isOutage(new AggregateError([lost, new AggregateError([full])]))).toBe(true);
  expect(isOutage(new AggregateError([lost, new TypeError('a bug')]))).toBe(false);
  expect(isOutage(new AggregateError([]))).toBe(false);
});

/** PostgreSQL answers the first message of a connection with S before the handshake. */
function answerWithTls(socket: Socket): void {
  socket.write('S');
  new TLSSocket(socket, { isServer: true, ...TLS }).on('error', () => undefined);
}

test('access 17: the error of an outside call names the problem of a certificate', async () => {
  const port = await portOf(createHttpsServer(TLS));
  const call = request({ url: `https://127.0.0.1:${port}/price`, method: 'GET' });
  await expect(call).rejects.toMatchObject({
    kind: 'refused',
    message: `GET https://127.0.0.1:${port}/price: refused (DEPTH_ZERO_SELF_SIGNED_CERT)`,
  });
});
