import { type Litoshi, litoshi } from '@sterling/contract/money.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Coin,
  chooseCoins,
  DUST_P2WPKH,
  divideKept,
  dustLimit,
  estimateVbytes,
  feeCeiling,
  feeRateAbove,
  feeRateToPay,
} from './coins.rules.ts';

const coin = (value: number, unminedDepth = 0, n = 0): Coin => ({
  txid: value.toString(16).padStart(64, '0'),
  n,
  value: litoshi(value),
  unminedDepth,
});
const target = (amount: number, feeRate = 10) => ({ amount: amount as Litoshi, scriptBytes: 22, feeRate });

describe('choosing coins', () => {
  test('takes one large coin and keeps the rest as change', () => {
    const choice = chooseCoins([coin(1_000_000), coin(200_000_000)], target(29_411_764))!;
    expect(choice.coins).toEqual([coin(200_000_000)]);
    // 10.5 + 68 + 2 × 31, rounded up
    expect(choice.fee).toBe(1_410);
    expect(choice.change).toBe(200_000_000 - 29_411_764 - 1_410);
    expect(choice.chainLength).toBe(1);
  });

  test('takes mined coins before larger unmined ones', () => {
    const choice = chooseCoins([coin(200_000_000, 1), coin(50_000_000)], target(10_000_000))!;
    expect(choice.coins).toEqual([coin(50_000_000)]);
  });

  test('pays with unmined change although strangers sent many small coins that are mined', () => {
    const change = coin(200_000_000, 1);
    const small = (count: number, value: number) =>
      Array.from({ length: count }, (_, n) => coin(value, 0, n));
    for (const mined of [small(40, 3_000), small(90, 3_000), small(300, 3_000), small(300, 20_000)])
      expect(chooseCoins([...mined, change], target(10_000_000))?.coins).toEqual([change]);
  });

  test('takes more than a hundred coins only if no hundred can pay, and never more than 500', () => {
    const small = (count: number) => Array.from({ length: count }, (_, n) => coin(1_000_000, 0, n));
    const chosen = (amount: number, count = 600) => chooseCoins(small(count), target(amount))?.coins.length;
    expect([chosen(98_000_000), chosen(120_000_000), chosen(120_000_000, 119)]).toEqual([99, 121, undefined]);
    expect([chosen(499_000_000), chosen(500_000_000)]).toEqual([500, undefined]);
    const withLarge = [...small(600), coin(300_000_000, 1, 600)];
    expect(chooseCoins(withLarge, target(120_000_000))?.coins).toHaveLength(1);
  });

  test('builds chains of at most ten unmined transactions', () => {
    const unmined = [coin(3_000_000, 9), coin(2_000_000, 9, 1)];
    expect(chooseCoins(unmined, target(2_500_000))).toMatchObject({ coins: [unmined[0]], chainLength: 10 });
    expect(chooseCoins(unmined, target(4_000_000))).toBeNull();
    expect(chooseCoins([coin(5_000_000, 10)], target(1_000_000))).toBeNull();
  });

  test('adds dust change to the fee when no other coin is available', () => {
    const choice = chooseCoins([coin(1_003_000)], target(1_000_000))!;
    expect(choice).toMatchObject({ fee: 3_000, change: 0 });
    expect(chooseCoins([coin(1_003_000), coin(500_000)], target(1_000_000))!.change).toBeGreaterThan(
      DUST_P2WPKH,
    );
  });

  test('small coins that cost more than their value do not stop a payment that needs none of them', () => {
    const enough = coin(1_012_000);
    const small = Array.from({ length: 3 }, (_, n) => coin(3_000, 0, n));
    expect(chooseCoins([...small, enough], target(1_000_000, 100))).toMatchObject({
      coins: [enough],
      fee: 12_000,
      change: 0,
    });
  });

  test('leaves change only from the smallest output that nodes relay, and pays exactly the fee without one', () => {
    const withChange = 1_000_000 + 1_410 + DUST_P2WPKH;
    expect(chooseCoins([coin(withChange)], target(1_000_000))).toMatchObject({ fee: 1_410, change: 2_940 });
    expect(chooseCoins([coin(withChange - 1)], target(1_000_000))).toMatchObject({ fee: 4_349, change: 0 });
    expect(chooseCoins([coin(1_001_100)], target(1_000_000))).toMatchObject({ fee: 1_100, change: 0 });
    expect(chooseCoins([coin(1_001_099)], target(1_000_000))).toBeNull();
  });

  test('takes unmined coins when the mined ones would leave no change', () => {
    const choice = chooseCoins([coin(1_003_000), coin(2_000_000, 1)], target(1_000_000))!;
    expect(choice.coins).toEqual([coin(2_000_000, 1)]);
  });

  test('takes several unmined coins with short chains when the largest would fill the chain', () => {
    const short = [coin(2_000_000, 4), coin(1_900_000, 5)];
    const choice = chooseCoins([coin(3_000_000, 9), ...short], target(3_500_000))!;
    expect(choice).toMatchObject({ coins: short, chainLength: 10 });
  });

  test('takes equal coins of one transaction in the order of their outputs', () => {
    const equal = [2, 0, 1].map((n) => coin(1_000_000, 0, n));
    const order = [0, 1, 2].map((n) => coin(1_000_000, 0, n));
    expect(chooseCoins(equal, target(2_500_000))!.coins).toEqual(order);
  });

  test('gives null when the coins do not cover amount and fee', () => {
    expect(chooseCoins([coin(1_000_500)], target(1_000_000))).toBeNull();
    expect(chooseCoins([], target(1))).toBeNull();
  });

  test('always balances, pays its fee rate, and never leaves dust', () => {
    const coins = fc.array(
      fc.record({ value: fc.integer({ min: 1, max: 1e9 }), unminedDepth: fc.integer({ min: 0, max: 10 }) }),
      {
        maxLength: 150,
      },
    );
    fc.assert(
      fc.property(
        coins,
        fc.integer({ min: 5_460, max: 2e9 }),
        fc.integer({ min: 1, max: 100 }),
        (given, amount, feeRate) => {
          const available = given.map(({ value, unminedDepth }, n) => coin(value, unminedDepth, n));
          const choice = chooseCoins(available, target(amount, feeRate));
          if (!choice) return;
          const total = choice.coins.reduce((sum, { value }) => sum + value, 0);
          expect(choice.fee + choice.change + amount).toBe(total);
          expect(choice.change === 0 || choice.change >= DUST_P2WPKH).toBe(true);
          expect(choice.chainLength).toBeLessThanOrEqual(10);
          expect(new Set(choice.coins).size).toBe(choice.coins.length);
          const scripts = choice.change ? [22, 22] : [22];
          const least = Math.ceil(feeRate * estimateVbytes(choice.coins.length, scripts));
          expect(choice.fee).toBeGreaterThanOrEqual(least);
          expect(choice.fee).toBeLessThan(least + DUST_P2WPKH + 31 * feeRate + feeRate);
        },
      ),
    );
  });
});

test('the fee rate is the estimate, between 1 and 100 litoshi per virtual byte, or 10 without one', () => {
  expect([null, Number.NaN, 0, 0.4, 7.2, 5_000].map(feeRateToPay)).toEqual([10, 10, 10, 1, 8, 100]);
});

test('the size of a payment counts each input and each output', () => {
  // 10.5 + 68 each + 9 and the script each, rounded up
  expect([estimateVbytes(1, [22]), estimateVbytes(3, [22, 34])]).toEqual([110, 289]);
});

test('the fee ceiling is a tenth of the amount, between 0.0005 and 0.01 LTC', () => {
  expect([1, 3_000_009, 1e10].map((amount) => feeCeiling(amount as Litoshi))).toEqual([
    50_000, 300_000, 1_000_000,
  ]);
});

test('dust is 2,940 litoshi for witness scripts and 5,460 for older scripts', () => {
  expect(dustLimit(Buffer.from(`0014${'00'.repeat(20)}`, 'hex'))).toBe(2_940);
  expect(dustLimit(Buffer.from(`76a914${'00'.repeat(20)}88ac`, 'hex'))).toBe(5_460);
  expect(dustLimit(Buffer.from(`a914${'00'.repeat(20)}87`, 'hex'))).toBe(5_460);
  // programs of witness scripts have 2 to 40 bytes
  const program = (bytes: number) => Buffer.from([0x51, bytes, ...Array<number>(bytes).fill(0)]);
  expect([1, 2, 40, 41].map((bytes) => dustLimit(program(bytes)))).toEqual([5_460, 2_940, 2_940, 5_460]);
});

test('rare day 18: kept money is never more than 8 coins, each of about 1 LTC or more, and the whole amount', () => {
  const divided = (ltc: number, others: number) =>
    divideKept(litoshi(ltc * 100_000_000), { others, feeRate: 10 }).parts.length;
  expect([0.5, 1.9, 2, 7.5, 100].map((ltc) => divided(ltc, 0))).toEqual([1, 1, 2, 7, 8]);
  expect([0, 5, 7, 12].map((others) => divided(20, others))).toEqual([8, 3, 1, 1]);
  const { parts, fee } = divideKept(litoshi(999_999_999), { others: 0, feeRate: 10 });
  expect(fee).toBe(7 * 310);
  expect(parts).toEqual([124_999_733, ...Array<number>(7).fill(124_999_728)]);
  expect(parts.reduce((sum, part) => sum + part, 0) + fee).toBe(999_999_999);
});

test('rare day 18: the fee rate is at least the minimum of the mempool', () => {
  expect([null, 3, 50].map((estimate) => feeRateAbove(20.5, estimate))).toEqual([21, 21, 50]);
  expect(feeRateAbove(500, 3)).toBe(100);
});
