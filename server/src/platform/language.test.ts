import { setImmediate } from 'node:timers/promises';
import { currentLocale, phrase, t, translateWith } from '@sterling/contract/texts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refusal } from '../refusal.ts';
import { usd } from './formats.rules.ts';
import { languageOf } from './http/request-language.ts';
import { inLanguage, keepLanguage, requestTranslator } from './language.ts';
import { translateMatching } from './stored-texts.rules.ts';

const CATALOGUE: Readonly<Record<string, string>> = {
  'Deposit {amount} to continue.': 'Deposita {amount} para continuar.',
  'Insufficient balance': 'Saldo insuficiente',
  'is missing': 'falta',
  'Rated with {stars} stars': '{stars} estrellas',
  '{why}. {amount} refunded': '{why}. Se devolvieron {amount}',
};
beforeAll(() => {
  const translationOf = (text: string) =>
    requestTranslator.language() === 'es' ? CATALOGUE[text] : undefined;
  translateWith({ ...requestTranslator, translationOf });
});
afterAll(() => translateWith(requestTranslator));

const asked = (acceptLanguage?: string, language?: string) =>
  languageOf({
    headers: acceptLanguage === undefined ? {} : { 'accept-language': acceptLanguage },
    cookies: language === undefined ? {} : { language },
  } as never);

test.each([
  [undefined, 'en'],
  ['*', 'en'],
  ['de-DE, fr', 'en'],
  ['es', 'es'],
  ['es-MX,es;q=0.9,en;q=0.8', 'es'],
  ['pt-PT', 'pt-BR'],
  ['de, PT-br;q=0.8, en;q=0.7', 'pt-BR'],
  ['es;q=0.1, en-GB', 'en'],
  [',;=', 'en'],
])('S9.15 a browser that prefers %s gets %s', (header, language) => {
  expect(asked(header)).toBe(language);
});

test('S9.15 a chosen language comes before those of the browser, and another name counts as none', () => {
  expect(asked('es', 'pt-BR')).toBe('pt-BR');
  expect(asked('es', 'en')).toBe('en');
  expect(asked('es', 'toString')).toBe('es');
});

test('S9.15 work that continues later keeps its language, and other work at the same time has its own', async () => {
  const later = async () => {
    await setImmediate();
    return [currentLocale(), t('is missing')];
  };
  const all = [inLanguage('es', later), inLanguage('pt-BR', later), later()];
  expect(await Promise.all(all)).toEqual([
    ['es-ES', 'falta'],
    ['pt-BR', 'is missing'],
    ['en-US', 'is missing'],
  ]);
});

test('S9.15 pages that a stream reads later are in the language of their request', async () => {
  async function* pages() {
    yield t('is missing');
    await setImmediate();
    yield t('is missing');
  }
  const read = inLanguage('es', () => keepLanguage(pages()));
  // the first read starts the generator, as the stream does when the answer is sent
  const first = await inLanguage('es', () => read.next());
  expect([first.value, (await read.next()).value]).toEqual(['falta', 'falta']);
});

test('S9.15 a refusal has values, is English, and says the same in another language', () => {
  const refusal = new Refusal('insufficient_balance', {
    hint: phrase('Deposit {amount} to continue.', { amount: () => usd(123_456) }),
    details: { amount: 'is missing' },
  });
  const { message, hint, values } = inLanguage('es', () => refusal);
  expect({ message, hint, values }).toEqual({
    message: 'Insufficient balance',
    hint: 'Deposit $1,234.56 to continue.',
    values: { amount: '$1,234.56' },
  });
  expect(refusal.in('es')).toEqual({
    message: 'Saldo insuficiente',
    hint: `Deposita ${inLanguage('es', () => usd(123_456))} para continuar.`,
    details: { amount: 'falta' },
  });
  expect(refusal.in('en')).toBeUndefined();
  expect(new Refusal('insufficient_balance').values).toBeUndefined();
});

test('S9.15 a stored text is recognised by the text that made it', () => {
  const texts = ['{why}. {amount} refunded', 'Rated with {stars} stars'];
  const shown = (english: string) => inLanguage('es', () => translateMatching(english, texts));
  expect(shown('Rated with 5 stars')).toBe('5 estrellas');
  const refunded = 'falta. Se devolvieron 12.345,50\u00a0US$';
  expect(shown('is missing. $12,345.50 refunded')).toBe(refunded);
  // texts of older versions have no commas
  expect(shown('is missing. $12345.50 refunded')).toBe(refunded);
  expect(shown('Something else')).toBe('Something else');
  expect(translateMatching('Rated with 5 stars', texts)).toBe('Rated with 5 stars');
});
