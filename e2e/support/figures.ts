import type { Locator, Page } from '@playwright/test';

/** The figure of the card with this label. */
export const figureOf = (page: Page, label: string): Locator =>
  page
    .locator('section')
    .filter({ has: page.getByText(label, { exact: true }) })
    .last()
    .locator('.text-2xl');

/** Robux as a figure shows them: `950 R$`, `12.5K R$` or `2.4M R$`. */
export function shortRobux(robux: number): string {
  if (robux < 1_000) return `${robux} R$`;
  return robux < 1e6 ? `${(robux / 1_000).toFixed(1)}K R$` : `${(robux / 1e6).toFixed(1)}M R$`;
}
