import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { openFront } from './front.ts';

test('an answer the short way is its bytes, whatever alphabet they write', async () => {
  const server = createServer((_request, response) => response.end('the long way'));
  const front = openFront(server, { holds: () => false } as never);
  const body = Buffer.from('{"name":"ÿ Ąé – 漢字 😀"}');
  const held = { now: () => ({ body, etag: '"1"', total: null }) };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await (await fetch(`${url}/a`)).text()).toBe('the long way');
  front.learn('/a', { held, isAnonymous: true, headers: {} });
  const answer = await fetch(`${url}/a`);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(body);
  expect(answer.headers.get('content-length')).toBe(String(body.length));
  server.close();
});
