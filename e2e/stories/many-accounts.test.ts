import type { Locator } from '@playwright/test';
import { offer } from '../support/person.ts';
import { expect, sharing } from '../support/stories.ts';
import { clickButton, tabTo } from '../support/visitor.ts';

/** A seller with more accounts than fit on a page. Each has less than 100 Robux, so other stories cannot buy from them. */
const COUNT = 53;
const CALLERS = 6;

const test = sharing(async ({ sandbox, person, as }) => {
  /** The query strings of the page's requests for accounts. */
  const queries: string[] = [];
  const bulky = await person('bulky', 'seller');
  const robux = Array.from({ length: COUNT }, (_x, index) => index + 1);
  const addNext = async (): Promise<void> => {
    for (let next = robux.shift(); next !== undefined; next = robux.shift())
      await offer(bulky, await sandbox.makeAccount(nameOf(next), next), '5.95');
  };
  await Promise.all(Array.from({ length: CALLERS }, addNext));
  const { page, errors } = await as('bulky', { path: '/healthz' });
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/roblox-accounts') queries.push(search.slice(1));
  });
  await page.goto('/dashboard?section=roblox-accounts');

  const rows = page.locator('tbody tr');
  const rowOf = (robux: number) => rows.filter({ hasText: nameOf(robux) });
  const head = (name: string) => page.getByRole('columnheader', { name });
  const pressHead = (name: string) => head(name).getByRole('button').click();
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true });

  /** Tabs to the target, then presses a key. */
  async function tabToAndPress(target: Locator, key?: string): Promise<void> {
    await tabTo(page, target);
    if (key) await page.keyboard.press(key);
  }

  /** Tabs backwards to the target, then presses a key. */
  async function tabBackAndPress(target: Locator, key: string): Promise<void> {
    await tabTo(page, target, 'Shift+Tab');
    await page.keyboard.press(key);
  }

  return { errors, page, queries, rows, rowOf, head, pressHead, box, tabToAndPress, tabBackAndPress };
});

test.describe.configure({ mode: 'serial' });

const nameOf = (robux: number) => `Bulk${String(robux).padStart(2, '0')}`;

test('with more than 50 accounts, the server sorts and pages the table, and the figures cover all pages', {
  tag: '@S6.02',
}, async ({ shared: { page, queries, rows, rowOf, head, pressHead } }) => {
  await expect(page.getByText('Showing 1 to 50 of 53')).toBeVisible();
  await expect(page.getByText('53 for sale')).toBeVisible();
  await expect(page.getByText('1.4K R$', { exact: true })).toBeVisible();
  await expect(rows).toHaveCount(50);
  await pressHead('Balance');
  await expect(rows.first().getByText(nameOf(53))).toBeVisible();
  await expect(head('Balance')).toHaveAttribute('aria-sort', 'descending');
  await clickButton(page, 'Next');
  await expect(page.getByText('Showing 51 to 53 of 53')).toBeVisible();
  await expect(rowOf(1)).toBeVisible();
  await expect(rows).toHaveCount(3);
  await pressHead('Username');
  await expect(page.getByText('Showing 1 to 50 of 53')).toBeVisible();
  await expect(rows.first().getByText(nameOf(1))).toBeVisible();
  expect(new Set(queries)).toEqual(
    new Set([
      'page=1&pageSize=50',
      'page=1&pageSize=50&sort=robuxBalance&dir=desc',
      'page=2&pageSize=50&sort=robuxBalance&dir=desc',
      'page=1&pageSize=50&sort=username&dir=asc',
    ]),
  );
});

test('the server searches all pages', { tag: '@S6.02' }, async ({
  shared: { page, queries, rows, rowOf },
}) => {
  await page.getByLabel('Search by username').fill('bULk5');
  await expect(rows).toHaveCount(4);
  await expect(rowOf(53)).toBeVisible();
  expect(queries.at(-1)).toBe('page=1&pageSize=50&search=bULk5&sort=username&dir=asc');
  await clickButton(page, 'Clear search');
  await expect(page.getByLabel('Search by username')).toBeFocused();
  await expect(page.getByText('Showing 1 to 50 of 53')).toBeVisible();
});

test('a selection survives a change of page, and all pages can be selected together', {
  tag: '@S6.03',
}, async ({ shared: { page, rowOf, box } }) => {
  await box('Select all accounts').check();
  await expect(page.getByText('50 selected')).toBeVisible();
  await clickButton(page, 'Next');
  await expect(rowOf(53)).toBeVisible();
  await expect(box('Select all accounts')).not.toBeChecked();
  await box(`Select ${nameOf(53)}`).check();
  await expect(page.getByText('51 selected')).toBeVisible();
  await clickButton(page, 'Previous');
  await expect(rowOf(1)).toBeVisible();
  await expect(box('Select all accounts')).toBeChecked();
  await clickButton(page, 'Select all 53');
  await expect(page.getByText('53 selected')).toBeVisible();
  await clickButton(page, 'Deactivate selected');
  await expect(page.getByText('53 accounts deactivated and removed from sale').first()).toBeVisible();
  await expect(page.getByText('0 for sale')).toBeVisible();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByText('0 selected')).toBeVisible();
});

test('deleting all rows of the last page shows the page before, with no selection', {
  tag: '@S6.03',
}, async ({ shared: { page, rows, rowOf, box } }) => {
  await clickButton(page, 'Next');
  await expect(rowOf(53)).toBeVisible();
  await box('Select all accounts').check();
  await expect(page.getByText('3 selected')).toBeVisible();
  await clickButton(page, 'Delete selected');
  await page
    .getByRole('alertdialog', { name: 'Delete 3 accounts?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByText('Deleted 3 accounts').first()).toBeVisible();
  await expect(rowOf(50)).toBeVisible();
  await expect(page.getByText('0 selected')).toBeVisible();
  await expect(rows).toHaveCount(50);
  await expect(page.getByRole('group', { name: 'Pages', exact: true })).not.toBeAttached();
});

test('an account is found, selected, put on sale and priced with the keyboard only', {
  tag: ['@S6.02', '@S6.04'],
}, async ({ shared: { errors, page, rows, rowOf, box, tabToAndPress, tabBackAndPress } }) => {
  const found = rowOf(7);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await page.keyboard.type('roblox acc');
  await page.keyboard.press('Enter');
  await expect(rows.first()).toBeVisible();
  await tabToAndPress(page.getByLabel('Search by username'));
  await page.keyboard.type(nameOf(7));
  await expect(rows).toHaveCount(1);
  await tabToAndPress(box(`Select ${nameOf(7)}`), 'Space');
  await expect(page.getByText('1 selected')).toBeVisible();
  await tabBackAndPress(page.getByRole('button', { name: 'Activate selected', exact: true }), 'Enter');
  await expect(page.getByText('1 account activated and listed for sale').first()).toBeVisible();
  await expect(found.getByText('Active - For Sale')).toBeVisible();
  await tabToAndPress(page.getByRole('button', { name: /^\$5\.95, edit price/ }), 'Enter');
  await expect(page.getByLabel(`Price per 1K of ${nameOf(7)}`)).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('5.50');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^\$5\.50, edit price/ })).toBeVisible();
  await tabToAndPress(page.getByRole('button', { name: `Actions for ${nameOf(7)}` }), 'Enter');
  await expect(page.getByRole('menuitem', { name: 'Deactivate' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(found.getByText('Not Active - Not for Sale')).toBeVisible();
  expect(errors).toEqual([]);
});
