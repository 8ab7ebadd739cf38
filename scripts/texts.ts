import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Translation } from '../contract/src/texts.ts';
import { findTexts } from '../web/texts/find.ts';
import { textsOfPage } from '../web/texts/inline.ts';

/**
 * `npm run texts`: brings the catalogues up to date with the texts in the code, one text per line. Empty translations are left
 * to write. A new language gets a catalogue without translations.
 */
const root = join(import.meta.dirname, '..');
const CODE = ['web/src/**/*.{ts,tsx}', 'contract/src/**/*.ts', 'server/src/**/*.ts'];

/** Each text of the product: its key, and whether it has a form for one and one for other counts. */
export function textsInCode(): Map<string, { isCounted: boolean; files: string[] }> {
  const texts = new Map<string, { isCounted: boolean; files: string[] }>();
  const add = (file: string, code: string): void => {
    for (const { forms } of findTexts(file, code)) {
      const key = forms.at(-1)!.text;
      const known = texts.get(key);
      if (known && known.isCounted !== forms.length > 1) throw new Error(`With and without a count: ${key}`);
      texts.set(key, { isCounted: forms.length > 1, files: [...(known?.files ?? []), file] });
    }
  };
  for (const file of globSync(CODE, { cwd: root }).sort()) {
    const code = /\.test(-kit)?\.tsx?$/.test(file) ? '' : readFileSync(join(root, file), 'utf8');
    if (/\/(?:texts\.ts|rich\.tsx)'/.test(code)) add(file, code);
  }
  for (const file of globSync('server/sql/**/*.sql', { cwd: root }).sort())
    for (const text of differencesIn(readFileSync(join(root, file), 'utf8')))
      texts.set(text, { isCounted: false, files: [file] });
  add('web/index.html.ts', textsOfPage(readFileSync(join(root, 'web/index.html'), 'utf8')));
  return texts;
}

/** What the proofs of the books call a difference: the first column of each row. */
const differencesIn = (code: string): string[] =>
  code
    .split(/^create function /m)
    .filter((made) => /^\w+ returns table \(what text,/.test(made.replace('()', '')))
    .flatMap((made) => [...made.matchAll(/(?:select |\()'((?:[^']|'')+ (?:[^']|'')+)'(?:,| as what)/g)])
    .map(([, text]) => text!.replaceAll("''", "'"));

/** The file with the translations of a language. */
export const catalogueFile = (language: string): string => join(root, `contract/texts/${language}.json`);

if (import.meta.main) {
  const texts = textsInCode();
  for (const language of LANGUAGES.slice(1)) {
    const file = catalogueFile(language);
    const old = (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) as Record<
      string,
      Translation
    >;
    const entries = [...texts].map(([key, { isCounted }]): [string, Translation] => {
      const known = old[key] ?? '';
      return [key, Array.isArray(known) === isCounted ? known : isCounted ? ['', ''] : ''];
    });
    entries.sort(([a], [b]) => (a! < b! ? -1 : 1));
    const lines = entries.map(
      ([key, translation]) => `  ${JSON.stringify(key)}: ${JSON.stringify(translation)}`,
    );
    writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
    const missing = entries.filter(([, translation]) => [translation].flat().includes(''));
    console.log(`${language}: ${entries.length} texts, ${missing.length} to translate`);
    for (const [key] of missing) console.log(`  ${JSON.stringify(key)}`);
  }
}
