import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOf } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { shiftsOf, watchShifts } from '../support/shifts.ts';
import { contentArrived, openAs, openVisitor } from '../support/visitor.ts';

/**
 * Every screen, in both themes, on a desk and on a phone: axe finds nothing, nothing shifts while it loads, nothing
 * scrolls sideways at 360 px, no error in the console.
 */
const TIMEOUT_MS = 1_200_000;
const NARROW = { width: 360, height: 780 };
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };
const MAX_SHIFT = 0.02;
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

/** What has an address of its own, by who looks at it; the sections are those of their sidebar. */
const PAGES: readonly [who: string, paths: readonly string[]][] = [
  ['nobody', ['/login', '/report', '/wallet', '/nowhere']],
  ['nova', ['/role-selection', '/reset']],
  ['sela', ['/cookies']],
  ['ada', ['/wallet']],
  ['otto', ['/admin']],
];

/** A section that several roles see alike is looked immediately, by anyone who comes to it first. */
const seen = new Set<string>();
const DIFFERS_BY_ROLE = ['/dashboard', '/dashboard?section=wallet'];

test.concurrent.each(PAGES)(
  '%s sees only accessible screens',
  async (who, paths) => {
    const isNobody = who === 'nobody';
    const { page, errors, close } = isNobody
      ? await openVisitor(browser, product.origin)
      : await openAs(browser, product.origin, who);
    await watchShifts(page);
    const sections = isNobody || who === 'otto' ? [] : await sectionsOf(page);
    for (const path of [...sections, ...paths]) {
      if (seen.has(path) && !DIFFERS_BY_ROLE.includes(path)) continue;
      seen.add(path);
      for (const size of [PHONE, DESK]) {
        await page.setViewportSize(size);
        await page.goto(product.origin + path);
        await contentArrived(page);
        const { sum, what } = await shiftsOf(page);
        expect(sum, `${path} at ${size.width} px: ${what}`).toBeLessThanOrEqual(MAX_SHIFT);
      }
      expect(await violationsOf(page), path).toEqual([]);
      await page.setViewportSize(NARROW);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
    }
    // a product that is behind on a busy machine says so, which Chromium notes
    expect(errors.filter((error) => !error.includes('status of 503'))).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);

async function sectionsOf(page: Page): Promise<string[]> {
  const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
  await links.first().waitFor();
  const all = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href')!));
  return all.filter((href) => href.startsWith('/dashboard'));
}
