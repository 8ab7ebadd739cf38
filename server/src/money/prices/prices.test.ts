import { ltcPrice } from '@sterling/contract/money.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { openTestSandbox, type TestSandbox } from '../../../test/sandbox.ts';
import { openPriceFeed, type PriceFeed } from '../../outside/price-feed.ts';
import { pollPrices } from './prices.jobs.ts';
import { freshPrice, lastMarketPrice } from './prices.reads.ts';
import { evaluateRound } from './prices.rules.ts';
import { dropUnusedPrices, recordRound } from './prices.ts';

const NOW = new Date('2026-05-01T12:00:00Z');
const quotes = (...prices: number[]) =>
  prices.map((price, index) => ({ name: `source ${index}`, price: ltcPrice(price), at: NOW }));

describe('a round of prices', () => {
  test.each([
    ['four agreeing quotes', quotes(8_500, 8_501, 8_502, 8_510), 8_502],
    ['three quotes', quotes(8_500, 8_600, 8_550), 8_550],
    ['one outlier, which is left out', quotes(8_500, 8_501, 1, 8_502), 8_501],
    ['two pairs that disagree', quotes(8_500, 8_500, 9_500, 9_500), null],
    ['two agreeing quotes', quotes(8_500, 8_600), 8_550],
    ['two quotes that disagree', quotes(8_500, 9_100), null],
    ['one quote', quotes(8_500), null],
    ['no quotes', [], null],
  ])('of %s', (_which, round, price) => {
    expect(evaluateRound(round, NOW)?.price ?? null).toBe(price);
  });

  test('leaves out quotes older than two minutes', () => {
    const [first, ...others] = quotes(8_500, 8_500, 8_500);
    const old = { ...first!, at: new Date(NOW.getTime() - 121_000) };
    const names = (round: ReturnType<typeof evaluateRound>) => round?.sources.map(({ name }) => name);
    expect(names(evaluateRound([old, ...others], NOW))).toEqual(['source 1', 'source 2']);
    const younger = { ...old, at: new Date(NOW.getTime() - 119_000) };
    expect(names(evaluateRound([younger, ...others], NOW))).toHaveLength(3);
  });

  test('of stale quotes only gives no price', () => {
    const later = new Date(NOW.getTime() + 121_000);
    expect(evaluateRound(quotes(8_500, 8_500, 8_500, 8_500), later)).toBeNull();
    // the database's clock is late: it could not tell a stale quote
    const earlier = new Date(NOW.getTime() - 121_000);
    expect(evaluateRound(quotes(8_500, 8_500, 8_500, 8_500), earlier)).toBeNull();
  });

  test('accepts a source that strayed before only at half the distance', () => {
    const round = (price: number) => quotes(8_500, 8_500, 8_500, price);
    const { strayed } = evaluateRound(round(9_000), NOW)!;
    expect([...strayed]).toEqual(['source 3']);
    expect(evaluateRound(round(8_700), NOW)!.sources).toHaveLength(4);
    expect(evaluateRound(round(8_700), NOW, strayed)!.sources).toHaveLength(3);
    expect(evaluateRound(round(8_600), NOW, strayed)!.sources).toHaveLength(4);
  });
});

describe('the price', () => {
  let sandbox: TestSandbox;
  let database: TestDatabase;
  let priceFeed: PriceFeed;
  beforeAll(async () => {
    [sandbox, database] = [await openTestSandbox(), await openTestDatabase()];
    priceFeed = openPriceFeed(sandbox.config.prices);
  });
  afterEach(async () => {
    await sandbox.control('DELETE', '/faults');
    await sandbox.control('POST', '/price', { usd: 85 });
    await database.asOwner('truncate prices cascade');
  });
  afterAll(async () => {
    await sandbox.close();
    await database.close();
  });
  const poll = () => pollPrices({ db: database.db, priceFeed });

  test('is the median of four exchanges and names all of them', async () => {
    expect(await poll()).toMatchObject({ accepted: true, failures: [] });
    const price = await freshPrice(database.db);
    expect(price).toMatchObject({ price: 8_500 });
    expect(price!.sources).toEqual(
      ['kraken', 'coinbase', 'bitstamp', 'gemini'].map((name) => ({ name, price: 8_500 })),
    );
  });

  test('follows the market with one row per change', async () => {
    for (const usd of [85, 85, 86.5, 86.5]) {
      await sandbox.control('POST', '/price', { usd });
      await poll();
    }
    expect((await freshPrice(database.db))?.price).toBe(8_650);
    const rows = await database.db.selectFrom('prices').select('price').orderBy('id').execute();
    expect(rows.map(({ price }) => price)).toEqual([8_500, 8_650]);
  });

  test('leaves out an outlier', async () => {
    await sandbox.control('POST', '/price', { source: 'kraken', usd: 850 });
    await poll();
    const price = await freshPrice(database.db);
    expect(price).toMatchObject({ price: 8_500 });
    expect(price!.sources.map(({ name }) => name)).toEqual(['coinbase', 'bitstamp', 'gemini']);
  });

  test.each(['status', 'html', 'truncate', 'huge', 'reset-before'])(
    'survives one source that answers with %s',
    async (kind) => {
      await sandbox.control('POST', '/faults', {
        service: 'price-feed',
        path: '/gemini',
        times: 5,
        kind,
        status: 500,
      });
      const { accepted, failures } = await poll();
      expect({ accepted, failed: failures.map(({ name }) => name) }).toEqual({
        accepted: true,
        failed: ['gemini'],
      });
    },
  );

  const silence = async (...paths: string[]) => {
    for (const path of paths) {
      const fault = { service: 'price-feed', path, times: 5, kind: 'timeout-before' };
      await sandbox.control('POST', '/faults', fault);
    }
  };

  test('is limited to $100 when two sources are silent', async () => {
    await silence('/gemini', '/kraken');
    const startedAt = Date.now();
    expect((await poll()).accepted).toBe(true);
    expect(Date.now() - startedAt).toBeLessThan(5_900);
    expect(await freshPrice(database.db)).toMatchObject({ price: 8_500, isLimited: true });
    await sandbox.control('DELETE', '/faults');
    await poll();
    expect(await freshPrice(database.db)).toMatchObject({ price: 8_500, isLimited: false });
  });

  test('does not exist when three sources are silent', async () => {
    await silence('/gemini', '/kraken', '/coinbase');
    expect((await poll()).accepted).toBe(false);
    expect(await freshPrice(database.db)).toBeNull();
  });

  test('is not used when it is older than five minutes', async () => {
    await poll();
    const { asOf } = (await freshPrice(database.db))!;
    expect(await freshPrice(database.db, new Date(asOf.getTime() + 299_000))).not.toBeNull();
    expect(await freshPrice(database.db, new Date(asOf.getTime() + 301_000))).toBeNull();
  });

  test('is deleted after a day, unless money was valued with it or it is the last', async () => {
    const round = (price: number) =>
      recordRound(database.db, { price: ltcPrice(price), sources: quotes(price) }, NOW);
    for (const price of [8_000, 8_100, 8_200]) await round(price);
    await database.asOwner('update prices set used = true where price = 8000');
    const later = new Date(NOW.getTime() + 25 * 3_600_000);
    await dropUnusedPrices(database.db, later);
    const rows = await database.db.selectFrom('prices').select('price').orderBy('price').execute();
    expect(rows).toEqual([{ price: 8_000 }, { price: 8_200 }]);
    expect(await lastMarketPrice(database.db, later)).toBe(8_200);
  });
});
