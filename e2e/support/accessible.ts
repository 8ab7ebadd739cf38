import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** The longest transition of the interface is over. */
const SETTLED_MS = 250;

/** What axe finds in a page as it stands, on a desk and on a phone, in both themes; the page is on the desk, in dark, afterwards. */
export async function violationsOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size);
    for (const theme of ['light', 'dark']) {
      await page.evaluate((name) => {
        document.documentElement.dataset.theme = name;
      }, theme);
      await page.waitForTimeout(SETTLED_MS);
      const { violations } = await new AxeBuilder({ page }).analyze();
      for (const { id, nodes } of violations)
        found.push(`${theme} ${size.width} ${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
    }
  }
  return found;
}
