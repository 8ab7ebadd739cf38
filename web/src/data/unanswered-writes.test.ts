import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('removeEventListener', () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What becomes of a try. A number: the status of an answer that refuses it or fails. 'page': a proxy answers with its own page. */
type Fate = 'lost' | 'done' | 'page' | number;

const CODES = new Map([[503, 'service_unavailable']]);

/** A page that was just loaded. `send` tries to place an order, and returns the idempotency key of the try. */
async function load() {
  vi.resetModules();
  const { sendTry, writeOf } = await import('./unanswered-writes.ts');
  const { ApiError } = await import('./call.ts');
  return {
    send: async (fate: Fate, content = 'an order', isForGood = false) => {
      const write = writeOf({ userId: 'nova', target: 'POST /api/robux/orders', content, isForGood });
      const answer = sendTry(write, { intent: 'buy', input: { buyerCookie: 'the cookie' } }, async () => {
        if (fate === 'lost') throw new TypeError('no answer');
        if (fate === 'page') throw new ApiError(404, { code: '', message: '' });
        if (fate !== 'done') throw new ApiError(fate, { code: CODES.get(fate) ?? 'no_code', message: 'No' });
      });
      await answer.catch(() => undefined);
      return write.idempotencyKey;
    },
  };
}

test('a write whose answer was lost keeps its key over a reload, until it has a clear answer', async () => {
  const key = await (await load()).send('lost');
  const page = await load();
  expect(await page.send(503)).toBe(key);
  const next = await load();
  expect(await next.send('lost', 'another order')).not.toBe(key);
  expect(await next.send('done')).toBe(key);
  expect(await next.send('done')).not.toBe(key);
  expect(await (await load()).send('done')).not.toBe(key);
});

test('a write whose answer says nothing of its effect keeps its key', async () => {
  const { send } = await load();
  for (const failure of [0, 500, 502, 504]) {
    const key = await send(failure);
    expect(await send('done'), `after ${failure}`).toBe(key);
  }
});

test('a refused write gets a new key', async () => {
  const { send } = await load();
  for (const refusal of [400, 401, 403, 404, 409, 429, 499, 503]) {
    const key = await send(refusal);
    expect(await send('done'), `after ${refusal}`).not.toBe(key);
  }
});

test('a retry that may have been refused unread keeps the key, and another refused one does not', async () => {
  const { send } = await load();
  for (const refusal of [400, 401, 402, 403, 404, 408, 409, 413, 429, 430, 503, 'page'] as const) {
    const key = await send('lost');
    await send(refusal);
    const saysNothing = [401, 403, 408, 429, 503, 'page'].includes(refusal);
    expect((await send('done')) === key, `after ${refusal}`).toBe(saysNothing);
  }
});

test('the browser keeps no cookie, and nothing after a clear answer', async () => {
  const page = await load();
  await page.send('lost');
  expect([...stored.values()].join()).toContain('an order');
  expect([...stored.values()].join()).not.toContain('the cookie');
  await page.send('done');
  expect([...stored.values()]).toEqual([]);
});

test('fifteen minutes after the last try, an equal write is another intent', async () => {
  const key = await (await load()).send('lost');
  const page = await load();
  for (const waitedMs of [15 * 60_000 - 1, 15 * 60_000 - 1]) {
    vi.advanceTimersByTime(waitedMs);
    expect(await page.send('lost')).toBe(key);
  }
  vi.advanceTimersByTime(15 * 60_000);
  expect(await page.send('lost')).not.toBe(key);
});

test('two intents with the same parts are one, in whatever order the parts were written', async () => {
  const { contentOf } = await import('./unanswered-writes.ts');
  const kept = { id: '1', amount: 1_000, passName: 'VIP' };
  expect(contentOf([[{ passName: 'VIP', amount: 1_000, id: '1' }]])).toBe(contentOf([[kept]]));
  expect(contentOf([[{ ...kept, amount: 1_001 }]])).not.toBe(contentOf([[kept]]));
});

test('the same items of a basket are one intent for good', async () => {
  const key = await (await load()).send('lost', 'items', true);
  vi.advanceTimersByTime(60 * 60_000);
  expect(await (await load()).send('done', 'items', true)).toBe(key);
});
