import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LANGUAGES, type Translation } from '../contract/src/texts.ts';
import { catalogueFile, textsInCode } from '../scripts/texts.ts';
import { findTexts } from '../web/texts/find.ts';
import { inlineInto } from '../web/texts/inline.ts';
import { isTest, sources, textOf, within } from './repository.ts';

const texts = textsInCode();
const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();

test.for(LANGUAGES.slice(1))(
  'S9.15 the catalogue of %s has every text with its values, and no other',
  (language) => {
    const catalogue = JSON.parse(readFileSync(catalogueFile(language), 'utf8')) as Record<
      string,
      Translation
    >;
    const added = [...texts.keys()].filter((key) => !(key in catalogue));
    const removed = Object.keys(catalogue).filter((key) => !texts.has(key));
    expect({ added, removed }, 'run npm run texts').toEqual({ added: [], removed: [] });
    const wrong = Object.entries(catalogue).filter(([key, translation]) => {
      const { isCounted } = texts.get(key)!;
      const forms = [translation].flat() as string[];
      const hasNames = forms.every((form) => namesIn(form).every((name) => namesIn(key).includes(name)));
      const usesAll = isCounted || namesIn(key).every((name) => namesIn(forms[0]!).includes(name));
      return (
        isCounted !== Array.isArray(translation) ||
        forms.some((form) => form.trim() === '') ||
        !hasNames ||
        !usesAll
      );
    });
    expect(wrong, 'translations that are missing, or have other values than their text').toEqual([]);
  },
);

test('S9.15 Spanish texts quote with « and »', () => {
  const catalogue = readFileSync(catalogueFile('es'), 'utf8');
  const translations = Object.values(JSON.parse(catalogue) as Record<string, Translation>).flat();
  expect(translations.filter((translation) => /[“”]/.test(translation))).toEqual([]);
});

/** More characters do not fit into two lines beside the balance in a window of 768 px. */
const MAX_SUBTITLE = 110;

test.for(LANGUAGES)('the subtitles of the sections fit a tablet in %s', (language) => {
  const code = textOf('web/src/kit/navigation/sections.ts');
  const english = [...code.matchAll(/subtitle: t\(\s*(['"])(.+?)\1/g)].map(([, , text]) => text!);
  const catalogue = language === 'en' ? {} : JSON.parse(readFileSync(catalogueFile(language), 'utf8'));
  const shown = english.map((text): string => catalogue[text] ?? text);
  expect(shown.length).toBeGreaterThan(10);
  expect(shown.filter(({ length }) => length > MAX_SUBTITLE)).toEqual([]);
});

const IMPORT = `import { plural, t } from '@sterling/contract/texts.ts';`;

test('S9.15 the build replaces texts by their translations', () => {
  const code = `${IMPORT} const a = t('Open'); const b = t('Pay {sum}', { sum }); const c = plural(n, '{n} part', '{n} parts', { n });`;
  const catalogue = {
    Open: 'Abrir',
    'Pay {sum}': '{sum} a pagar',
    '{n} parts': ['{n} parte', '{n} partes'],
  } as const;
  expect(inlineInto('a.ts', code, catalogue)?.code).toBe(
    `${IMPORT} const a = "Abrir"; const b = t("{sum} a pagar", { sum }); const c = plural(n, "{n} parte", "{n} partes", { n });`,
  );
  expect(inlineInto('a.ts', code, {})?.code).toContain(`const a = "Open"; const b = t("Pay {sum}"`);
});

test('S9.15 a text that is not written out is an error', () => {
  expect(() => findTexts('a.ts', `${IMPORT} t(name)`)).toThrow('This text is not written out: a.ts: t(name)');
});

/** The name and a format read the same in all languages. Comments may show an example. */
const BARE_TEXT =
  /^(?! \*|\/\*).*\b(?:what|label|title|subtitle|description|hint|alt|\w+Label|aria-label)="(?!Sterling"|Base64")[a-z]/gim;

test('S9.15 a property that people read is translated', () => {
  const files = sources.filter((file) => within(file, 'web/src') && file.endsWith('.tsx') && !isTest(file));
  expect(files.flatMap((file) => textOf(file).match(BARE_TEXT) ?? [])).toEqual([]);
});
