import { stat } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { eventually, type Person, personWith, signIn } from '../support/person.ts';
import { said } from '../support/toasts.ts';
import { openVisitor, signInAs, type Visitor } from '../support/visitor.ts';

/** Owner and admin at their screens. The product is shared: what a story changes it puts back, and it cleans nothing. */
let browser: Browser;
let otto: Visitor;
let ada: Visitor;
let asOtto: Person;
const nobody = personWith(product.origin, '');

beforeAll(async () => {
  browser = await openBrowser();
  asOtto = await signIn(product.origin, 'otto');
  otto = await openVisitor(browser, product.origin);
  ada = await openVisitor(browser, product.origin, { width: 390, height: 844, theme: 'light' });
  await signInAs(otto.page, 'otto');
  await signInAs(ada.page, 'ada');
});
afterAll(async () => {
  await browser?.close();
});

test('S7.01 /admin says to nobody that they must log in, and leads to the landing page', async () => {
  const { page, close } = await openVisitor(browser, product.origin);
  await page.goto(`${product.origin}/admin`);
  await page.getByRole('heading', { name: 'Authentication Required' }).waitFor();
  await page.waitForURL(new RegExp(`^${product.origin}/$`));
  await close();
});

test('S7.01 /admin is closed to an admin who is no owner, says so, and leads to the dashboard', async () => {
  await ada.page.goto(`${product.origin}/admin`);
  await ada.page
    .getByText('Access Denied - This page is restricted to the platform owner only.', { exact: true })
    .waitFor();
  await ada.page.waitForURL('**/dashboard');
});

test('S7.02 the owner’s cards show what the platform’s figures say', async () => {
  const { page } = otto;
  await page.goto(`${product.origin}/admin`);
  await page.getByRole('heading', { name: 'Owner Panel' }).waitFor();
  const { body } = await asOtto.call<{ totalUsers: number; newUsersToday: number }>(
    'GET',
    '/api/admin/stats',
  );
  const users = page.getByText('Total Users', { exact: true }).locator('xpath=../..');
  await users.getByText(String(body.totalUsers), { exact: true }).waitFor();
  await users.getByText(`${body.newUsersToday} new today`).waitFor();
  for (const label of ['Total Revenue', 'Active Listings', 'Wallet Balance'])
    await page.getByText(label, { exact: true }).waitFor();
});

test('S7.03 a person is searched, verified and back, banned after a question and unbanned; owners have no ban', async () => {
  const { page } = otto;
  await page.goto(`${product.origin}/admin`);
  const search = page.getByRole('textbox', { name: 'Search users' });
  await search.fill('otto');
  await page.getByRole('button', { name: 'Edit otto' }).waitFor();
  expect(await page.getByRole('button', { name: 'Ban otto' }).count()).toBe(0);

  await search.fill('mira');
  await page.getByRole('button', { name: 'Edit mira' }).click();
  const dialog = page.getByRole('dialog');
  const verified = dialog.getByRole('switch', { name: 'Verified' });
  const before = await verified.isChecked();
  await verified.click();
  const readAnew = page.waitForResponse(
    (answer) => answer.request().method() === 'GET' && answer.url().includes('/api/admin/users'),
  );
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await said(page, 'User Updated');
  await (await readAnew).finished();
  await eventually(
    () => person('mira'),
    ({ isVerified }) => isVerified !== before,
  );

  await page.getByRole('button', { name: 'Ban mira' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  expect((await person('mira')).isBanned).toBe(false);
  await page.getByRole('button', { name: 'Edit mira' }).click();
  await dialog.getByRole('switch', { name: 'Verified' }).click();
  await dialog.getByRole('switch', { name: 'Banned' }).click();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('button', { name: 'Unban mira' }).click();
  await said(page, 'User Unbanned');
  expect(await person('mira')).toMatchObject({ isBanned: false, isVerified: before });
});

test('S7.04 a manual sweep answers what it did', async () => {
  await otto.page.getByRole('button', { name: 'Manual Sweep' }).click();
  await said(otto.page, /^(Sweep Started|Nothing to sweep)$/);
});

test('S7.04 a sweep that is refused is a Sweep Failed with the reason', async () => {
  const { page } = otto;
  const body = { message: 'Service unavailable', code: 'service_unavailable' };
  await page.route('**/api/wallet/manual-sweep', (route) => route.fulfill({ status: 503, json: body }));
  await page.getByRole('button', { name: 'Manual Sweep' }).click();
  await said(page, 'Sweep Failed', 'Service is temporarily down');
  await page.unroute('**/api/wallet/manual-sweep');
});

test('S7.05 cleaning asks for its word, Enter alone does nothing, and Cancel keeps everyone', async () => {
  const { page } = otto;
  const users = async () => (await asOtto.call<unknown[]>('GET', '/api/admin/users')).body.length;
  const before = await users();
  for (const [button, word] of [
    ['Clean Database', 'CLEAN'],
    ['Clear Test Balances', 'CLEAR'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('alertdialog');
    const confirm = dialog.getByRole('button', { name: button });
    const field = dialog.getByLabel(`Type "${word}" to confirm`);
    await field.fill(word.toLowerCase());
    await field.press('Enter');
    expect(await confirm.isDisabled()).toBe(true);
    await field.fill(word);
    expect(await confirm.isEnabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
  }
  expect(await users()).toBe(before);
});

test('S7.06 a backup is made and its download starts; rate limits are cleared after a question', async () => {
  const { page } = otto;
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Create Backup' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^sterling-.*\.backup\.gz$/);
  expect((await stat(await file.path())).size).toBeGreaterThan(1_000);
  await said(page, 'Backup Created');

  await page.getByRole('button', { name: 'Clear Rate Limits' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear Rate Limits' }).click();
  await said(page, 'Rate Limits Cleared');
  await page.getByRole('region', { name: 'Audit log' }).getByText('Limits cleared').first().waitFor();
});

test('S7.01 a report waits first on the page; rejected with a reason it is gone, and the log knows who and why', async () => {
  const report = { robloxUsername: 'NobodySellsThis', contact: 'me@example.org', text: 'This is mine.' };
  await nobody.call('POST', '/api/reports', report);
  const { page } = otto;
  await page.goto(`${product.origin}/admin`);
  const item = page.getByRole('listitem').filter({ hasText: 'NobodySellsThis' });
  await item.getByRole('button', { name: 'Reject' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await dialog.getByText('Say why, for those who read it later').waitFor();
  await dialog.getByLabel('Reason').fill('No such account is for sale');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await said(page, 'Decision saved');
  await item.waitFor({ state: 'detached' });

  await page.getByRole('textbox', { name: 'Search the audit log' }).fill('No such account is for sale');
  const row = page.getByRole('row').filter({ hasText: 'No such account is for sale' });
  await row.filter({ hasText: 'Reviews rejected' }).filter({ hasText: 'otto' }).waitFor();
});

test('S7.08 /reset offers an owner to clear all after a typed word, and nobody else', async () => {
  await otto.page.goto(`${product.origin}/reset`);
  await otto.page.getByRole('button', { name: 'Clear all' }).click();
  await otto.page.getByLabel('Type "CLEAR" to confirm').waitFor();
  await otto.page.keyboard.press('Escape');
  await ada.page.goto(`${product.origin}/reset`);
  await ada.page.getByRole('button', { name: 'Delete my account' }).waitFor();
  expect(await ada.page.getByRole('button', { name: 'Clear all' }).count()).toBe(0);
});

test('nobody’s console shows an error', () => {
  expect(ada.errors).toEqual([]);
  // the refused sweep, which Chromium notes
  expect(otto.errors.filter((error) => !error.includes('503'))).toEqual([]);
});

interface Someone {
  readonly username: string;
  readonly isBanned: boolean;
  readonly isVerified: boolean;
}

async function person(username: string): Promise<Someone> {
  const { body } = await asOtto.call<Someone[]>('GET', `/api/admin/users?search=${username}`);
  return body[0]!;
}
