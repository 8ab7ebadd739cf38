import { expect, test } from 'vitest';
import { inLanguage } from '../format/language.test-kit.ts';
import {
  centsProblem,
  numberField,
  parseDollars,
  parseLooseDollars,
  plainDecimal,
  typedDecimal,
} from './typed-decimal.ts';

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
  ['en', '1,234.50', '1234.50'],
  ['en', '1,000', '1000'],
  ['en', '1,00', '1,00'],
] as const)('in %s, the typed %j is %j', (language, typed, plain) => {
  inLanguage(language);
  expect(plainDecimal(typed)).toBe(plain);
});

test.each([
  ['en', '25', 2500],
  ['en', ' 25.5 ', 2550],
  ['en', '0.01', 1],
  ['es', '19,99', 1999],
  ['es', '1.234,5', 123_450],
  ['es', '24.65', 2465],
] as const)('in %s, dollars typed as %j are %i cents', (language, typed, amountCents) => {
  inLanguage(language);
  expect(parseDollars(typed)).toBe(amountCents);
  expect(parseLooseDollars(typed)).toBe(amountCents);
});

test.each([
  ['en', '$5', 500],
  ['en', ' $1,024.5 ', 102_450],
  ['es', 'US$ 24,65', 2465],
  ['es', '1,234.50', 123_450],
  ['pt-BR', 'US$ 24,65', 2465],
] as const)('in %s, only the loose parser reads %j', (language, typed, amountCents) => {
  inLanguage(language);
  expect(parseDollars(typed)).toBeNull();
  expect(parseLooseDollars(typed)).toBe(amountCents);
});

test.each([
  ...['', 'ten', '1e3', '0x10', '0', '0.00', '-5', '10.001', '12,5'].map((typed) => ['en', typed] as const),
  ['es', '1,999'],
  ['es', '1,234'],
  ['es', '1,500'],
  ['en', '1.500'],
] as const)('in %s, %j is no amount of dollars', (language, typed) => {
  inLanguage(language);
  expect(parseDollars(typed)).toBeNull();
  expect(parseLooseDollars(typed)).toBeNull();
});

test.each([
  ['en', '3.155'],
  ['en', '3.0001'],
  ['es', '3,155'],
  ['es', '1,500'],
] as const)('in %s, %j has too many decimals', (language, typed) => {
  inLanguage(language);
  expect(centsProblem(typed)).toBe('Use at most two decimals');
});

test.each(['3.15', '3', '', 'three', '3.15x'])('%j has at most two decimals or is no number', (typed) => {
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
