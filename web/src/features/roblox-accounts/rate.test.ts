import { expect, test } from 'vitest';
import { rateOf } from './rate.ts';

test.each([
  ['1', 100],
  ['6.00', 600],
  [' 3.15 ', 315],
])('S6.02 %j is a rate', (text, rate) => {
  expect(rateOf(text)).toBe(rate);
});

test.each(['', '0.99', '6.01', '3.155', 'four', '-2', '1e0'])('S6.02 %j is not a rate', (text) => {
  expect(rateOf(text)).toBeNull();
});
