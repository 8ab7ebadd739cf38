import { expect, test } from 'vitest';
import { FIRST_RATE, rateOf, settledRate, typedRate } from './rate.ts';

test('S4.13 a rate above 6 becomes 6.00, a rate below 0 becomes 1.00, and both show a message', () => {
  expect(typedRate('6.01')).toEqual({ text: '6.00', snapped: true });
  expect(typedRate('75')).toEqual({ text: '6.00', snapped: true });
  expect(typedRate('-3')).toEqual({ text: '1.00', snapped: true });
});

test('S4.13 typing 7.5 or 75 key by key leaves 6.00', () => {
  const type = (keys: string) => [...keys].reduce((text, key) => typedRate(text + key).text, '');
  expect(['7.5', '7,5', '75', '6.5', '4.259', '4..2'].map(type)).toEqual([
    '6.00',
    '6.00',
    '6.00',
    '6.00',
    '4.25',
    '4.2',
  ]);
});

test('S4.13 typing does not change text that can still become a rate', () => {
  for (const text of ['', '-', '0', '0.', '4', '4.', '4.2', '6', '6.00']) {
    expect(typedRate(text)).toEqual({ text, snapped: false });
  }
  expect(typedRate('4,2')).toEqual({ text: '4.2', snapped: false });
  expect(typedRate('$4a')).toEqual({ text: '4', snapped: false });
});

test('S4.13 on blur the rate is clamped and gets two decimals', () => {
  expect(settledRate('4')).toEqual({ text: '4.00', snapped: false });
  expect(settledRate('.5')).toEqual({ text: '1.00', snapped: true });
  expect(settledRate('')).toEqual({ text: '1.00', snapped: true });
  expect(settledRate('6.5')).toEqual({ text: '6.00', snapped: true });
});

test('fractions of a cent are dropped, so that buyers never pay more than they typed', () => {
  expect(settledRate('3.459')).toEqual({ text: '3.45', snapped: false });
  expect(rateOf('3.459')).toBe(345);
});

test('S4.13 only $1.00 to $6.00 is a rate, and 6.00 is the default', () => {
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
