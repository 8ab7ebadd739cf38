import { cents, ltcPrice } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { inLanguage } from '../../kit/format/language.test-kit.ts';
import { depositFor, litoshiFor, typedCents } from './deposit-amount.tsx';

test('the LTC of a deposit is worth at least the dollars, and one litoshi less is not', () => {
  expect(litoshiFor(cents(850), ltcPrice(8_500))).toBe(10_000_000);
  expect(litoshiFor(cents(845), ltcPrice(8_500))).toBe(9_941_177);
});

test('S5.02 a deposit for an order is at least the minimum deposit', () => {
  expect(depositFor(cents(845), cents(1000))).toBe('10.00');
  expect(depositFor(cents(2_465), cents(1000))).toBe('24.65');
  expect(depositFor(cents(845), cents(100))).toBe('8.45');
});

test('typed dollars are cents, and anything else is no amount', () => {
  expect(['24.65', ' $1,024.5 ', '12,5', '', '0', '-5', '1.234', 'ten'].map(typedCents)).toEqual([
    2465,
    102_450,
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});

test.each(['es', 'pt-BR'] as const)('in %s, typed dollars have a decimal comma', (language) => {
  inLanguage(language);
  expect(depositFor(cents(2_465), cents(1000))).toBe('24,65');
  expect(['24,65', '1.024,5', 'US$ 24,65', '24.65', '1,234'].map(typedCents)).toEqual([
    2465,
    102_450,
    2465,
    2465,
    null,
  ]);
});
