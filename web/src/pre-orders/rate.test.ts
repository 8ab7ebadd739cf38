import { expect, test } from 'vitest';
import { FIRST_RATE, rateOf, settledRate, typedRate } from './rate.ts';

test('S4.13 a rate typed above 6 snaps to 6.00, one below 0 to 1.00, and both are said', () => {
  expect(typedRate('6.01')).toEqual({ text: '6.00', snapped: true });
  expect(typedRate('75')).toEqual({ text: '6.00', snapped: true });
  expect(typedRate('-3')).toEqual({ text: '1.00', snapped: true });
});

test('S4.13 what may become a rate is left alone while one types', () => {
  for (const text of ['', '-', '0', '0.', '4', '4.', '4.2', '6', '6.00']) {
    expect(typedRate(text)).toEqual({ text, snapped: false });
  }
  expect(typedRate('4,2')).toEqual({ text: '4.2', snapped: false });
  expect(typedRate('$4a')).toEqual({ text: '4', snapped: false });
});

test('S4.13 leaving the field clamps it and writes two decimals', () => {
  expect(settledRate('4')).toEqual({ text: '4.00', snapped: false });
  expect(settledRate('.5')).toEqual({ text: '1.00', snapped: true });
  expect(settledRate('')).toEqual({ text: '1.00', snapped: true });
  expect(settledRate('6.5')).toEqual({ text: '6.00', snapped: true });
});

test('fractions of a cent are dropped, so that nobody pays more than they typed', () => {
  expect(settledRate('3.459')).toEqual({ text: '3.45', snapped: false });
  expect(rateOf('3.459')).toBe(345);
});

test('S4.13 only $1.00 to $6.00 is a rate; 6.00 is the first', () => {
  expect(['1', '1.00', '6', '0.99', '6.01', '', '.', '-', 'abc'].map(rateOf)).toEqual([
    100,
    100,
    600,
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(rateOf(FIRST_RATE)).toBe(600);
});
