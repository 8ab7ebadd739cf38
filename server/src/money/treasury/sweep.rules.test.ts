import { litoshi } from '@sterling/contract/money.ts';
import { describe, expect, test } from 'vitest';
import { chooseSettled, type DepositCoin, divide } from './sweep.rules.ts';

const coin = (ltc: number, of: Partial<DepositCoin> = {}): DepositCoin => ({
  txid: '00'.repeat(32),
  n: 0,
  value: litoshi(Math.round(ltc * 1e8)),
  unminedDepth: 0,
  isSettled: true,
  ...of,
});
const FEE_RATE = 10;
const isChosen = (given: DepositCoin) => chooseSettled([given], FEE_RATE).length === 1;

describe('coins worth sweeping', () => {
  test('are settled', () => {
    expect(isChosen(coin(1))).toBe(true);
    expect(isChosen(coin(1, { isSettled: false }))).toBe(false);
  });

  test('are worth more than 20 times their own cost, at most the 100 largest', () => {
    expect(isChosen(coin(0.000136))).toBe(false);
    expect(isChosen(coin(0.00013601))).toBe(true);
    const many = Array.from({ length: 120 }, (_, index) => coin(0.01 + index / 1e4));
    const chosen = chooseSettled(many, FEE_RATE);
    expect(chosen).toHaveLength(100);
    expect(chosen[0]!.value).toBe(2_190_000);
  });
});

describe('the outputs of a sweep', () => {
  const cold = (hot: number, target: number) => {
    return { scriptBytes: 22, hotBalance: litoshi(hot), hotTarget: litoshi(target) };
  };
  test.each([
    ['all to the hot wallet without cold storage', null, { hot: 99_998_900, cold: 0, fee: 1_100 }],
    [
      'the hot wallet up to its target, the rest to the cold storage',
      cold(10_000_000, 30_000_000),
      { hot: 20_000_000, cold: 79_998_590, fee: 1_410 },
    ],
    [
      'all to the cold storage when the hot wallet has enough',
      cold(50_000_000, 30_000_000),
      { hot: 0, cold: 99_998_900, fee: 1_100 },
    ],
    [
      'all to the hot wallet when little would be left',
      cold(0, 95_000_000),
      { hot: 99_998_900, cold: 0, fee: 1_100 },
    ],
  ])('%s', (_what, store, division) => {
    expect(divide([coin(1)], 10, store)).toEqual(division);
  });

  test.each([
    ['the smallest output to the cold storage', 10_001_100, cold(50, 50), { hot: 0, cold: 10_000_000 }],
    ['less than that', 10_001_099, cold(50, 50), { hot: 9_999_999, cold: 0 }],
    [
      'the smallest output to the cold storage beside the hot wallet',
      30_001_410,
      cold(0, 20_000_000),
      { hot: 20_000_000, cold: 10_000_000 },
    ],
    ['less than that beside it', 30_001_409, cold(0, 20_000_000), { hot: 30_000_309, cold: 0 }],
    [
      'a hot wallet that lacks a relayed output',
      20_000_000,
      cold(0, 2_940),
      { hot: 2_940, cold: 19_995_650 },
    ],
    ['a hot wallet that lacks less than one', 20_000_000, cold(0, 2_939), { hot: 0, cold: 19_998_900 }],
  ])('at the limit: %s', (_what, value, store, division) => {
    expect(divide([coin(value / 1e8)], 10, store)).toMatchObject(division);
  });

  test('nothing, when the fee would use it up', () => {
    expect(divide([], 10, null)).toBeNull();
    expect(divide([coin(0.00004039)], 10, null)).toBeNull();
    expect(divide([coin(0.0000404)], 10, null)).toEqual({ hot: 2_940, cold: 0, fee: 1_100 });
  });
});
