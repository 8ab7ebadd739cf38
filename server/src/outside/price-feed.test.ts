import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PriceSource } from '../config.ts';
import { openPriceFeed, type PriceFeed } from './price-feed.ts';

/** Answers of the four exchanges, from their documentation. */
const KRAKEN = {
  error: [],
  result: {
    XLTCZUSD: { a: ['85.11000', '20', '20.000'], b: ['85.09000', '3', '3.000'], c: ['85.1', '0.4'] },
  },
};
const COINBASE = {
  ask: '85.11',
  bid: '85.09',
  price: '85.10',
  time: '2026-05-01T11:59:58.123456Z',
  volume: '9',
};
const BITSTAMP = { timestamp: '1777636790', bid: '85.09', ask: '85.11', last: '85.10', open: '80' };
const GEMINI = {
  bid: '85.09',
  ask: '85.11',
  last: '85.1',
  volume: { LTC: '1', USD: '85', timestamp: 1777636795000 },
};

const PATHS: Readonly<Record<PriceSource, string>> = {
  kraken: '/0/public/Ticker?pair=LTCUSD',
  coinbase: '/products/LTC-USD/ticker',
  bitstamp: '/api/v2/ticker/ltcusd/',
  gemini: '/v1/pubticker/ltcusd',
};

describe('a price source', () => {
  let server: Server;
  let feed: PriceFeed;
  /** By path. Null means no answer. */
  const answers = new Map<string, unknown>();
  beforeAll(async () => {
    server = createServer(({ url }, response) => {
      const answer = answers.get(url!);
      if (answer === undefined) response.writeHead(404).end();
      else if (answer !== null) response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    feed = openPriceFeed({ urls: { kraken: url, coinbase: url, bitstamp: url, gemini: url } });
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    const all = { kraken: KRAKEN, coinbase: COINBASE, bitstamp: BITSTAMP, gemini: GEMINI };
    for (const [name, answer] of Object.entries(all)) answers.set(PATHS[name as PriceSource], answer);
  });
  const failed = async () => (await feed.read()).failures.map(({ name, reason }) => `${name}: ${reason}`);

  test('of each format gives the middle of bid and ask, with its own time or the time of receipt', async () => {
    const before = Date.now();
    const { quotes, failures } = await feed.read();
    expect(failures).toEqual([]);
    expect(quotes.map(({ name, price }) => [name, price])).toEqual([
      ['kraken', 8_510],
      ['coinbase', 8_510],
      ['bitstamp', 8_510],
      ['gemini', 8_510],
    ]);
    const [kraken, ...others] = quotes.map(({ at }) => at.getTime());
    expect(kraken).toBeGreaterThanOrEqual(before);
    expect(others).toEqual([1_777_636_798_123, 1_777_636_790_000, 1_777_636_795_000]);
  });

  test.each([
    ['bid and ask more than 2% apart', { bid: '85.00', ask: '86.71' }, 'too far apart'],
    ['bid over ask', { bid: '85.12', ask: '85.11' }, 'too far apart'],
    ['a price of zero', { bid: '0', ask: '0' }, 'not a positive decimal'],
    ['a negative price', { bid: '-85', ask: '-85' }, 'not a positive decimal'],
    ['a price in cents', { bid: '1000001', ask: '1000002' }, 'not plausible'],
    ['a price of less than a dollar', { bid: '0.98', ask: '0.99' }, 'not plausible'],
    ['a word', { bid: 'NaN', ask: 'Infinity' }, 'not a positive decimal'],
    ['no ask', { ask: undefined }, 'ask'],
    ['an invalid time', { time: 'yesterday' }, 'time'],
  ])('with %s fails with a reason, and the others count', async (_what, wrong, reason) => {
    answers.set(PATHS.coinbase, { ...COINBASE, ...wrong });
    const { quotes, failures } = await feed.read();
    expect(quotes.map(({ name }) => name)).toEqual(['kraken', 'bitstamp', 'gemini']);
    expect(failures).toMatchObject([{ name: 'coinbase', reason: expect.stringContaining(reason) }]);
  });

  test('with a spread of 2% is still accepted', async () => {
    answers.set(PATHS.coinbase, { ...COINBASE, bid: '85.00', ask: '86.70' });
    expect((await feed.read()).quotes.find(({ name }) => name === 'coinbase')?.price).toBe(8_585);
  });

  test('with its own kind of error fails', async () => {
    answers.set(PATHS.kraken, { error: ['EService:Unavailable'], result: {} });
    answers.set(PATHS.bitstamp, '<html>maintenance</html>');
    answers.delete(PATHS.gemini);
    expect(await failed()).toEqual([
      expect.stringContaining('kraken:'),
      expect.stringContaining('bitstamp:'),
      'gemini: HTTP 404',
    ]);
  });

  test('without an answer times out after three seconds and does not delay the others', {
    retry: 2,
  }, async () => {
    for (const name of ['kraken', 'gemini'] as const) answers.set(PATHS[name], null);
    const startedAt = performance.now();
    expect(await failed()).toEqual([
      expect.stringMatching(/kraken: .*timeout/),
      expect.stringMatching(/gemini: .*timeout/),
    ]);
    const tookMs = performance.now() - startedAt;
    expect(tookMs).toBeGreaterThan(2_900);
    expect(tookMs).toBeLessThan(5_900);
  });
});
