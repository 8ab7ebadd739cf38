import { setTimeout as sleep } from 'node:timers/promises';
import { ltcPrice } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actAs } from '../../../test/acting.ts';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { setSetting } from '../../../test/settings.ts';
import { makePerson } from '../../../test/wallets.ts';
import { freshPrice, readPriceHold } from './prices.reads.ts';
import { findJump } from './prices.rules.ts';
import { recordRound, setPriceByHand } from './prices.ts';

describe('a change of the price', () => {
  const now = new Date('2026-05-01T12:00:00Z');
  const was = (price: number, minutesAgo: number) => [
    { price: ltcPrice(price), lastAt: new Date(now.getTime() - minutesAgo * 60_000) },
  ];
  test.each([
    ['10% in five minutes is not a jump', 9_350, was(8_500, 4), false],
    ['more than 10% in five minutes is a jump', 9_351, was(8_500, 4), true],
    ['a fall by more than 10% is a jump', 7_649, was(8_500, 4), true],
    ['18% after ten minutes is not a jump', 10_000, was(8_500, 10), false],
    ['25% in an hour is not a jump', 10_625, was(8_500, 59), false],
    ['more than 25% in an hour is a jump', 10_626, was(8_500, 59), true],
    ['100% after an hour is not a jump', 17_000, was(8_500, 61), false],
    ['the first price is not a jump', 8_500, [], false],
  ])('%s', (_what, price, lately, isJump) => {
    expect(findJump(ltcPrice(price), lately, now) !== null).toBe(isJump);
  });
});

describe('the circuit breaker', () => {
  let database: TestDatabase;
  let at: number;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.asOwner('truncate prices, price_holds cascade');
    await guard(true);
    // rounds are 30 seconds apart, and the newest of them is now
    at = Date.now() - 10 * 30_000;
  });
  const guard = (enabled: boolean) => setSetting(database, 'chain_guards', { enabled });
  const round = (price: number, afterMs = 30_000) => {
    at += afterMs;
    const time = new Date(at);
    const sources = ['a', 'b', 'c'].map((name) => ({ name, price: ltcPrice(price), at: time }));
    return recordRound(database.db, { price: ltcPrice(price), sources }, time, 24_000);
  };
  const price = async () => (await freshPrice(database.db, new Date(at)))?.price ?? null;
  const hold = () => readPriceHold(database.db, new Date(at));

  test('holds a jump until three consecutive rounds agree, and then accepts it', async () => {
    expect(await round(8_500)).toBe(true);
    expect(await round(10_000)).toBe(false);
    expect(await price()).toBeNull();
    expect(await hold()).toMatchObject({ price: 10_000, reason: expect.stringContaining('10%') });
    expect(await round(10_010)).toBe(false);
    expect(await price()).toBeNull();
    expect(await round(10_020)).toBe(true);
    expect([await price(), await hold()]).toEqual([10_020, null]);
    // prices from before the accepted jump no longer count
    expect(await round(10_100)).toBe(true);
    expect(await round(12_000)).toBe(false);
  });

  test('restarts the count when a round disagrees', async () => {
    await round(8_500);
    expect(await round(10_000)).toBe(false);
    expect(await round(12_000)).toBe(false);
    expect(await round(8_500)).toBe(false);
    expect(await round(8_500)).toBe(false);
    expect(await round(8_500)).toBe(true);
    expect(await price()).toBe(8_500);
  });

  test('counts rounds of several workers at about the same time once', async () => {
    await round(8_500);
    for (const afterMs of [30_000, 10, 9_000]) expect(await round(10_000, afterMs)).toBe(false);
    expect(await hold()).toMatchObject({ agreeing: 1 });
    for (const afterMs of [16_000, 0, 10]) expect(await round(10_000, afterMs)).toBe(false);
    expect(await hold()).toMatchObject({ agreeing: 2 });
    expect(await round(10_000)).toBe(true);
  });

  test('restarts the count also when a round of another worker disagrees', async () => {
    await round(8_500);
    for (const price of [10_000, 10_000]) expect(await round(price)).toBe(false);
    expect(await round(8_500, 10)).toBe(false);
    for (const price of [10_000, 10_000]) expect(await round(price)).toBe(false);
    expect(await round(10_000)).toBe(true);
  });

  test('gives way to the owner’s price, and to the market when the owner’s price ends', async () => {
    const ownerId = await makePerson(database.db, 'otto');
    await round(8_500);
    await round(10_000);
    const { until } = await actAs(database.db, ownerId, (tx) =>
      setPriceByHand(tx, ownerId, { price: ltcPrice(9_900), minutes: 5 }),
    );
    expect(await freshPrice(database.db)).toMatchObject({ price: 9_900, isLimited: false, until });
    at = until.getTime() - 90_000;
    expect(await round(10_000)).toBe(true);
    expect(await price()).toBe(9_900);
    at = until.getTime() + 1;
    expect(await price()).toBe(10_000);
  });

  describe('rare day 20: the owner’s price does not let the next price jump through', () => {
    const MINUTES = 5;
    /** The owner sets a price now. Returns when it ends. */
    async function setByHand(cents: number): Promise<number> {
      const id = await makePerson(database.db, 'otto');
      const { until } = await actAs(database.db, id, (tx) =>
        setPriceByHand(tx, id, { price: ltcPrice(cents), minutes: MINUTES }),
      );
      return until.getTime();
    }

    test('after a hold that the owner’s price ended', async () => {
      await round(8_500);
      expect(await round(17_000)).toBe(false);
      const until = await setByHand(8_600);
      at = until - 29_000;
      expect(await round(17_000)).toBe(false);
      expect([await price(), await hold()]).toEqual([null, expect.objectContaining({ price: 17_000 })]);
      expect(await round(17_000)).toBe(false);
      expect(await round(17_000)).toBe(true);
    });

    test('when the market comes back only after its end', async () => {
      const until = await setByHand(8_600);
      at = until;
      expect(await round(17_000)).toBe(false);
      expect(await round(8_500)).toBe(false);
    });

    test('and rounds during its time do not confirm a jump, but one near it ends the hold', async () => {
      await round(8_500);
      const until = await setByHand(8_600);
      at = Math.max(at, Date.now());
      for (let rounds = 0; rounds < 5; rounds += 1) expect(await round(17_000)).toBe(false);
      expect(await price()).toBe(8_600);
      expect(await round(8_700)).toBe(true);
      for (let rounds = 0; rounds < 2; rounds += 1) expect(await round(17_000)).toBe(false);
      at = until;
      expect(await round(17_000)).toBe(false);
      expect(await price()).toBeNull();
      expect(await round(17_000)).toBe(true);
    });

    test('but a market that follows the owner is accepted, whatever it was before', async () => {
      await round(8_500);
      const until = await setByHand(12_000);
      at = Math.max(at, Date.now());
      expect(await round(12_100)).toBe(true);
      at = until;
      expect(await round(12_200)).toBe(true);
      expect(await price()).toBe(12_200);
    });

    test('and a corrected entry of the owner no longer counts', async () => {
      await round(8_500);
      await setByHand(12_000);
      await sleep(5);
      await setByHand(8_600);
      at = Math.max(at, Date.now());
      expect(await round(8_500)).toBe(true);
    });
  });

  test('is off without the guards', async () => {
    await guard(false);
    await round(8_500);
    expect(await round(17_000)).toBe(true);
    expect(await price()).toBe(17_000);
  });
});
