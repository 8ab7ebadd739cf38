import { expect, test } from 'vitest';
import { AMOUNT_STOPS, nextHundred, QUICK_AMOUNTS } from './amount-step.tsx';

test('S4.05 the slider has the common amounts as stops, and half of it is for up to 6,000 Robux', () => {
  expect([AMOUNT_STOPS[0], AMOUNT_STOPS.at(-1)]).toEqual([100, 100_000]);
  expect(AMOUNT_STOPS).toEqual([...new Set(AMOUNT_STOPS)].sort((a, b) => a - b));
  expect(AMOUNT_STOPS.every((stop) => stop % 100 === 0)).toBe(true);
  for (const quick of QUICK_AMOUNTS) expect(AMOUNT_STOPS).toContain(quick);
  expect(AMOUNT_STOPS[Math.floor(AMOUNT_STOPS.length / 2)]).toBeLessThanOrEqual(6_000);
});

test.each([
  [2_000, 1, 2_100],
  [2_130, 1, 2_200],
  [2_130, -1, 2_100],
  [12_300, -1, 12_200],
  [100, -1, 100],
  [0, 1, 100],
  [99_950, 1, 100_000],
  [250_000, 1, 100_000],
] as const)('S4.05 an arrow key moves %i by one step (%i) to %i', (value, direction, next) => {
  expect(nextHundred(value, direction)).toBe(next);
});
