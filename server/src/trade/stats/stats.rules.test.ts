import { expect, test } from 'vitest';
import { changeInPercent, successRate } from './stats.rules.ts';

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

test('S2.07 the success rate is in percent with one decimal, and null while nothing has ended', () => {
  expect([successRate(0, 0), successRate(0, 3), successRate(2, 3), successRate(3, 3)]).toEqual([
    null,
    0,
    66.7,
    100,
  ]);
});
