import { expect, test } from 'vitest';
import {
  displayName,
  formatCents,
  formatLitoshi,
  formatLtc,
  formatRate,
  formatRatio,
  formatRobux,
  formatShort,
  formatUsd,
  formatWhole,
  initialsOf,
} from './format.ts';
import { formatTime } from './format-time.ts';

test.each([
  [1234.5, '$1,234.50'],
  ['1234.5', '$1,234.50'],
  [0, '$0.00'],
  [-12.3, '-$12.30'],
  ['abc', '$0.00'],
  ['', '$0.00'],
  [null, '$0.00'],
  [undefined, '$0.00'],
  [Number.NaN, '$0.00'],
])('S8.04 dollars %j read %s', (given, shown) => {
  expect(formatUsd(given)).toBe(shown);
});

test('S8.04 cents and rates read as dollars', () => {
  expect(formatCents(105)).toBe('$1.05');
  expect(formatRate('3.15')).toBe('$3.15');
});

test('S8.04 LTC has eight decimals, from LTC and from litoshi', () => {
  expect(formatLtc(0.12345678)).toBe('0.12345678 LTC');
  expect(formatLtc(null)).toBe('0.00000000 LTC');
  expect(formatLitoshi(1)).toBe('0.00000001 LTC');
  expect(formatLitoshi(123_456_789_012)).toBe('1,234.56789012 LTC');
});

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1.0K'],
  [12_500, '12.5K'],
  ['12500', '12.5K'],
  [999_949, '999.9K'],
  [999_950, '1.0M'],
  [1_000_000, '1.0M'],
  [2_340_000, '2.3M'],
])('S8.04 %j Robux read %s', (given, shown) => {
  expect(formatShort(given)).toBe(shown);
  expect(formatRobux(given)).toBe(`${shown} R$`);
});

test('S8.04 whole numbers have thousands separators', () => {
  expect(formatWhole('1284500')).toBe('1,284,500');
});

test('S8.04 a time reads MMM d, h:mm a, with the year in other years, and a missing time is empty', () => {
  const year = new Date().getFullYear();
  expect(formatTime(new Date(year, 2, 4, 17, 7).toISOString())).toBe('Mar 4, 5:07 PM');
  expect(formatTime(new Date(2024, 2, 4, 17, 7).toISOString())).toBe('Mar 4, 2024, 5:07 PM');
  expect(formatTime(null)).toBe('');
  expect(formatTime('soon')).toBe('');
});

test('S1.14 a username loses its # suffix, and its first two letters replace a missing avatar', () => {
  expect(displayName('nova#1234')).toBe('nova');
  expect(displayName('nova')).toBe('nova');
  expect(initialsOf('nova#1234')).toBe('NO');
  expect(initialsOf('x#1')).toBe('X');
});

test.each([
  [99.94, '99.9%'],
  [999.9, '999.9%'],
  [2383.9, '24×'],
] as const)('a ratio of %d percent reads %s', (percent, text) => {
  expect(formatRatio(percent)).toBe(text);
});
