import { expect, test } from 'vitest';
import { changeAgainst, successRate } from './stats.rules.ts';

test('S2.02 the change against last week is in percent with one decimal, and 0 if last week was empty', () => {
  expect([changeAgainst(0, 5_000), changeAgainst(1_000, 1_000), changeAgainst(1_000, 0)]).toEqual([
    0, 0, -100,
  ]);
  expect([changeAgainst(3, 4), changeAgainst(3, 2), changeAgainst(800, 1_000)]).toEqual([33.3, -33.3, 25]);
});

test('S2.07 the success rate is in percent with one decimal, and null while nothing has ended', () => {
  expect([successRate(0, 0), successRate(0, 3), successRate(2, 3), successRate(3, 3)]).toEqual([
    null,
    0,
    66.7,
    100,
  ]);
});
