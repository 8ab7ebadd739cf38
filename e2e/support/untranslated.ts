import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Finds the texts of a page that are still English although the language has another text for them. */
export function untranslated(language: string): (page: Page) => Promise<string[]> {
  const known = catalogueOf(language)
    .filter(([english, translation]) => [translation].flat().at(-1) !== english && !english.includes('{'))
    .map(([english]) => english);
  const foreign = new Set(catalogueOf(language).flatMap(([, translation]) => translation));
  const isEnglish = new Set(known.filter((text) => !foreign.has(text) && !OF_SELLERS.includes(text)));
  return async (page) => (await textsOn(page)).filter((text) => isEnglish.has(text));
}

/** Sellers write the delivery time of a listing in their own language. The demo world's equals a text of the catalogue. */
const OF_SELLERS = ['1 hour'];

type Translation = string | readonly string[];

const catalogueOf = (language: string): [english: string, translation: Translation][] =>
  Object.entries(
    JSON.parse(
      readFileSync(join(import.meta.dirname, `../../contract/texts/${language}.json`), 'utf8'),
    ) as Record<string, Translation>,
  );

/** All texts that a page shows or says to a screen reader. */
const textsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      texts.add((node.textContent ?? '').trim());
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]'))
      for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
        texts.add(element.getAttribute(name) ?? '');
    return [...texts];
  });
