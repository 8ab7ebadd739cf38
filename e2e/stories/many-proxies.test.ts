import type { Page } from '@playwright/test';
import { expect, test } from '../support/stories.ts';
import { clickButton, DESKTOP, PHONE } from '../support/visitor.ts';

/** A seller with more proxies than fit on a page. */

test('more than 50 proxies have pages and a search by the server, and are cards on a phone', {
  tag: '@S6.07',
}, async ({ product, person, as }) => {
  const proxyAddress = new URL(product.sandbox).host;
  const asMany = await person('many', 'seller');
  const { page } = await as('many', { path: '/healthz' });
  const lines = Array.from({ length: 53 }, (_x, n) => `${proxyAddress}:many${n}:x`);
  await asMany.call('POST', '/api/proxies/bulk', { lines });
  await page.goto('/dashboard?section=proxies');
  await expect(page.getByText('Showing 1 to 50 of 53')).toBeVisible();
  await clickButton(page, 'Next');
  await expect(page.getByText('Showing 51 to 53 of 53')).toBeVisible();
  await page.getByLabel('Search proxies').fill('MANY52');
  await expect(row(page, 'many52')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.setViewportSize(PHONE);
  await expect(page.getByRole('listitem').filter({ hasText: 'many52' }).getByText('••••')).toBeVisible();
  await page.setViewportSize(DESKTOP);
  await page.getByLabel('Search proxies').fill('');
  const active = page.locator('section').filter({ has: page.locator('p', { hasText: /^Active$/ }) });
  await expect(active.first()).toContainText('53');
});

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
