import { expect, test } from 'vitest';
import { inLanguage } from '../format/language.test-kit.ts';
import { centsProblem, numberField, plainAmount, plainDecimal, typedDecimal } from './typed-decimal.ts';

test.each([
  ['es', '12,50', '12.50'],
  ['es', ' 1.234,50 ', '1234.50'],
  ['es', '1.234.567', '1234567'],
  ['es', '-12,5', '-12.5'],
  ['es', ',5', '.5'],
  ['es', '12.50', '12.50'],
  ['es', '1,234.50', '1,234.50'],
  ['es', '1,2,3', '1,2,3'],
  ['es', '12', '12'],
  ['es', 'diez', 'diez'],
  ['pt-BR', '12,50', '12.50'],
  ['pt-BR', '1.234,50', '1234.50'],
  ['en', ' 12.50 ', '12.50'],
  ['en', '12,50', '12,50'],
  ['en', '1,234.50', '1,234.50'],
] as const)('in %s, the typed %j is %j', (language, typed, plain) => {
  inLanguage(language);
  expect(plainDecimal(typed)).toBe(plain);
});

test.each([
  ['en', '1,234.50', '1234.50'],
  ['en', '12,5', '12,5'],
  ['es', '1.234,50', '1234.50'],
  ['es', '1,234.50', '1234.50'],
  ['es', '1,234', '1.234'],
] as const)('in %s, the amount %j is %j', (language, typed, plain) => {
  inLanguage(language);
  expect(plainAmount(typed)).toBe(plain);
});

test.each([
  ['en', '3.155'],
  ['en', '3.0001'],
  ['es', '3,155'],
] as const)('in %s, %j has fractions of a cent', (language, typed) => {
  inLanguage(language);
  expect(centsProblem(typed)).toBe('Use at most two decimals');
});

test.each(['3.15', '3.1500', '3', '', 'three', '3.15x'])('%j has no fractions of a cent', (typed) => {
  expect(centsProblem(typed)).toBeUndefined();
});

test.each([
  ['en', '4.50'],
  ['es', '4,50'],
  ['pt-BR', '4,50'],
] as const)('in %s, a field shows %j', (language, shown) => {
  inLanguage(language);
  expect(typedDecimal('4.50')).toBe(shown);
  expect(plainDecimal(shown)).toBe('4.50');
  expect(typedDecimal('')).toBe('');
});

test('a number field is one for text where the decimal sign is no point', () => {
  const props = { type: 'number', min: 1, step: '0.01', placeholder: '0' };
  expect(numberField(props)).toEqual(props);
  inLanguage('es');
  expect(numberField(props)).toEqual({ type: 'text', autoComplete: 'off', placeholder: '0' });
  expect(numberField({ type: 'url' })).toEqual({ type: 'url' });
});
