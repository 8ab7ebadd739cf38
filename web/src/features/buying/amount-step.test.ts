import { expect, test } from 'vitest';
import { AMOUNT_STOPS, QUICK_AMOUNTS } from './amount-step.tsx';

test('S4.05 the slider has the common amounts as stops, and half of it is for up to 6,000 Robux', () => {
  expect([AMOUNT_STOPS[0], AMOUNT_STOPS.at(-1)]).toEqual([100, 100_000]);
  expect(AMOUNT_STOPS).toEqual([...new Set(AMOUNT_STOPS)].sort((a, b) => a - b));
  expect(AMOUNT_STOPS.every((stop) => stop % 100 === 0)).toBe(true);
  for (const quick of QUICK_AMOUNTS) expect(AMOUNT_STOPS).toContain(quick);
  expect(AMOUNT_STOPS[Math.floor(AMOUNT_STOPS.length / 2)]).toBeLessThanOrEqual(6_000);
});
