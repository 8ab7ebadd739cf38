import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { openAs, type Visitor } from '../support/visitor.ts';

/** The address of a page restores it: by Back, by a reload, and in another window. Nova has the demo's history. */
let browser: Browser;
let nova: Visitor;

beforeAll(async () => {
  browser = await openBrowser();
  nova = await openAs(browser, product.origin, 'nova', undefined, '/dashboard?section=transactions');
});
afterAll(async () => {
  await browser?.close();
});

const params = () => Object.fromEntries(new URL(nova.page.url()).searchParams);
const table = () => nova.page.getByRole('region', { name: 'Transactions', exact: true });
const sheet = () => nova.page.getByRole('dialog', { name: 'Order' });

test('a list keeps its search, filter, order and page in the address', async () => {
  const { page } = nova;
  await page.getByText(/^Showing 1 to 10 of/).waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText(/^Showing 11 to/).waitFor();
  await page.reload();
  await page.getByText(/^Showing 11 to/).waitFor();
  await page.goBack();
  await page.getByText(/^Showing 1 to 10 of/).waitFor();
  await page.getByLabel('Search transactions').fill('robux');
  await table().getByRole('button', { name: 'Amount' }).click();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Status', { exact: true }).click();
  await page.getByRole('option', { name: 'Completed', exact: true }).click();
  const wanted = {
    section: 'transactions',
    search: 'robux',
    sort: 'amount',
    dir: 'desc',
    status: 'completed',
  };
  await expect.poll(params).toEqual(wanted);
  const first = await table().locator('tbody tr').first().textContent();
  await page.reload();
  await expect.poll(() => page.getByLabel('Search transactions').inputValue()).toBe('robux');
  await expect.poll(() => table().locator('tbody tr').first().textContent()).toBe(first);
  await page.getByRole('button', { name: 'Filters, in use' }).waitFor();
  await page.getByRole('link', { name: 'Transactions', exact: true }).first().click();
  await expect.poll(params).toEqual({ section: 'transactions' });
  await expect.poll(() => page.getByLabel('Search transactions').inputValue()).toBe('');
});

test('an open order has an address, and closing it leaves the page as it was', async () => {
  const { page } = nova;
  await page.getByLabel('Search transactions').fill('robux purchase');
  const link = table()
    .getByRole('link', { name: /^Robux Purchase/ })
    .first();
  await link.click();
  await sheet().getByRole('button', { name: 'Print receipt' }).waitFor();
  const address = page.url();
  expect(params().open).toMatch(/^order:/);
  await page.goBack();
  await sheet().waitFor({ state: 'detached' });
  await page.goForward();
  await sheet().waitFor();
  await page.reload();
  await sheet().waitFor();
  await page.keyboard.press('Escape');
  await sheet().waitFor({ state: 'detached' });
  expect(params()).toEqual({ section: 'transactions', search: 'robux purchase' });

  const { page: shared, close } = await openAs(browser, product.origin, 'nova', undefined, '/healthz');
  await shared.goto(address);
  await shared.getByRole('dialog', { name: 'Order' }).waitFor();
  await shared.keyboard.press('Escape');
  await shared.getByRole('dialog', { name: 'Order' }).waitFor({ state: 'detached' });
  expect(new URL(shared.url()).searchParams.get('search')).toBe('robux purchase');
  await close();
});

test('a parameter that means nothing is ignored', async () => {
  const { page } = nova;
  await page.goto(
    `${product.origin}/dashboard?section=transactions&page=-3&sort=secret&status=lost&open=user:1`,
  );
  await page.getByText(/^Showing 1 to 10 of/).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('the range of the rates survives a reload', async () => {
  const { page } = nova;
  await page.goto(`${product.origin}/dashboard?section=rates`);
  await page.getByRole('button', { name: '7 days' }).click();
  await page.reload();
  await page.getByRole('button', { name: '7 days', pressed: true }).waitFor();
  expect(nova.errors).toEqual([]);
});
