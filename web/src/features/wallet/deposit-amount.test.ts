import { cents, ltcPrice } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { inLanguage } from '../../kit/format/language.test-kit.ts';
import { depositFor, litoshiFor } from './deposit-amount.tsx';

test('the LTC of a deposit is worth 2% more than the dollars, and one litoshi less is not', () => {
  expect(litoshiFor(cents(850), ltcPrice(8_500))).toBe(10_200_000);
  expect(litoshiFor(cents(845), ltcPrice(8_500))).toBe(10_141_177);
});

test('dollars that are worth more than all litecoin have no amount of LTC', () => {
  expect(litoshiFor(cents(999_999_999_900), ltcPrice(8_500))).toBeNull();
  expect(litoshiFor(cents(8_400_000_000), ltcPrice(100))).toBe(8_568_000_000_000_000);
});

test('S5.02 a deposit for an order is at least the minimum deposit', () => {
  expect(depositFor(cents(845), cents(1000))).toBe('10.00');
  expect(depositFor(cents(2_465), cents(1000))).toBe('24.65');
  expect(depositFor(cents(845), cents(100))).toBe('8.45');
});

test.each(['es', 'pt-BR'] as const)('in %s, the dollars of a deposit have a decimal comma', (language) => {
  inLanguage(language);
  expect(depositFor(cents(2_465), cents(1000))).toBe('24,65');
});
