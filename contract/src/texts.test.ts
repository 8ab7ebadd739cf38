import { afterEach, expect, test } from 'vitest';
import {
  currentLocale,
  englishText,
  phrase,
  piecesOf,
  plural,
  type Translator,
  t,
  translate,
  translateWith,
} from './texts.ts';

const inEnglish: Translator = { language: () => 'en', translationOf: () => undefined };
const CATALOGUE: Readonly<Record<string, string | readonly [string, string]>> = {
  'Deposit {amount}': 'Depositar {amount}',
  '{count} orders': ['{count} pedido', '{count} pedidos'],
};
const inSpanish: Translator = { language: () => 'es', translationOf: (text) => CATALOGUE[text] };

afterEach(() => translateWith(inEnglish));

test('S9.15 a text has its values and is English without a translation', () => {
  expect(t('Deposit {amount}', { amount: '$5.00' })).toBe('Deposit $5.00');
  translateWith(inSpanish);
  expect(t('Deposit {amount}', { amount: '5,00 US$' })).toBe('Depositar 5,00 US$');
  expect(t('Unknown')).toBe('Unknown');
});

test('S9.15 a count chooses the form by the rules of the language', () => {
  const orders = (count: number) => plural(count, '{count} order', '{count} orders', { count });
  expect([0, 1, 2].map(orders)).toEqual(['0 orders', '1 order', '2 orders']);
  translateWith(inSpanish);
  expect([0, 1, 2].map(orders)).toEqual(['0 pedidos', '1 pedido', '2 pedidos']);
  translateWith({ ...inSpanish, language: () => 'pt-BR' });
  expect([0, 1, 2].map(orders)).toEqual(['0 pedido', '1 pedido', '2 pedidos']);
});

test('S9.15 a phrase is translated into the current language, and shown in English', () => {
  translateWith(inSpanish);
  const hint = phrase('Deposit {amount}', { amount: '$5.00' });
  expect(translate(hint)).toBe('Depositar $5.00');
  expect(englishText(hint)).toBe('Deposit $5.00');
});

test('S9.15 a text with elements comes in pieces, in the order of the language', () => {
  translateWith({ ...inSpanish, translationOf: () => '{amount} para depositar' });
  expect(piecesOf('Deposit {amount}')).toEqual([
    { words: '' },
    { name: 'amount' },
    { words: ' para depositar' },
  ]);
});

test('S9.15 a value that is a function follows the language into which its phrase is translated', () => {
  const hint = phrase('Deposit {amount}', { amount: () => (1.5).toLocaleString(currentLocale()) });
  expect(translate(hint)).toBe('Deposit 1.5');
  translateWith(inSpanish);
  expect(translate(hint)).toBe('Depositar 1,5');
});
