import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  actAs,
  call,
  type GameAccount,
  type GamePass,
  openTestSandbox,
  purchasePath,
  type TestSandbox,
} from './test-kit.ts';

const POLL = { timeout: 20_000 };

let sandbox: TestSandbox;
let buyer: GameAccount;
let pass: GamePass;
let people = 0;

beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  buyer = await sandbox.control('POST', '/game/accounts', { username: `buyer_${++people}`, robux: 1_000 });
  pass = await sandbox.control('POST', '/game/passes', { ownerId: 156_402_338, price: 100, name: 'Key' });
  await sandbox.control('DELETE', '/faults');
});

describe('a fault during a purchase', () => {
  test.each([
    ['status', 1_000],
    ['timeout-before', 1_000],
    ['timeout-after', 900],
    ['reset-before', 1_000],
    ['reset-after', 900],
    ['truncate', 900],
    ['html', 900],
    ['huge', 900],
  ])('%s leaves %i Robux', async (kind, robuxAfter) => {
    await arm({ kind, path: '/purchase' });
    await Promise.race([buy().catch(() => undefined), hit()]);
    await expect.poll(async () => (await account()).robux, POLL).toBe(robuxAfter);
    expect((await buy()).body.reason).toBe(robuxAfter === 900 ? 'AlreadyOwned' : 'Success');
  });

  test('the CSRF handshake does not consume a fault', async () => {
    await arm({ kind: 'status', status: 500, method: 'POST', path: '/purchase' });
    const handshake = await call(
      sandbox.url + purchasePath(pass),
      'POST',
      {},
      { cookie: `.ROBLOSECURITY=${buyer.cookie}` },
    );
    expect(handshake.status).toBe(403);
    expect(await faults()).toMatchObject([{ hits: 0 }]);
    expect((await buy()).status).toBe(500);
    expect(await faults()).toMatchObject([{ hits: 1 }]);
  });
});

describe('the answer of each fault', () => {
  test('status answers with the given status, headers and body', async () => {
    const headers = { 'retry-after': '7', 'x-ratelimit-reset': '9' };
    await arm({
      kind: 'status',
      status: 429,
      headers,
      body: { errors: [{ code: 0, message: 'Too many requests' }] },
    });
    const answer = await ask();
    expect(answer).toMatchObject({ status: 429, body: { errors: [{ message: 'Too many requests' }] } });
    expect(answer.headers.get('retry-after')).toBe('7');
  });

  test('status can redirect to another host', async () => {
    await arm({ kind: 'status', status: 302, headers: { location: 'http://elsewhere.test/' } });
    expect((await ask()).headers.get('location')).toBe('http://elsewhere.test/');
  });

  test('truncate sends half the answer, html a page and huge more than ten megabytes', async () => {
    const whole = (await ask()).text;
    await arm({ kind: 'truncate' });
    expect((await ask()).text).toBe(whole.slice(0, Math.floor(whole.length / 2)));
    await arm({ kind: 'html' });
    expect(await ask()).toMatchObject({ status: 502, text: expect.stringContaining('<html>') });
    await arm({ kind: 'huge' });
    expect((await ask()).text.length).toBeGreaterThan(10_000_000);
  });

  test('slow sends the full answer later', async () => {
    await arm({ kind: 'slow', seconds: 0.3 });
    const started = performance.now();
    expect((await ask()).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(280);
  });

  test('a timeout never answers, and a reset closes the connection', async () => {
    await arm({ kind: 'timeout-before' });
    await expect(ask(buyer.id, 500)).rejects.toThrow(/aborted|timeout/i);
    await arm({ kind: 'reset-before' });
    await expect(ask()).rejects.toThrow('fetch failed');
  });
});

test('a fault affects its number of calls, and only matching ones', async () => {
  await arm({ kind: 'status', status: 500, times: 2, method: 'GET', path: `/users/${buyer.id}` });
  expect((await ask(1)).status).toBe(404);
  const statuses = [(await ask()).status, (await ask()).status, (await ask()).status];
  expect(statuses).toEqual([500, 500, 200]);
});

test('cleared faults have no effect', async () => {
  await arm({ kind: 'status', status: 500, times: 9 });
  await sandbox.control('DELETE', '/faults');
  expect((await ask()).status).toBe(200);
  expect(await faults()).toEqual([]);
});

test('a fault affects only its own service', async () => {
  await arm({ kind: 'status', status: 500, service: 'discord' });
  expect((await ask()).status).toBe(200);
  expect((await call(`${sandbox.url}/discord/api/v10/users/@me`)).status).toBe(500);
});

function arm(order: Record<string, unknown>) {
  return sandbox.control('POST', '/faults', { service: 'game-platform', ...order });
}

function faults() {
  return sandbox.control<{ hits: number }[]>('GET', '/faults');
}

async function ask(id = buyer.id, timeoutMs = 20_000) {
  const answer = await fetch(`${sandbox.url}/users/v1/users/${id}`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') && text.endsWith('}');
  return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : null };
}

function account() {
  return sandbox.control<GameAccount>('GET', `/game/accounts/${buyer.id}`);
}

function buy() {
  return actAs(sandbox, buyer.cookie)('POST', purchasePath(pass), { expectedPrice: 100 });
}

/** Some faults never answer, so the test waits until the fault has been counted. */
function hit() {
  return expect.poll(async () => (await faults())[0]?.hits, POLL).toBe(1);
}
