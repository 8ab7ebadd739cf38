import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { eventually, type Person, signInWithRole } from '../support/person.ts';
import { clickButton, openAs, type Visitor } from '../support/visitor.ts';

/** A seller with more proxies than fit on a page. */
const proxyAddress = new URL(product.sandbox).host;
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

test('S6.07 more than 50 proxies have pages and a search by the server, and are cards on a phone', async () => {
  const { page } = many;
  const lines = Array.from({ length: 53 }, (_x, n) => `${proxyAddress}:many${n}:x`);
  await asMany.call('POST', '/api/proxies/bulk', { lines });
  await page.goto(`${product.origin}/dashboard?section=proxies`);
  await page.getByText('Showing 1 to 50 of 53 proxies').waitFor();
  await clickButton(page, 'Next');
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
