/** The languages of the screens and of notifications. The first is the one that the code is written in. */
export const LANGUAGES = ['en', 'es', 'pt-BR'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Name of the cookie that holds a chosen language. */
export const LANGUAGE_COOKIE = 'language';
/** How long a browser remembers the chosen language. Each choice begins it again. */
export const LANGUAGE_COOKIE_SECONDS = 365 * 86_400;

/** A translation: one text, or the forms for one and for other counts. */
export type Translation = string | readonly [one: string, other: string];

/** Where translations come from while a process runs. The build of the web app writes them into the code instead. */
export interface Translator {
  language(): Language;
  translationOf(text: string): Translation | undefined;
}

/** Read once, because a browser that translates pages changes the attribute. */
const LANGUAGE_OF_PAGE = (globalThis as { document?: { documentElement: { lang: string } } }).document
  ?.documentElement.lang;

let translator: Translator = {
  language: () => LANGUAGES.find((language) => language === LANGUAGE_OF_PAGE) ?? 'en',
  translationOf: () => undefined,
};

/** Sets where texts are translated from now on. The server does it once, at its start. */
export function translateWith(given: Translator): void {
  translator = given;
}

/** The language of the page, or of the request that is being answered. */
export const currentLanguage = (): Language => translator.language();

/** The locale whose rules numbers, money and dates follow. */
export const currentLocale = (): string => LOCALES[translator.language()];
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-ES', 'pt-BR': 'pt-BR' };

/** The names in braces of a text: `'a' | 'b'` for `'{a} of {b}'`. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
/** A value for each name in a text. A text without names takes none. */
type ValuesFor<Text extends string, Value> = [NamesIn<Text>] extends [never]
  ? []
  : [values: RichValues<Text, Value>];
type Value = string | number | null | undefined;

/**
 * A text in the current language: `t('Deposit {amount}', { amount: '$5.00' })`. The English text is also the key of its
 * translations (`contract/texts`). It must be written out where it is used, because the build finds it there.
 */
export function t<const Text extends string>(text: Text, ...[values]: ValuesFor<Text, Value>): string {
  return fill(translated(text), values);
}

function translated(text: string): string {
  const translation = translator.translationOf(text);
  return typeof translation === 'string' ? translation : text;
}

/** A text with a form for the count 1 and one for all others: `plural(n, '{count} order', '{count} orders', { count: '1,200' })`. */
export function plural<const One extends string, const Other extends string>(
  count: number,
  one: One,
  other: Other,
  ...[values]: ValuesFor<One | Other, Value>
): string {
  const translation = translator.translationOf(other);
  const [ofOne, ofOther] = typeof translation === 'object' ? translation : [one, other];
  return fill(isOne(count) ? ofOne : ofOther, values);
}

/** A format of the current locale, made once for each locale: making one takes fifty times as long as using it. */
export function ofLocale<Format>(make: (locale: string) => Format): () => Format {
  const made = new Map<string, Format>();
  return () => {
    const locale = currentLocale();
    if (!made.has(locale)) made.set(locale, make(locale));
    return made.get(locale)!;
  };
}

const pluralRules = ofLocale((locale) => new Intl.PluralRules(locale));

const isOne = (count: number): boolean => pluralRules().select(count) === 'one';

/** A value of a phrase. A function makes it when the phrase is translated, so that an amount follows the language too. */
type LateValue = Value | (() => string);

/** A text that is shown later, perhaps in several languages. */
export interface Phrase {
  readonly text: string;
  readonly values: Readonly<Record<string, LateValue>>;
}

/** A text with its values, for `translate`. */
export const phrase = <const Text extends string>(
  text: Text,
  ...[values]: ValuesFor<Text, LateValue>
): Phrase => ({
  text,
  values: values ?? {},
});

/** A text of a table that is translated when it is shown: `translate({ text, values: {} })`. The mark lets the build find it. */
/* @__NO_SIDE_EFFECTS__ */
export const text = <const Text extends string>(english: Text): Text => english;

/** A phrase in the current language. */
export const translate = ({ text, values }: Phrase): string => fill(translated(text), values);

/** A phrase in English. */
export const englishText = ({ text, values }: Phrase): string => fill(text, values);

/** A value for each name in a text. */
export type RichValues<Text extends string, Value> = Readonly<Record<NamesIn<Text>, Value>>;

/** A text of the current language in pieces: its words, and the names between them. */
export const piecesOf = (text: string): { words?: string; name?: string }[] =>
  translated(text)
    .split(/\{(\w+)\}/)
    .map((piece, index) => (index % 2 ? { name: piece } : { words: piece }));

function fill(text: string, values: Readonly<Record<string, LateValue>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    return String((typeof value === 'function' ? value() : value) ?? '');
  });
}
