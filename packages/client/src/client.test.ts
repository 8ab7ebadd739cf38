import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { refusesEveryTry } from '@sterling/contract/idempotency.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect, type Sterling } from './client.ts';
import { COMMANDS } from './commands.ts';
import { SterlingError, saysNothingOfEarlierTries } from './errors.ts';

/** The client against a server that answers what a test prepared, over HTTP. */
interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
interface Prepared {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  /** Closes the connection without an answer. */
  readonly lost?: true;
  /** Closes the connection in the middle of the answer. */
  readonly cut?: true;
}

let server: Server;
let url: string;
let sterling: Sterling;
let seen: Seen[];
let prepared: Prepared[];

beforeEach(async () => {
  [seen, prepared] = [[], []];
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.push({ method: request.method!, url: request.url!, headers: request.headers, body });
    const { status = 200, headers = {}, body: answer = {}, lost, cut } = prepared.shift() ?? {};
    if (lost) return void request.socket.destroy();
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    if (cut) return void response.write('{', () => request.socket.destroy());
    response.end(status === 304 ? undefined : JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  sterling = connect({ url, token: 'sterling_x', timeoutMs: 5_000 });
});
afterEach(() => server.close());

const NOW = { headers: { 'retry-after': '0.01' } };
const refused = (status: number, code: string) => ({ status, ...NOW, body: { code, message: 'No' } });

test('an input becomes path, query and body, with the token in a header', async () => {
  await sterling.orders.list({ role: 'buyer', page: 2 });
  await sterling.robloxAccounts.update({ id: 'a/b', ratePerThousand: 4.5 });
  await sterling.listings.remove({ id: 'x' });
  expect(seen.map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual([
    'GET /api/robux/orders?role=buyer&page=2 ',
    'PUT /api/roblox-accounts/a%2Fb {"ratePerThousand":4.5}',
    'DELETE /api/listings/x ',
  ]);
  expect(seen[0]!.headers).toMatchObject({ authorization: 'Bearer sterling_x', accept: 'application/json' });
  expect(seen[0]!.headers.cookie).toBeUndefined();
});

test('a call that moves money is repeated with the same key, until it is answered', async () => {
  prepared = [{ lost: true }, refused(503, 'service_unavailable'), { status: 201, body: { id: '1' } }];
  const order = await sterling.orders.place({ robuxAmount: 100, gamepassUrl: 'https://…' });
  expect(order.id).toBe('1');
  expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  await sterling.orders.place({ robuxAmount: 100, gamepassUrl: 'https://…' }, { idempotencyKey: 'mine' });
  expect(seen.at(-1)!.headers['idempotency-key']).toBe('mine');
  expect(seen[0]!.headers['idempotency-key']).not.toBe('mine');
});

test('a call that would have to wait for more than a minute is not repeated', async () => {
  prepared = [
    { ...refused(429, 'too_many_requests'), headers: { 'retry-after': '3600' } },
    { status: 200, body: [] },
  ];
  await expect(sterling.orders.list({})).rejects.toMatchObject({ status: 429, retryAfterSeconds: 3_600 });
  expect(seen).toHaveLength(1);
});

test('an answer that is cut off or comes from elsewhere is no answer', async () => {
  const elsewhere = { headers: { 'content-type': 'text/html' }, body: 'Sign in to the hotel network' };
  prepared = [{ status: 201, cut: true }, elsewhere, { status: 201, body: { id: '1' } }];
  expect(await sterling.orders.place({ robuxAmount: 100, gamepassUrl: '' })).toEqual({ id: '1' });
  expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  prepared = [{ cut: true }];
  const impatient = connect({ url, token: 'x', retries: 0 });
  const lost = impatient.orders.place({ robuxAmount: 100, gamepassUrl: '' }, { idempotencyKey: 'mine' });
  await expect(lost).rejects.toMatchObject({
    code: 'no_answer',
    idempotencyKey: 'mine',
    mayHaveHappened: true,
  });
});

test('an error says whether a call that moves money may have happened, and names its key', async () => {
  const place = (options?: { idempotencyKey?: string; signal?: AbortSignal }) =>
    sterling.orders.place({ robuxAmount: 100, gamepassUrl: '' }, options).catch((thrown: unknown) => thrown);
  const mine = { idempotencyKey: 'mine' };
  const busy = Array.from({ length: 3 }, () => refused(503, 'service_unavailable'));
  prepared = [{ lost: true }, ...busy];
  expect(await place(mine)).toMatchObject({ status: 503, idempotencyKey: 'mine', mayHaveHappened: true });
  // a body that came too late, and a page of a proxy, say nothing of the first call
  for (const unread of [refused(408, 'invalid_input'), { status: 404, body: 'a page' }]) {
    prepared = [{ lost: true }, unread];
    expect(await place()).toMatchObject({ status: unread.status, mayHaveHappened: true });
  }
  prepared = [{ lost: true }, refused(409, 'out_of_stock')];
  expect(await place()).toMatchObject({ code: 'out_of_stock', mayHaveHappened: false });
  prepared = [refused(503, 'service_unavailable'), ...busy];
  expect(await place()).toMatchObject({ status: 503, mayHaveHappened: false });
  // an earlier try with this key may have happened, and this one was refused before the server looked
  prepared = [refused(503, 'service_unavailable'), ...busy];
  expect(await place(mine)).toMatchObject({ status: 503, mayHaveHappened: true });
  prepared = [{ lost: true }, ...busy];
  const stopped = await place({ signal: AbortSignal.timeout(100) });
  expect(stopped).toMatchObject({ idempotencyKey: expect.any(String), mayHaveHappened: true });
});

test('a write without a key is never repeated', async () => {
  prepared = [refused(503, 'service_unavailable')];
  const input = { robuxAmount: 1_000, ratePerThousand: 3 };
  await expect(sterling.priceAlerts.add(input)).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(seen).toHaveLength(1);
});

test('a read waits as long as the server asks, and gives up after three repeats', async () => {
  prepared = Array.from({ length: 9 }, () => refused(429, 'too_many_requests'));
  await expect(sterling.users.me()).rejects.toMatchObject({ code: 'too_many_requests', status: 429 });
  expect(seen).toHaveLength(4);
});

test('a refusal is an error with its code, and is not repeated', async () => {
  prepared = [
    {
      status: 409,
      body: { code: 'out_of_stock', message: 'No', hint: 'Wait', details: { a: 'b' }, values: { most: '7' } },
    },
  ];
  const error = await sterling.orders
    .place({ robuxAmount: 100, gamepassUrl: '' })
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SterlingError);
  const told = { hint: 'Wait', details: { a: 'b' }, values: { most: '7' } };
  expect(error).toMatchObject({ code: 'out_of_stock', status: 409, ...told });
  expect(seen).toHaveLength(1);
});

test('an answer that is not from Sterling, and none at all, have a code too', async () => {
  const patient = connect({ url: 'http://127.0.0.1:1', token: 'x', retries: 0 });
  await expect(patient.users.me()).rejects.toMatchObject({ code: 'no_answer', status: 0 });
  prepared = [{ status: 400, body: 'a page' }];
  await expect(sterling.users.me()).rejects.toMatchObject({ code: 'no_answer', status: 400 });
});

test('a read that something else answers is no answer', async () => {
  const elsewhere = { headers: { 'content-type': 'text/html' }, body: 'Sign in to the hotel network' };
  const json = { body: { code: 'odd' } };
  const impatient = connect({ url, token: 'x', retries: 0 });
  const noAnswer = { code: 'no_answer', status: 0 };
  prepared = [elsewhere, elsewhere, json, elsewhere];
  await expect(impatient.wallet.read({ type: 'buyer' })).rejects.toMatchObject(noAnswer);
  await expect(impatient.history.csv()).rejects.toMatchObject(noAnswer);
  await expect(impatient.history.csv()).rejects.toMatchObject(noAnswer);
  const picture = { id: '1', pictureId: '2' };
  await expect(impatient.listings.readPicture(picture)).rejects.toMatchObject(noAnswer);
  prepared = [{ headers: { 'content-type': 'text/csv; charset=utf-8' }, body: 1 }];
  expect(await impatient.history.csv()).toBe('1');
});

test('an id that would change the path of the call is not sent', async () => {
  for (const id of ['', '.', '..'])
    await expect(sterling.orders.read({ id })).rejects.toThrow(/GET \/api\/robux\/orders\/\{id\} needs id/);
  expect(seen).toEqual([]);
});

test('an unchanged read is not sent again', async () => {
  prepared = [{ headers: { etag: '"1"' }, body: [{ id: '1' }] }, { status: 304 }];
  const [first, second] = [await sterling.preOrders.list(), await sterling.preOrders.list()];
  expect(second).toEqual(first);
  expect(seen.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"']);
});

test('waiting for an order ends with its end, or after the time', async () => {
  prepared = [
    { body: { status: 'pending' } },
    { body: { status: 'completed' } },
    { body: { status: 'processing' } },
  ];
  expect(await sterling.waitForOrder('1', { everyMs: 1 })).toEqual({ status: 'completed' });
  await expect(sterling.waitForOrder('1', { everyMs: 10, timeoutMs: 5 })).rejects.toMatchObject({
    code: 'still_open',
  });
});

test('waiting for an order outlasts a short outage, and names the order when it has to end', async () => {
  const impatient = connect({ url, token: 'x', retries: 0 });
  const outage = [
    { lost: true as const },
    refused(503, 'service_unavailable'),
    refused(429, 'too_many_requests'),
  ];
  prepared = [...outage, { status: 502, body: 'a page' }, { body: { status: 'completed' } }];
  expect(await impatient.waitForOrder('7', { everyMs: 1 })).toEqual({ status: 'completed' });
  prepared = outage.slice(1);
  const waited = impatient.waitForOrder('7', { everyMs: 1, timeoutMs: 5 });
  await expect(waited).rejects.toMatchObject({ code: 'service_unavailable' });
  prepared = [refused(401, 'token_revoked')];
  await expect(impatient.waitForOrder('7', { everyMs: 1 })).rejects.toMatchObject({ code: 'token_revoked' });
});

test('a command that placed an order and cannot see its end names the order', async () => {
  prepared = [{ status: 201, body: { id: '7' } }, refused(401, 'token_revoked')];
  const values = { robux: '100', gamepass: 'https://…', wait: 'yes' };
  const error = await COMMANDS['orders create']!.run(sterling, values, []).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ message: 'Order 7 is placed. No', code: 'token_revoked' });
});

test('the client, which is published without the contract, takes the same refusals as final', () => {
  for (let status = 400; status < 500; status += 1) {
    const error = new SterlingError({ code: 'out_of_stock', status, message: '' });
    expect(saysNothingOfEarlierTries(error), `${status}`).toBe(!refusesEveryTry(status));
  }
});

test('a call can be stopped', async () => {
  const signal = AbortSignal.timeout(5);
  await expect(connect({ url: 'http://127.0.0.1:1', token: 'x' }).users.me({}, { signal })).rejects.toThrow(
    /abort|timeout/i,
  );
});

test('the command line prints a picture as its bytes', async () => {
  prepared = [{ headers: { 'content-type': 'image/webp' }, body: 'picture' }];
  const input = '{"id":"1","pictureId":"2"}';
  const { shown } = await COMMANDS.call!.run(sterling, {}, ['listings.readPicture', input]);
  expect(Buffer.from(shown as Uint8Array).toString()).toBe('"picture"');
});
