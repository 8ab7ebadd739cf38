import type { Page } from '@playwright/test';

/** Records the layout shifts of every page that opens from now on. */
export async function recordLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(record);
}

interface LayoutShifts {
  /** The sum of the page's layout shifts. */
  readonly sum: number;
  /** The elements that moved. */
  readonly what: string;
}

/** The layout shifts since the page was opened. */
export const layoutShiftOf = (page: Page): Promise<LayoutShifts> =>
  page.evaluate(() => (globalThis as unknown as { shifts: LayoutShifts }).shifts);

type Shift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
};

/** Runs in the page, before its own scripts. */
function record(): void {
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
