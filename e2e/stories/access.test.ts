import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { openVisitor, signInAs } from '../support/visitor.ts';

/** Every screen, in both themes, on a desk and on a phone: axe finds nothing, nothing scrolls sideways, no error in the console. */
const product = inject('product');
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

const SCREENS: readonly [who: string | null, paths: readonly string[]][] = [
  [null, ['/login', '/nowhere']],
  ['nova', ['/dashboard', '/buy-robux', '/wallet', '/role-selection']],
  ['nova', ['/dashboard?section=marketplace', '/dashboard?section=transactions']],
  ['sela', ['/dashboard', '/wallet', '/dashboard?section=cookies', '/cookies', '/robux-dashboard']],
  ['sela', ['/dashboard?section=listings', '/dashboard?section=transactions']],
  ['ada', ['/dashboard?section=admin', '/dashboard?section=system']],
  ['otto', ['/admin', '/reset']],
];

const VIEWS = SCREENS.flatMap(([who, paths]) =>
  (['dark', 'light'] as const).flatMap((theme) =>
    [1440, 390].map((width) => [who ?? 'nobody', theme, width, who, paths] as const),
  ),
);

test.each(VIEWS)(
  '%s sees only accessible screens in %s at %i px',
  async (_name, theme, width, who, paths) => {
    const visitor = await openVisitor(browser, product.origin, { width, height: 900, theme });
    const { page } = visitor;
    if (who) await signInAs(page, who);
    for (const path of paths) {
      await page.goto(product.origin + path);
      await page.getByRole('heading').first().waitFor();
      await contentArrived(page);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html}`)).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
    }
    expect(visitor.errors).toEqual([]);
    await visitor.close();
  },
);

/** What was on its way has taken its skeleton's place, and nothing fades in any more. */
async function contentArrived(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('span.animate-pulse'), null, { timeout: 5_000 });
  await page.waitForTimeout(250);
}
