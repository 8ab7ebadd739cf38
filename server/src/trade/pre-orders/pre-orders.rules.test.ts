import { expect, test } from 'vitest';
import { estimate } from './pre-orders.rules.ts';

test.each([
  [1, 1_000_000, 'about 1 minute'],
  [500, 24_000, 'about 30 minutes'],
  [1_000, 24_000, 'about 1 hour'],
  [47_000, 24_000, 'about 47 hours'],
  [48_000, 24_000, 'about 2 days'],
  [24_000 * 14, 24_000, 'about 14 days'],
  [24_000 * 15, 24_000, 'more than two weeks'],
  [1_000, 0, null],
])('S4.15 %i Robux ahead of a buyer, of which %i are served in a day, take %s', (ahead, served, text) => {
  expect(estimate(ahead, served)).toBe(text);
});
