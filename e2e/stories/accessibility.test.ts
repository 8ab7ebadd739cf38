import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityViolations } from '../support/accessibility.ts';
import { openBrowser } from '../support/browser.ts';
import { layoutShiftOf, recordLayoutShift } from '../support/layout-shift.ts';
import { product } from '../support/own-product.ts';
import { openAs, openVisitor, waitForContent } from '../support/visitor.ts';

/**
 * Every screen in both themes, in a desktop and a phone window: axe finds nothing, the layout does not shift while
 * loading, nothing scrolls sideways at 360 px, and the console has no error.
 */
const TIMEOUT_MS = 1_200_000;
const NARROW = { width: 360, height: 780 };
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };
const MAX_SHIFT = 0.02;
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

/** Pages by user. The sections of the sidebar are added below. */
const PAGES: readonly [who: string, paths: readonly string[]][] = [
  ['visitor', ['/login', '/report', '/wallet', '/nowhere']],
  ['nova', ['/role-selection', '/reset']],
  ['sela', ['/cookies']],
  ['ada', ['/wallet']],
  ['otto', ['/admin']],
];

/** A page that looks the same for several roles is checked once. */
const seen = new Set<string>();
const DIFFERS_BY_ROLE = ['/dashboard', '/dashboard?section=wallet'];

test.concurrent.each(PAGES)(
  'all screens of %s are accessible',
  async (who, paths) => {
    const isVisitor = who === 'visitor';
    const { page, errors, close } = isVisitor
      ? await openVisitor(browser, product.origin)
      : await openAs(browser, product.origin, who);
    await recordLayoutShift(page);
    const sections = isVisitor || who === 'otto' ? [] : await sectionsOf(page);
    for (const path of [...sections, ...paths]) {
      if (seen.has(path) && !DIFFERS_BY_ROLE.includes(path)) continue;
      seen.add(path);
      for (const size of [PHONE, DESKTOP]) {
        await page.setViewportSize(size);
        await page.goto(product.origin + path);
        await waitForContent(page);
        const { sum, what } = await layoutShiftOf(page);
        expect(sum, `${path} at ${size.width} px: ${what}`).toBeLessThanOrEqual(MAX_SHIFT);
      }
      expect(await accessibilityViolations(page), path).toEqual([]);
      await page.setViewportSize(NARROW);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
    }
    // on a busy machine the product may answer 503, and Chromium logs it
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
