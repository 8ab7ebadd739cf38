import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language, Translation } from '@sterling/contract/texts.ts';
import MagicString from 'magic-string';
import type { Plugin } from 'vite';
import { type FoundText, findTexts } from './find.ts';

export type Catalogue = Readonly<Record<string, Translation>>;

/** The translations of a language. The code itself is English. */
const catalogueOf = (language: Language): Catalogue =>
  language === 'en'
    ? {}
    : (JSON.parse(
        readFileSync(join(import.meta.dirname, `../../contract/texts/${language}.json`), 'utf8'),
      ) as Catalogue);

/**
 * Writes the texts of one language into the code of the web app. So each language is a build of its own: a page
 * loads no catalogue, and a text costs as much as a literal.
 */
export function inlineTexts(language: Language): Plugin {
  const catalogue = catalogueOf(language);
  return {
    name: 'inline-texts',
    enforce: 'pre',
    transform: {
      filter: { id: /\/(?:contract|web)\/src\/.*\.tsx?$/, code: /\b(?:t|rich|phrase|text|plural)\(/ },
      handler: (code, id) => inlineInto(id, code, catalogue),
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        findTexts('index.html.ts', textsOfPage(html)).reduce(
          (page, { forms }) => page.replace(`{{${forms[0]!.text}}}`, translatedForms(forms, catalogue)[0]!),
          html.replace('<html lang="en"', `<html lang="${language}"`),
        ),
    },
  };
}

/** The texts in double braces of a page, as code that shows them. */
export const textsOfPage = (html: string): string =>
  [
    "import { t } from '@sterling/contract/texts.ts';",
    ...[...html.matchAll(/\{\{(.*?)\}\}/g)].map(([, text]) => `t(${JSON.stringify(text)});`),
  ].join('\n');

/** The code with each text in the language of the catalogue. A text without a translation stays English. */
export function inlineInto(file: string, code: string, catalogue: Catalogue) {
  const found = findTexts(file, code);
  if (found.length === 0) return null;
  const changed = new MagicString(code);
  for (const { forms, plain } of found) {
    const words = translatedForms(forms, catalogue);
    if (plain) changed.update(plain.start, plain.end, JSON.stringify(words[0]));
    else
      forms.forEach(({ start, end }, index) => void changed.update(start, end, JSON.stringify(words[index])));
  }
  return { code: changed.toString(), map: changed.generateMap({ hires: true }) };
}

function translatedForms(forms: FoundText['forms'], catalogue: Catalogue): readonly string[] {
  const translation = catalogue[forms.at(-1)!.text];
  if (translation === undefined) return forms.map(({ text }) => text);
  return typeof translation === 'string' ? [translation] : translation;
}
