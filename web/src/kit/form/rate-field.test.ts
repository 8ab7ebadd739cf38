import { expect, test } from 'vitest';
import { parseRate, rateProblem } from './rate-field.tsx';

test.each([
  ['1', 100],
  ['6.00', 600],
  [' 3.15 ', 315],
])('S6.02 %j is a rate', (text, rate) => {
  expect(parseRate(text)).toBe(rate);
});

test.each(['', '0.99', '6.01', '3.155', 'four', '-2', '1e0'])('S6.02 %j is not a rate', (text) => {
  expect(parseRate(text)).toBeNull();
});

test('S6.02 a rate that is refused says whether the range or the decimals are wrong', () => {
  expect(rateProblem('6.01')).toBe('Rate must be between $1 and $6');
  expect(rateProblem('3.155')).toBe('Use at most two decimals');
  expect(rateProblem('3.15')).toBeUndefined();
});
