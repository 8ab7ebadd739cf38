import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { DESKTOP, PHONE } from './visitor.ts';

const THEMES = ['light', 'dark'] as const;

/**
 * Runs axe on the present page, in a desktop and a phone window and in both themes. Themes differ only in colours, so
 * the second theme gets the contrast rule only. Afterwards the page is in a desktop window, dark, and without motion.
 */
export function accessibilityViolations(page: Page): Promise<string[]> {
  return withoutTransitions(page, () => violationsOf(page));
}

async function violationsOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    for (const theme of THEMES) {
      await showTheme(page, theme);
      for (const { id, nodes } of await runAxe(page, theme === 'dark'))
        found.push(`${theme} ${size.width} ${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
    }
  }
  return found;
}

const showTheme = (page: Page, theme: (typeof THEMES)[number]): Promise<void> =>
  page.evaluate(async (name) => {
    const CALM_FRAMES = 2;
    document.documentElement.dataset.theme = name;
    for (let calmFrames = 0; calmFrames < CALM_FRAMES; calmFrames += 1) {
      await new Promise(requestAnimationFrame);
      const running = document.getAnimations();
      if (running.length > 0) calmFrames = -1;
      await Promise.allSettled(running.map(({ finished }) => finished));
    }
  }, theme);

/** Transitions would pass an inherited colour on to nested elements one after another. */
async function withoutTransitions<Result>(page: Page, work: () => Promise<Result>): Promise<Result> {
  const style = await page.evaluateHandle(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, *::before, *::after { transition: none !important }');
    document.adoptedStyleSheets.push(sheet);
    return sheet;
  });
  const result = await work();
  await style.evaluate((sheet) => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  });
  return result;
}

type Options = Readonly<Record<string, unknown>>;
type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];
type WithAxe = { axe?: { run(options: Options): Promise<{ violations: Violations }> } };

/** Injecting axe takes longer than running it. The builder injects it once, and later runs reuse it. */
async function runAxe(page: Page, onlyColours: boolean): Promise<Violations> {
  const options: Options = {
    resultTypes: ['violations'],
    // axe leaves out the rule about targets of 24 px unless it is asked for
    ...(onlyColours ? { runOnly: ['color-contrast'] } : { rules: { 'target-size': { enabled: true } } }),
  };
  const isInjected = await page.evaluate(() => 'axe' in globalThis);
  if (!isInjected)
    return (await new AxeBuilder({ page }).setLegacyMode().options(options).analyze()).violations;
  return page.evaluate(async (given) => (await (globalThis as WithAxe).axe!.run(given)).violations, options);
}
