import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, openTestSandbox, type TestSandbox } from '../test-kit.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());

test('initially every source answers 85.00 in its own format, as the middle of bid and ask', async () => {
  expect(await quotes()).toEqual({ kraken: 85, coinbase: 85, bitstamp: 85, gemini: 85 });
});

test('the price is set for all sources or for one', async () => {
  await sandbox.control('POST', '/price', { usd: '91.2345' });
  await sandbox.control('POST', '/price', { usd: 60, source: 'bitstamp' });
  expect(await quotes()).toEqual({ kraken: 91.2345, coinbase: 91.2345, bitstamp: 60, gemini: 91.2345 });
});

test('each source refuses an unknown pair in its own way', async () => {
  expect((await get('/kraken/0/public/Ticker?pair=NOPE')).body).toEqual({
    error: ['EQuery:Unknown asset pair'],
  });
  expect((await get('/coinbase/products/NO-PE/ticker')).status).toBe(404);
  expect((await get('/bitstamp/api/v2/ticker/nope/')).status).toBe(404);
  expect((await get('/gemini/v1/pubticker/nope')).status).toBe(400);
});

test('quotes have the real time, even after the sandbox’s clock was moved', async () => {
  await sandbox.control('POST', '/clock', { advanceSeconds: 86_400 });
  const { timestamp } = (await get('/bitstamp/api/v2/ticker/ltcusd/')).body;
  expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60);
});

function get(path: string) {
  return call(sandbox.url + path);
}

async function quotes() {
  const kraken = (await get('/kraken/0/public/Ticker?pair=LTCUSD')).body as {
    result: { XLTCZUSD: { a: string[]; b: string[] } };
  };
  const ticker = kraken.result.XLTCZUSD;
  return {
    kraken: middle(ticker.b[0], ticker.a[0]),
    coinbase: middleOf((await get('/coinbase/products/LTC-USD/ticker')).body),
    bitstamp: middleOf((await get('/bitstamp/api/v2/ticker/ltcusd/')).body),
    gemini: middleOf((await get('/gemini/v1/pubticker/ltcusd')).body),
  };
}

function middleOf({ bid, ask }: Record<string, unknown>): number {
  return middle(bid, ask);
}

function middle(bid: unknown, ask: unknown): number {
  return Math.round(((Number(bid) + Number(ask)) / 2) * 10_000) / 10_000;
}
