import { robux } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { AMOUNT_STOPS, caretBehind, parseAmount, QUICK_AMOUNTS, settleAmount, showAmount } from './amount.ts';

test('S4.05 the field accepts digits and drops separators and all other characters', () => {
  expect(parseAmount('12,500')).toBe(12_500);
  expect(parseAmount(' 1a2-3 R$')).toBe(123);
  expect(parseAmount('007')).toBe(7);
  expect(parseAmount('')).toBe(0);
  expect(parseAmount('abc')).toBe(0);
});

test('S4.05 the amount stops at 1,000,000, even for a longer paste', () => {
  expect(parseAmount('1000000')).toBe(1_000_000);
  expect(parseAmount('1000001')).toBe(1_000_000);
  expect(parseAmount('9'.repeat(400))).toBe(1_000_000);
});

test('S4.05 on blur an amount below 100 becomes 100, and larger amounts stay', () => {
  expect(settleAmount(robux(0))).toBe(100);
  expect(settleAmount(robux(99))).toBe(100);
  expect(settleAmount(robux(101))).toBe(101);
});

test('S4.05 amounts have thousands separators, and an empty field stays empty', () => {
  expect(showAmount(robux(1_000_000))).toBe('1,000,000');
  expect(showAmount(robux(999))).toBe('999');
  expect(showAmount(robux(0))).toBe('');
});

test('the caret stays behind the typed digit when separators appear', () => {
  expect(caretBehind(4, '1,234')).toBe(5);
  expect(caretBehind(2, '1,234,567')).toBe(3);
  expect(caretBehind(0, '1,234')).toBe(0);
  expect(caretBehind(9, '1,234')).toBe(5);
});

test('S4.05 the slider has the common amounts as stops, and half of it is for up to 6,000 Robux', () => {
  expect([AMOUNT_STOPS[0], AMOUNT_STOPS.at(-1)]).toEqual([100, 100_000]);
  expect(AMOUNT_STOPS).toEqual([...new Set(AMOUNT_STOPS)].sort((a, b) => a - b));
  expect(AMOUNT_STOPS.every((stop) => stop % 100 === 0)).toBe(true);
  for (const quick of QUICK_AMOUNTS) expect(AMOUNT_STOPS).toContain(quick);
  expect(AMOUNT_STOPS[Math.floor(AMOUNT_STOPS.length / 2)]).toBeLessThanOrEqual(6_000);
});
