import { stat } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { eventually, type Person, personWith, signIn } from '../support/person.ts';
import { expectToast } from '../support/toasts.ts';
import { openVisitor, signInAs, type Visitor } from '../support/visitor.ts';

/** The screens of owner and admin. Other stories share the product, so each test undoes its changes and deletes nothing. */
let browser: Browser;
let otto: Visitor;
let ada: Visitor;
let asOtto: Person;
const signedOut = personWith(product.origin, '');

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

test('S7.01 /admin asks visitors without a session to log in and returns to the landing page', async () => {
  const { page, close } = await openVisitor(browser, product.origin);
  await page.goto(`${product.origin}/admin`);
  await page.getByRole('heading', { name: 'Authentication Required' }).waitFor();
  await page.waitForURL(new RegExp(`^${product.origin}/$`));
  await close();
});

test('S7.01 /admin refuses an admin who is not an owner and returns to the dashboard', async () => {
  await ada.page.goto(`${product.origin}/admin`);
  await ada.page
    .getByText('Access Denied - This page is restricted to the platform owner only.', { exact: true })
    .waitFor();
  await ada.page.waitForURL('**/dashboard');
});

test('S7.02 the owner’s cards show the figures of the server', async () => {
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

test('S7.03 an owner searches, verifies, bans and unbans a user, and cannot ban an owner', async () => {
  const { page } = otto;
  await page.goto(`${product.origin}/admin`);
  const search = page.getByRole('textbox', { name: 'Search users' });
  await search.fill('otto');
  await page.getByRole('button', { name: 'Edit otto' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('switch', { name: 'Banned' }).waitFor();
  expect(await page.getByRole('button', { name: 'Ban otto' }).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await search.fill('mira');
  await page.getByRole('button', { name: 'Edit mira' }).click();
  const verified = dialog.getByRole('switch', { name: 'Verified' });
  const before = await verified.isChecked();
  await verified.click();
  const refetched = page.waitForResponse(
    (answer) => answer.request().method() === 'GET' && answer.url().includes('/api/admin/users'),
  );
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'User Updated');
  await (await refetched).finished();
  await eventually(
    () => userRow('mira'),
    ({ isVerified }) => isVerified !== before,
  );

  expect(await page.getByRole('button', { name: 'Ban mira' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Edit mira' }).click();
  await dialog.getByRole('button', { name: 'Ban mira' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  expect((await userRow('mira')).isBanned).toBe(false);
  await page.getByRole('button', { name: 'Edit mira' }).click();
  await dialog.getByRole('switch', { name: 'Verified' }).click();
  await dialog.getByRole('switch', { name: 'Banned' }).click();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('button', { name: 'Unban mira' }).click();
  await expectToast(page, 'User Unbanned');
  expect(await userRow('mira')).toMatchObject({ isBanned: false, isVerified: before });
});

test('an owner signs a user out everywhere', async () => {
  const { page } = otto;
  const mira = await signIn(product.origin, 'mira');
  await page.goto(`${product.origin}/admin`);
  await page.getByRole('textbox', { name: 'Search users' }).fill('mira');
  await page.getByRole('button', { name: 'Edit mira' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expectToast(page, 'User Signed Out', /^mira was signed out of/);
  expect((await mira.call('GET', '/api/auth/user')).status).toBe(401);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('S7.04 a manual sweep shows its result', async () => {
  await otto.page.getByRole('button', { name: 'Manual Sweep' }).click();
  await expectToast(otto.page, /^(Sweep Started|Nothing to sweep)$/);
});

test('S7.04 a refused sweep shows Sweep Failed with the reason', async () => {
  const { page } = otto;
  const body = { message: 'Service unavailable', code: 'service_unavailable' };
  await page.route('**/api/wallet/manual-sweep', (route) => route.fulfill({ status: 503, json: body }));
  await page.getByRole('button', { name: 'Manual Sweep' }).click();
  await expectToast(page, 'Sweep Failed', 'Service is temporarily down');
  await page.unroute('**/api/wallet/manual-sweep');
});

test('S7.05 cleaning needs a typed word, and Cancel deletes nothing', async () => {
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

test('S7.06 an owner downloads a backup and clears the rate limits', async () => {
  const { page } = otto;
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Create Backup' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^sterling-.*\.backup\.gz$/);
  expect((await stat(await file.path())).size).toBeGreaterThan(1_000);
  await expectToast(page, 'Backup Created');

  await page.getByRole('button', { name: 'Clear Rate Limits' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear Rate Limits' }).click();
  await expectToast(page, 'Rate Limits Cleared');
  await page.getByRole('region', { name: 'Audit log' }).getByText('Rate limits cleared').first().waitFor();
});

test('an owner rejects a report with a reason, and the audit log shows who and why', async () => {
  const report = { robloxUsername: 'NobodySellsThis', contact: 'me@example.org', text: 'This is mine.' };
  await signedOut.call('POST', '/api/reports', report);
  const { page } = otto;
  await page.goto(`${product.origin}/admin`);
  const item = page.getByRole('listitem').filter({ hasText: 'NobodySellsThis' });
  await item.getByRole('button', { name: 'Reject' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await dialog.getByText('Enter a reason').waitFor();
  await dialog.getByLabel('Reason').fill('No such account is for sale');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expectToast(page, 'Decision saved');
  await item.waitFor({ state: 'detached' });

  await page.getByRole('textbox', { name: 'Search the audit log' }).fill('No such account is for sale');
  const row = page.getByRole('row').filter({ hasText: 'No such account is for sale' });
  await row.filter({ hasText: 'Report rejected' }).filter({ hasText: 'otto' }).waitFor();
});

test('S7.08 /reset lets owners clear all data and lets other users delete their own account', async () => {
  await otto.page.goto(`${product.origin}/reset`);
  await otto.page.getByRole('button', { name: 'Clear all' }).click();
  await otto.page.getByLabel('Type "CLEAR" to confirm').waitFor();
  await otto.page.keyboard.press('Escape');
  await ada.page.goto(`${product.origin}/reset`);
  await ada.page.getByRole('button', { name: 'Delete my account' }).waitFor();
  expect(await ada.page.getByRole('button', { name: 'Clear all' }).count()).toBe(0);
});

test('the console shows no error', () => {
  expect(ada.errors).toEqual([]);
  // Chromium logs the refused sweep
  expect(otto.errors.filter((error) => !error.includes('503'))).toEqual([]);
});

interface UserRow {
  readonly username: string;
  readonly isBanned: boolean;
  readonly isVerified: boolean;
}

async function userRow(username: string): Promise<UserRow> {
  const { body } = await asOtto.call<UserRow[]>('GET', `/api/admin/users?search=${username}`);
  return body[0]!;
}
