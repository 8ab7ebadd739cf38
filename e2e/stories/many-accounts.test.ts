import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { offer, signInWithRole } from '../support/person.ts';
import { press } from '../support/refused.ts';
import { controlSandbox } from '../support/sandbox.ts';
import { openAs, tabTo, type Visitor } from '../support/visitor.ts';

/** A seller with more accounts than a page holds. None has the 100 Robux that would put it on the market of the other stories. */
const COUNT = 53;
const AT_ONCE = 6;
let browser: Browser;
let window: Visitor;
let page: Page;
/** Searches of the lists of accounts that the page asked for, without the question mark. */
const asked: string[] = [];

beforeAll(async () => {
  browser = await openBrowser();
  const sandbox = controlSandbox(product.sandbox);
  const bulky = await signInWithRole(product.origin, 'bulky', 'seller');
  const robux = Array.from({ length: COUNT }, (_x, index) => index + 1);
  const addNext = async (): Promise<void> => {
    for (let next = robux.shift(); next !== undefined; next = robux.shift())
      await offer(bulky, await sandbox.makeAccount(nameOf(next), next), '5.95');
  };
  await Promise.all(Array.from({ length: AT_ONCE }, addNext));
  window = await openAs(browser, product.origin, 'bulky', undefined, '/healthz');
  page = window.page;
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/roblox-accounts') asked.push(search.slice(1));
  });
  await page.goto(`${product.origin}/dashboard?section=roblox-accounts`);
});
afterAll(async () => {
  await browser?.close();
});

const nameOf = (robux: number) => `Bulk${String(robux).padStart(2, '0')}`;
const rows = () => page.locator('tbody tr');
const rowOf = (robux: number) => rows().filter({ hasText: nameOf(robux) });
const head = (name: string) => page.getByRole('columnheader', { name });
const pressHead = (name: string) => head(name).getByRole('button').click();
const box = (name: string) => page.getByRole('checkbox', { name, exact: true });

test('S6.02 from 51 accounts on the server sorts and pages the table; the figures above are of all pages', async () => {
  await page.getByText('Showing 1 to 50 of 53 accounts').waitFor();
  await page.getByText('53 for sale').waitFor();
  await page.getByText('1.4K R$', { exact: true }).waitFor();
  expect(await rows().count()).toBe(50);
  await pressHead('Balance');
  await rows().first().getByText(nameOf(53)).waitFor();
  expect(await head('Balance').getAttribute('aria-sort')).toBe('descending');
  await press(page, 'Next');
  await page.getByText('Showing 51 to 53 of 53 accounts').waitFor();
  await rowOf(1).waitFor();
  expect(await rows().count()).toBe(3);
  await pressHead('Username');
  await page.getByText('Showing 1 to 50 of 53 accounts').waitFor();
  await rows().first().getByText(nameOf(1)).waitFor();
  expect(new Set(asked)).toEqual(
    new Set([
      'page=1&pageSize=50',
      'page=1&pageSize=50&sort=robuxBalance&dir=desc',
      'page=2&pageSize=50&sort=robuxBalance&dir=desc',
      'page=1&pageSize=50&sort=username&dir=asc',
    ]),
  );
});

test('S6.02 the search goes through all pages, on the server', async () => {
  await page.getByLabel('Search by username').fill('bULk5');
  await expect.poll(() => rows().count()).toBe(4);
  await rowOf(53).waitFor();
  expect(asked.at(-1)).toBe('page=1&pageSize=50&search=bULk5&sort=username&dir=asc');
  await press(page, 'Clear search');
  await page.getByText('Showing 1 to 50 of 53 accounts').waitFor();
});

test('S6.03 what is selected stays so on other pages, and all pages can be selected immediately', async () => {
  await box('Select all accounts').check();
  await page.getByText('50 selected').waitFor();
  await press(page, 'Next');
  await rowOf(53).waitFor();
  expect(await box('Select all accounts').isChecked()).toBe(false);
  await box(`Select ${nameOf(53)}`).check();
  await page.getByText('51 selected').waitFor();
  await press(page, 'Previous');
  await rowOf(1).waitFor();
  expect(await box('Select all accounts').isChecked()).toBe(true);
  await press(page, 'Select all 53');
  await page.getByText('53 selected').waitFor();
  await press(page, 'Deactivate selected');
  await page.getByText('53 accounts deactivated and removed from sale').first().waitFor();
  await page.getByText('0 for sale').waitFor();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByText('0 selected').waitFor();
});

test('S6.03 with the last rows of the last page deleted the table turns back, and what is gone is not selected', async () => {
  await press(page, 'Next');
  await rowOf(53).waitFor();
  await box('Select all accounts').check();
  await page.getByText('3 selected').waitFor();
  await press(page, 'Delete selected');
  await page
    .getByRole('alertdialog', { name: 'Delete 3 accounts?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await page.getByText('Deleted 3 accounts').first().waitFor();
  await rowOf(50).waitFor();
  await page.getByText('0 selected').waitFor();
  expect(await rows().count()).toBe(50);
  await page.getByRole('navigation', { name: 'Pages of accounts' }).waitFor({ state: 'detached' });
});

test('S6.02 S6.04 by keyboard alone: found, selected, put on sale, priced anew', async () => {
  const found = rowOf(7);
  await page.goto(`${product.origin}/dashboard`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
  await page.keyboard.type('roblox acc');
  await page.keyboard.press('Enter');
  await rows().first().waitFor();
  await go(page.getByLabel('Search by username'));
  await page.keyboard.type(nameOf(7));
  await expect.poll(() => rows().count()).toBe(1);
  await go(box(`Select ${nameOf(7)}`), 'Space');
  await page.getByText('1 selected').waitFor();
  await back(page.getByRole('button', { name: 'Activate selected', exact: true }), 'Enter');
  await page.getByText('1 account activated and listed for sale').first().waitFor();
  await found.getByText('Active - For Sale').waitFor();
  await go(page.getByRole('button', { name: /^\$5\.95, edit price/ }), 'Enter');
  await page.getByLabel(`Price per 1K of ${nameOf(7)}`).waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('5.50');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^\$5\.50, edit price/ }).waitFor();
  await go(page.getByRole('button', { name: `Actions for ${nameOf(7)}` }), 'Enter');
  await page.getByRole('menuitem', { name: 'Deactivate' }).waitFor();
  await page.keyboard.press('Enter');
  await found.getByText('Not Active - Not for Sale').waitFor();
  expect(window.errors).toEqual([]);
});

/** Tab until it has the focus, then a key. */
async function go(target: Locator, key?: string): Promise<void> {
  await tabTo(page, target);
  if (key) await page.keyboard.press(key);
}

/** From its box back to what is done to a selection, which stands before the rows. */
async function back(target: Locator, key: string): Promise<void> {
  await expect
    .poll(async () => {
      await page.keyboard.press('Shift+Tab');
      return target.evaluate((element) => element.matches(':focus'));
    })
    .toBe(true);
  await page.keyboard.press(key);
}
