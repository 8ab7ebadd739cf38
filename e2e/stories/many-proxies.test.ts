import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { eventually, type Person, signInWithRole } from '../support/person.ts';
import { press } from '../support/refused.ts';
import { openAs, type Visitor } from '../support/visitor.ts';

/** A seller with more proxies than a page holds. */
const own = new URL(product.sandbox).host;
let browser: Browser;
let asMany: Person;
let many: Visitor;

beforeAll(async () => {
  browser = await openBrowser();
  asMany = await signInWithRole(product.origin, 'many', 'seller');
  many = await openAs(browser, product.origin, 'many');
});
afterAll(async () => {
  await browser?.close();
});

test('S6.08 from 51 proxies on there are pages and they are searched by the server; on a phone each is a card', async () => {
  const { page } = many;
  const lines = Array.from({ length: 53 }, (_x, n) => `${own}:many${n}:x`);
  await asMany.call('POST', '/api/proxies/bulk', { lines });
  await page.goto(`${product.origin}/dashboard?section=proxies`);
  await page.getByText('Showing 1 to 50 of 53 proxies').waitFor();
  await press(page, 'Next');
  await page.getByText('Showing 51 to 53 of 53 proxies').waitFor();
  await page.getByLabel('Search proxies').fill('MANY52');
  await row(page, 'many52').waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('listitem').filter({ hasText: 'many52' }).getByText('••••').waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByLabel('Search proxies').fill('');
  const active = page.locator('section').filter({ has: page.locator('p', { hasText: /^Active$/ }) });
  await eventually(
    () => active.first().textContent(),
    (text) => text?.includes('53') === true,
  );
});

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
