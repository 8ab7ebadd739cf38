import type { Page } from 'playwright-core';

/** Watches what moves by itself in every page that is opened from here on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(collect);
}

interface Shifts {
  /** The layout shift of the page, as browsers sum it. */
  readonly sum: number;
  /** What moved, to find it by. */
  readonly what: string;
}

/** What moved since the page was opened. */
export const shiftsOf = (page: Page): Promise<Shifts> =>
  page.evaluate(() => (globalThis as unknown as { shifts: Shifts }).shifts);

type Shift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
};

/** Runs in the page, before its own scripts. */
function collect(): void {
  const shifts = { sum: 0, what: '' };
  Object.assign(globalThis, { shifts });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue;
      shifts.sum += value;
      const moved = sources.map(({ node }) =>
        node instanceof Element ? node.outerHTML.slice(0, 120) : node,
      );
      shifts.what += `${value.toFixed(4)}: ${moved.join(' | ')}\n`;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
