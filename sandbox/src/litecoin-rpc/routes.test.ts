import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { call, openTestSandbox, type TestSandbox } from '../test-kit.ts';

const CREDENTIALS = { authorization: `Basic ${Buffer.from('sterling:sandbox').toString('base64')}` };

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.control('DELETE', '/faults'));

test('an answer has result, error and id', async () => {
  const { height } = await sandbox.control<{ height: number }>('GET', '/state');
  expect(await rpc({ method: 'getblockcount', params: [], id: 7 })).toMatchObject({
    status: 200,
    body: { result: height, error: null, id: 7 },
  });
});

test('a call without the password is refused', async () => {
  const answer = await call(`${sandbox.url}/litecoin`, 'POST', { method: 'getblockcount' });
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toContain('Basic');
});

test('refusals have litecoind’s statuses: 404 for an unknown method, otherwise 500, and 200 in a batch', async () => {
  const unknown = await rpc({ method: 'makemoney', id: 1 });
  expect(unknown).toMatchObject({ status: 404, body: { result: null, error: { code: -32601 }, id: 1 } });
  expect((await rpc({ method: 'getblockhash', params: [99_999_999], id: 1 })).status).toBe(500);
  const batch = await rpc([
    { method: 'getblockcount', id: 'a' },
    { method: 'makemoney', id: 'b' },
  ]);
  expect(batch).toMatchObject({
    status: 200,
    body: [
      { id: 'a', error: null },
      { id: 'b', error: { code: -32601 } },
    ],
  });
});

test('invalid JSON is a parse error', async () => {
  const answer = await fetch(`${sandbox.url}/litecoin`, {
    method: 'POST',
    body: 'mine!',
    headers: CREDENTIALS,
  });
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({ error: { code: -32700 } });
});

test('faults and the request log use the name of the RPC', async () => {
  await sandbox.control('DELETE', '/requests');
  const body = { result: null, error: { code: -28, message: 'Loading block index...' }, id: 1 };
  await sandbox.control('POST', '/faults', {
    service: 'litecoin',
    method: 'getblockhash',
    kind: 'status',
    status: 500,
    body,
  });
  expect((await rpc({ method: 'getblockcount', id: 1 })).status).toBe(200);
  expect((await rpc({ method: 'getblockhash', params: [1], id: 1 })).body).toEqual(body);
  expect((await rpc({ method: 'getblockhash', params: [1], id: 1 })).status).toBe(200);
  const log = await sandbox.control<{ rpc: string }[]>('GET', '/requests?service=litecoin');
  expect(log.map(({ rpc }) => rpc)).toEqual(['getblockcount', 'getblockhash', 'getblockhash']);
});

function rpc(body: unknown) {
  return call(`${sandbox.url}/litecoin`, 'POST', body, CREDENTIALS);
}
