import { cents, robux } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { averageRate, changeInPercent, successRate } from './stats.rules.ts';

test('S2.02 a change is in percent with one decimal, and null without a figure above 0 before', () => {
  const changes = [
    [0, 5_000],
    [-5, 5],
    [1_000, 1_000],
    [1_000, 0],
    [3, 4],
    [3, 2],
    [800, 1_000],
  ].map(([before, now]) => changeInPercent(before!, now!));
  expect(changes).toEqual([null, null, 0, -100, 33.3, -33.3, 25]);
});

test('an average rate is in cents per 1,000 Robux, rounded half up, and null while nothing was traded', () => {
  const rates = [
    [0, 0],
    [1_000, 650],
    // 641.0256…, 632.5 and 632.49…
    [1_950, 1_250],
    [2_000, 1_265],
    [200_100, 126_563],
  ].map(([sold, paid]) => averageRate(robux(sold!), cents(paid!)));
  expect(rates).toEqual([null, 650, 641, 633, 632]);
});

test('S2.07 the success rate is in percent with one decimal, and null while nothing has ended', () => {
  expect([successRate(0, 0), successRate(0, 3), successRate(2, 3), successRate(3, 3)]).toEqual([
    null,
    0,
    66.7,
    100,
  ]);
});
