import { expect, test } from 'vitest';
import { feePercentOf } from './fee.ts';

test.each([
  ['0', 0],
  ['5', 5],
  ['5.1', 5.1],
  ['10', 10],
  ['10.0', 10],
  ['10.1', undefined],
  ['5.15', undefined],
  ['-0.1', undefined],
  ['', undefined],
  ['five', undefined],
])('S7.07 a fee of %o is %o percent', (text, percent) => {
  expect(feePercentOf(text)).toBe(percent);
});
