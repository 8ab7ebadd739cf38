import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const THEMES = ['light', 'dark'] as const;

/**
 * What axe finds in a page as it stands, on a desk and on a phone, in both themes. A theme changes colours only, so the
 * second one is asked about these alone. The page is on the desk, in dark, afterwards.
 */
export async function violationsOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size);
    for (const theme of THEMES) {
      await showTheme(page, theme);
      for (const { id, nodes } of await askAxe(page, theme === 'dark'))
        found.push(`${theme} ${size.width} ${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
    }
  }
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  return found;
}

const showTheme = (page: Page, theme: (typeof THEMES)[number]): Promise<void> =>
  page.evaluate(async (name) => {
    document.documentElement.dataset.theme = name;
    // drawn once, so that the transitions of the colours have begun; then they end
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  }, theme);

type Options = Readonly<Record<string, unknown>>;
type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];
type WithAxe = { axe?: { run(options: Options): Promise<{ violations: Violations }> } };

/** The builder puts axe into a page anew each time, which takes longer than the answer: it is asked once, what stays there after that. */
async function askAxe(page: Page, onlyColours: boolean): Promise<Violations> {
  const options: Options = {
    resultTypes: ['violations'],
    ...(onlyColours ? { runOnly: ['color-contrast'] } : {}),
  };
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  if (!isThere) return (await new AxeBuilder({ page }).setLegacyMode().options(options).analyze()).violations;
  return page.evaluate(async (asked) => (await (globalThis as WithAxe).axe!.run(asked)).violations, options);
}
