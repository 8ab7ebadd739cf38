import { endpoint } from '@sterling/contract/endpoint.ts';
import { Success } from '@sterling/contract/fields.ts';
import { orders } from '@sterling/contract/orders.ts';
import { users } from '@sterling/contract/users.ts';
import { wallet } from '@sterling/contract/wallet.ts';
import { withdrawals } from '@sterling/contract/withdrawals.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError, call, explain, isUnclear, stepUp } from './call.ts';
import { allPages, callPage } from './pages.ts';
import { startServer } from './server.test-kit.ts';
import { serverNow } from './server-time.ts';

const server = startServer();
beforeEach(() => server.answer(200, { success: true }));

const refusal = (answered: Promise<unknown>) =>
  answered.then(
    () => expect.fail('it was not refused'),
    (error: unknown) => error as ApiError,
  );

test('S8.05 a call without a payload sends no body and no content type', async () => {
  await call(users.logout);
  expect(server.last).toMatchObject({ method: 'POST', url: '/api/auth/logout', body: '' });
  expect(server.last.headers['content-type']).toBeUndefined();
});

test('S8.05 params, query and body are sent in their places, numbers become text, and absent values are left out', async () => {
  const call1 = endpoint({ ...users.switchRole, reply: Success });
  await call(call1, { params: { id: 'a/b' }, body: { role: 'seller' } });
  expect(server.last).toMatchObject({ method: 'PUT', url: '/api/users/a%2Fb', body: '{"role":"seller"}' });
  expect(server.last.headers['content-type']).toBe('application/json');

  server.answer(200, []);
  await call(orders.list, { query: { role: 'buyer', page: undefined } });
  expect(server.last.url).toBe('/api/robux/orders?role=buyer');
  await call(orders.list, { query: { page: 2, pageSize: 50, role: '' } });
  expect(server.last.url).toBe('/api/robux/orders?page=2&pageSize=50');
  await call(orders.list);
  expect(server.last.url).toBe('/api/robux/orders');
});

test('only a refusal that a check can lift opens the check', async () => {
  const ask = vi.fn(async () => false);
  stepUp.ask = ask;
  server.answer(403, { message: 'Unauthorized', code: 'unauthorized' });
  await refusal(call(users.logout));
  expect(ask).not.toHaveBeenCalled();
  server.answer(403, { message: 'Confirm that it is you', code: 'step_up_required' });
  await refusal(call(users.logout));
  expect(ask).toHaveBeenCalledOnce();
  delete stepUp.ask;
});

test('a call that moves money sends its idempotency key', async () => {
  const withdraw = endpoint({ ...withdrawals.request, reply: Success });
  const body = { amount: '25', ltcAddress: 'ltc1q', walletType: 'seller' } as const;
  await call(withdraw, { body }, { idempotencyKey: 'k-1' });
  expect(server.last.headers['idempotency-key']).toBe('k-1');
  // @ts-expect-error the compiler refuses it without a key
  await call(withdraw, { body });
});

test('a call that never gets an answer ends after two minutes, and when its caller aborts it', async () => {
  server.neverAnswer();
  const clock = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(TIMED_OUT));
  expect(await refusal(call(users.logout))).toMatchObject({ code: 'network_error' });
  expect(clock).toHaveBeenCalledExactlyOnceWith(120_000);
  clock.mockRestore();
  const caller = new AbortController();
  const answered = refusal(call(orders.list, {}, { signal: caller.signal }));
  caller.abort();
  expect(await answered).toMatchObject({ name: 'AbortError' });
});

const TIMED_OUT = new DOMException('', 'TimeoutError');

test('S9.15 a refusal is shown in the language of the page', async () => {
  const translated = { message: 'Hay pedidos', hint: 'Espera.', details: { host: 'falta' } };
  server.answer(409, {
    message: 'There are open orders',
    code: 'open_orders',
    hint: 'Wait.',
    details: { host: 'is missing' },
    translated,
  });
  expect(await refusal(call(users.logout))).toMatchObject(translated);
});

test('S8.02 a refusal has a friendly message, a code and a hint', async () => {
  server.answer(409, {
    message: 'Insufficient balance',
    code: 'insufficient_balance',
    hint: '$12.00 is waiting for deposits to settle',
  });
  const error = await refusal(call(users.logout));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 409,
    code: 'insufficient_balance',
    message: 'Your balance is too low',
  });
  expect(explain(error)).toBe('Your balance is too low. $12.00 is waiting for deposits to settle');
});

test.each([
  [400, { error: 'INVALID COOKIE' }, 'The Roblox cookie is invalid or expired'],
  [409, 'already purchased, sorry', "You've already bought this"],
  [404, '<html>nginx</html>', "Can't find what you're looking for"],
  [418, 'x'.repeat(101), 'Something went wrong. Please try again'],
  [418, 'short and stout', 'short and stout'],
  [
    504,
    '<html><head><title>504 Gateway Time-out</title></head></html>',
    'Something went wrong. Please try again',
  ],
  [413, '\n<!DOCTYPE html><h1>Too large</h1>', 'Something went wrong. Please try again'],
  [504, '', 'Something went wrong. Please try again'],
])('S8.02 %i with body %j shows "%s"', async (status, body, shown) => {
  server.answer(status, body);
  expect((await refusal(call(users.logout))).message).toBe(shown);
});

test('S8.05 a 401 throws, or returns null in optional mode, and other refusals always throw', async () => {
  server.answer(401, { message: 'Authentication required', code: 'authentication_required' });
  expect((await refusal(call(users.me))).message).toBe('Please log in to continue');
  expect(await call(users.me, undefined, { on401: 'null' })).toBeNull();
  server.answer(204, '');
  expect(await call(users.me, undefined, { on401: 'null' })).toBeNull();
  expect(server.last.headers.prefer).toBe('anonymous');
  server.answer(500, { message: 'Server error', code: 'server_error' });
  expect((await refusal(call(users.me, undefined, { on401: 'null' }))).status).toBe(500);
});

test('a reply that breaks the contract is an error and is never shown as data', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server.answer(200, { success: 'perhaps' });
  expect((await refusal(call(users.logout))).code).toBe('bad_reply');
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});

test('a server that does not answer in time causes a connection error', async () => {
  server.neverAnswer();
  const late = await refusal(call(users.logout, undefined, { timeoutMs: 50 }));
  expect(late).toMatchObject({
    status: 0,
    code: 'network_error',
    message: 'Connection problem. Please check your internet',
  });
});

test('an answer that breaks off causes a connection error', async () => {
  server.breakOff();
  expect(await refusal(call(users.logout))).toMatchObject({ status: 0, code: 'network_error' });
});

test('a page of a list includes its number and the total of all pages', async () => {
  server.answer(200, [], { 'x-total-count': '21' });
  await expect(callPage(wallet.transactions, { query: { page: '3', pageSize: '10' } })).resolves.toEqual({
    rows: [],
    total: 21,
    page: 3,
  });
  expect(server.last.url).toBe('/api/wallet/transactions?page=3&pageSize=10');
});

test('all pages of a list are read in turn, until one is not full', async () => {
  const rows = Array.from({ length: 450 }, (_, index) => index);
  const asked: number[] = [];
  const read = (all: readonly number[]) =>
    allPages(async ({ page, pageSize }) => {
      asked.push(page);
      return all.slice((page - 1) * pageSize, page * pageSize);
    });
  await expect(read(rows)).resolves.toEqual(rows);
  await expect(read(rows.slice(0, 200))).resolves.toEqual(rows.slice(0, 200));
  expect(asked).toEqual([1, 2, 3, 1, 2]);
});

test('a refused page throws like any other call', async () => {
  server.answer(403, { message: 'Unauthorized', code: 'unauthorized' });
  const error = await refusal(callPage(wallet.transactions, {}));
  expect(error).toMatchObject({ status: 403, code: 'unauthorized' });
});

const refused = (status: number, code: string, message: string, hint?: string) =>
  new ApiError(status, { code, message, ...(hint && { hint }) });

test("S8.02 a refusal without a required text shows its own message, never 'This already exists'", () => {
  expect(explain(refused(409, 'price_mismatch', 'Price mismatch', 'Set its price to 500 Robux.'))).toBe(
    'Price mismatch. Set its price to 500 Robux.',
  );
  expect(explain(refused(409, 'wallet_frozen', 'This wallet is frozen'))).toBe('This wallet is frozen');
  expect(explain(refused(409, 'listing_sold', 'This item has just been sold'))).toBe(
    'This item has just been sold',
  );
  expect(explain(refused(400, 'invalid_proxy', 'Invalid proxy', 'You have no proxies.'))).toBe(
    'Invalid proxy. You have no proxies.',
  );
  expect(explain(refused(404, 'not_found', 'Not found'))).toBe("Can't find what you're looking for");
  // the message would be wrong in front of the hint
  expect(explain(refused(409, 'maximum_withdrawal', 'Maximum withdrawal', 'Your daily limit is $5.'))).toBe(
    'Your daily limit is $5.',
  );
  expect(explain(refused(502, 'outside_failed', 'The other service did not answer', 'Ask Roblox.'))).toBe(
    'Ask Roblox.',
  );
});

test('S8.02 refusals with a required text show that text and the hint', () => {
  expect(explain(refused(400, 'two_factor_required', '2FA required', 'Pass it.'))).toBe(
    'This account needs 2-factor authentication. Pass it.',
  );
  expect(explain(refused(400, 'invalid_cookie', 'Invalid cookie'))).toBe(
    'The Roblox cookie is invalid or expired',
  );
});

test.each([
  [refused(0, 'network_error', 'Network error'), true],
  [refused(500, 'server_error', 'Server error'), true],
  [refused(502, 'bad_reply', 'Server error'), true],
  [refused(504, '', 'Gateway timeout'), true],
  [new TypeError('anything'), true],
  [refused(503, 'service_unavailable', 'Service unavailable'), false],
  [refused(409, 'out_of_stock', 'Out of stock'), false],
])('after %s the write may have happened: %s', (error, unclear) => {
  expect(isUnclear(error)).toBe(unclear);
});

test("the time follows the server's clock with each answer", async () => {
  for (const hours of [-30, 2, 0]) {
    const serverMs = Date.now() + hours * 3_600_000;
    server.answer(200, { success: true }, { date: new Date(serverMs).toUTCString() });
    await call(users.logout);
    expect(Math.abs(serverNow() - serverMs)).toBeLessThan(10_000);
  }
});
