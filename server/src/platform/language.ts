import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import {
  englishText,
  LANGUAGES,
  type Language,
  type Phrase,
  type Translation,
  type Translator,
  translateWith,
} from '@sterling/contract/texts.ts';

const [DEFAULT] = LANGUAGES;
const current = new AsyncLocalStorage<Language>();

const CATALOGUES: ReadonlyMap<Language, ReadonlyMap<string, Translation>> = new Map(
  LANGUAGES.filter((language) => language !== DEFAULT).map((language) => {
    const file = new URL(`../../../contract/texts/${language}.json`, import.meta.url);
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Translation>;
    return [language, new Map(Object.entries(texts))];
  }),
);

/** Translates texts into the language of `inLanguage`. Outside of it, texts are English. */
export const requestTranslator: Translator = {
  language: () => current.getStore() ?? DEFAULT,
  translationOf: (text) => CATALOGUES.get(requestTranslator.language())?.get(text),
};
translateWith(requestTranslator);

/** Runs `work` in a language. What it starts also runs in this language, even if it ends later. */
export const inLanguage = <Result>(language: Language, work: () => Result): Result =>
  current.run(language, work);

/** A phrase in English, with English figures, in whatever language the work runs. */
export const inEnglish = (phrase: Phrase): string => inLanguage(DEFAULT, () => englishText(phrase));

/** Reads every value in the present language. A stream asks for later values outside of the call that made it. */
export async function* keepLanguage<Value>(values: AsyncIterable<Value>): AsyncGenerator<Value> {
  const inSameLanguage = AsyncLocalStorage.snapshot();
  const iterator = values[Symbol.asyncIterator]();
  try {
    while (true) {
      const { done, value } = await inSameLanguage(() => iterator.next());
      if (done) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}
