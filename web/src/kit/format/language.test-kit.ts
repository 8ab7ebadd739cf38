import { type Language, translateWith } from '@sterling/contract/texts.ts';
import { afterEach } from 'vitest';

/** Numbers, money and dates are written as in `language` until the test ends. Texts stay English. */
export const inLanguage = (language: Language): void =>
  translateWith({ language: () => language, translationOf: () => undefined });

afterEach(() => inLanguage('en'));
