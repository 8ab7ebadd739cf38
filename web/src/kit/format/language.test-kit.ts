import { type Language, translateWith } from '@sterling/contract/texts.ts';
import { onTestFinished } from 'vitest';

/** Numbers, money and dates are written as in `language` until the test ends. Texts stay English. */
export function inLanguage(language: Language): void {
  write(language);
  onTestFinished(() => write('en'));
}

const write = (language: Language): void =>
  translateWith({ language: () => language, translationOf: () => undefined });
