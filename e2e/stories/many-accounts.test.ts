import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { offer, signInWithRole } from '../support/person.ts';
import { controlSandbox } from '../support/sandbox.ts';
import { clickButton, openAs, tabTo, type Visitor } from '../support/visitor.ts';

/** A seller with more accounts than fit on a page. Each has less than 100 Robux, so other stories cannot buy from them. */
const COUNT = 53;
const CALLERS = 6;
let browser: Browser;
let window: Visitor;
let page: Page;
/** The query strings of the page's requests for accounts. */
const queries: string[] = [];

beforeAll(async () => {
  browser = await openBrowser();
  const sandbox = controlSandbox(product.sandbox);
  const bulky = await signInWithRole(product.origin, 'bulky', 'seller');
  const robux = Array.from({ length: COUNT }, (_x, index) => index + 1);
  const addNext = async (): Promise<void> => {
    for (let next = robux.shift(); next !== undefined; next = robux.shift())
      await offer(bulky, await sandbox.makeAccount(nameOf(next), next), '5.95');
  };
  await Promise.all(Array.from({ length: CALLERS }, addNext));
  window = await openAs(browser, product.origin, 'bulky', undefined, '/healthz');
  page = window.page;
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/roblox-accounts') queries.push(search.slice(1));
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

test('S6.02 with more than 50 accounts, the server sorts and pages the table, and the figures cover all pages', async () => {
  await page.getByText('Showing 1 to 50 of 53 accounts').waitFor();
  await page.getByText('53 for sale').waitFor();
  await page.getByText('1.4K R$', { exact: true }).waitFor();
  expect(await rows().count()).toBe(50);
  await pressHead('Balance');
  await rows().first().getByText(nameOf(53)).waitFor();
  expect(await head('Balance').getAttribute('aria-sort')).toBe('descending');
  await clickButton(page, 'Next');
  await page.getByText('Showing 51 to 53 of 53 accounts').waitFor();
  await rowOf(1).waitFor();
  expect(await rows().count()).toBe(3);
  await pressHead('Username');
  await page.getByText('Showing 1 to 50 of 53 accounts').waitFor();
  await rows().first().getByText(nameOf(1)).waitFor();
  expect(new Set(queries)).toEqual(
    new Set([
      'page=1&pageSize=50',
      'page=1&pageSize=50&sort=robuxBalance&dir=desc',
      'page=2&pageSize=50&sort=robuxBalance&dir=desc',
      'page=1&pageSize=50&sort=username&dir=asc',
    ]),
  );
});

test('S6.02 the server searches all pages', async () => {
  await page.getByLabel('Search by username').fill('bULk5');
  await expect.poll(() => rows().count()).toBe(4);
  await rowOf(53).waitFor();
  expect(queries.at(-1)).toBe('page=1&pageSize=50&search=bULk5&sort=username&dir=asc');
  await clickButton(page, 'Clear search');
  await page.getByText('Showing 1 to 50 of 53 accounts').waitFor();
});

test('S6.03 a selection survives a change of page, and all pages can be selected together', async () => {
  await box('Select all accounts').check();
  await page.getByText('50 selected').waitFor();
  await clickButton(page, 'Next');
  await rowOf(53).waitFor();
  expect(await box('Select all accounts').isChecked()).toBe(false);
  await box(`Select ${nameOf(53)}`).check();
  await page.getByText('51 selected').waitFor();
  await clickButton(page, 'Previous');
  await rowOf(1).waitFor();
  expect(await box('Select all accounts').isChecked()).toBe(true);
  await clickButton(page, 'Select all 53');
  await page.getByText('53 selected').waitFor();
  await clickButton(page, 'Deactivate selected');
  await page.getByText('53 accounts deactivated and removed from sale').first().waitFor();
  await page.getByText('0 for sale').waitFor();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByText('0 selected').waitFor();
});

test('S6.03 deleting all rows of the last page shows the page before, with no selection', async () => {
  await clickButton(page, 'Next');
  await rowOf(53).waitFor();
  await box('Select all accounts').check();
  await page.getByText('3 selected').waitFor();
  await clickButton(page, 'Delete selected');
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

test('S6.02 S6.04 an account is found, selected, put on sale and priced with the keyboard only', async () => {
  const found = rowOf(7);
  await page.goto(`${product.origin}/dashboard`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
  await page.keyboard.type('roblox acc');
  await page.keyboard.press('Enter');
  await rows().first().waitFor();
  await tabToAndPress(page.getByLabel('Search by username'));
  await page.keyboard.type(nameOf(7));
  await expect.poll(() => rows().count()).toBe(1);
  await tabToAndPress(box(`Select ${nameOf(7)}`), 'Space');
  await page.getByText('1 selected').waitFor();
  await tabBackAndPress(page.getByRole('button', { name: 'Activate selected', exact: true }), 'Enter');
  await page.getByText('1 account activated and listed for sale').first().waitFor();
  await found.getByText('Active - For Sale').waitFor();
  await tabToAndPress(page.getByRole('button', { name: /^\$5\.95, edit price/ }), 'Enter');
  await page.getByLabel(`Price per 1K of ${nameOf(7)}`).waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('5.50');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^\$5\.50, edit price/ }).waitFor();
  await tabToAndPress(page.getByRole('button', { name: `Actions for ${nameOf(7)}` }), 'Enter');
  await page.getByRole('menuitem', { name: 'Deactivate' }).waitFor();
  await page.keyboard.press('Enter');
  await found.getByText('Not Active - Not for Sale').waitFor();
  expect(window.errors).toEqual([]);
});

/** Tabs to the target, then presses a key. */
async function tabToAndPress(target: Locator, key?: string): Promise<void> {
  await tabTo(page, target);
  if (key) await page.keyboard.press(key);
}

/** Tabs backwards to the target, then presses a key. */
async function tabBackAndPress(target: Locator, key: string): Promise<void> {
  await expect
    .poll(async () => {
      await page.keyboard.press('Shift+Tab');
      return target.evaluate((element) => element.matches(':focus'));
    })
    .toBe(true);
  await page.keyboard.press(key);
}
