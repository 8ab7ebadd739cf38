import { stat } from 'node:fs/promises';
import { replaceAnswers } from '../support/answers.ts';
import { eventually, personWith } from '../support/person.ts';
import { expect, sharing } from '../support/stories.ts';
import { expectToast } from '../support/toasts.ts';
import { totpCode } from '../support/totp.ts';
import { PHONE, searchFor } from '../support/visitor.ts';

/** The screens of owner and admin. Other stories share the product, so each test undoes its changes and deletes nothing. */

const test = sharing(async ({ product, person, as }) => {
  const signedOut = personWith(product.origin, '');
  const asOtto = await person('otto');
  const otto = await as('otto', { path: '/admin' });
  const ada = await as('ada', { size: PHONE, theme: 'light', path: '/healthz' });

  async function userRow(username: string): Promise<UserRow> {
    const { body } = await asOtto.call<UserRow[]>('GET', `/api/admin/users?search=${username}`);
    return body[0]!;
  }

  return { otto, ada, asOtto, signedOut, userRow };
});

test.describe.configure({ mode: 'serial' });

test('/admin asks visitors without a session to log in and returns to the landing page', {
  tag: '@S7.01',
}, async ({ product, visit }) => {
  const { page } = await visit({ path: '/admin' });
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible();
  await page.waitForURL(new RegExp(`^${product.origin}/(\\?|$)`));
});

test('/admin refuses an admin who is not an owner and returns to the dashboard', { tag: '@S7.01' }, async ({
  shared: { ada },
}) => {
  await ada.page.goto('/admin');
  await expect(
    ada.page.getByText('Access Denied - This page is restricted to the platform owner only.', {
      exact: true,
    }),
  ).toBeVisible();
  await ada.page.waitForURL('**/dashboard');
});

test('the owner’s cards show the figures of the server', { tag: '@S7.02' }, async ({
  shared: { otto, asOtto },
}) => {
  const { page } = otto;
  await expect(page.getByRole('heading', { name: 'Owner Panel' })).toBeVisible();
  const { body } = await asOtto.call<{ totalUsers: number; newUsersToday: number }>(
    'GET',
    '/api/admin/stats',
  );
  const users = page.getByText('Total Users', { exact: true }).locator('xpath=../..');
  await expect(users.getByText(String(body.totalUsers), { exact: true })).toBeVisible();
  await expect(users.getByText(`${body.newUsersToday} new today`)).toBeVisible();
  for (const label of ['Total Revenue', 'Active Listings', 'Wallet Balance'])
    await expect(page.getByText(label, { exact: true })).toBeVisible();
});

test('an owner searches, verifies, bans and unbans a user, and cannot ban an owner', {
  tag: '@S7.03',
}, async ({ shared: { otto, userRow } }) => {
  const { page } = otto;
  await searchFor(page, 'Search users', 'otto');
  await page.getByRole('button', { name: 'Edit otto' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('switch', { name: 'Banned' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ban otto' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await searchFor(page, 'Search users', 'mira');
  await page.getByRole('button', { name: 'Edit mira' }).click();
  const verified = dialog.getByRole('switch', { name: 'Verified' });
  const before = await verified.isChecked();
  await verified.click();
  const refetched = page.waitForResponse(
    (answer) => answer.request().method() === 'GET' && answer.url().includes('/api/admin/users'),
  );
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expectToast(page, 'User updated');
  await (await refetched).finished();
  await eventually(
    () => userRow('mira'),
    ({ isVerified }) => isVerified !== before,
  );

  await expect(page.getByRole('button', { name: 'Ban mira' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit mira' }).click();
  await dialog.getByRole('button', { name: 'Ban mira' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  expect((await userRow('mira')).isBanned).toBe(false);
  await dialog.getByRole('switch', { name: 'Verified' }).click();
  await dialog.getByRole('switch', { name: 'Banned' }).click();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('button', { name: 'Unban mira' }).click();
  await expectToast(page, 'User unbanned');
  expect(await userRow('mira')).toMatchObject({ isBanned: false, isVerified: before });
});

test('an owner signs a user out everywhere', async ({ shared: { otto }, person }) => {
  const { page } = otto;
  const mira = await person('mira');
  await searchFor(page, 'Search users', 'mira');
  const question = page.getByRole('alertdialog', { name: 'Sign out mira everywhere?' });
  await page.getByRole('button', { name: 'Edit mira' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End sessions' }).click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect((await mira.call('GET', '/api/auth/user')).status).toBe(200);
  // the menu of the last row lies above the pages of the table
  await page.getByRole('button', { name: 'Actions for mira' }).click();
  await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click();
  await question.getByRole('button', { name: 'Sign out mira' }).click();
  await expectToast(page, 'User signed out', /^mira was signed out of/);
  expect((await mira.call('GET', '/api/auth/user')).status).toBe(401);
});

test('access 3: an admin requests the reset of a lost second factor, sees its time, and cancels it', async ({
  shared: { ada },
  person,
}) => {
  const lost = await person('lena');
  const { body } = await lost.call<{ secret: string }>('POST', '/api/factors/totp/secret');
  await lost.call('POST', '/api/factors/totp', { name: 'Phone', code: totpCode(body.secret) });
  const { page } = ada;
  await page.goto('/dashboard?section=admin');
  await searchFor(page, 'Search users', 'lena');
  await page.getByRole('button', { name: 'Actions for lena' }).click();
  await page.getByRole('menuitem', { name: 'Reset second factor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reset the second factor of lena?' });
  await expect(dialog).toContainText(/can cancel the reset for \d+ hours|while it waits/);
  await dialog.getByRole('textbox').fill('Seen on a call');
  await dialog.getByRole('button', { name: 'Request reset' }).click();
  await expectToast(page, 'Reset requested');
  await expect(page.getByText(/^Factor reset after/)).toBeVisible();
  await page.getByRole('button', { name: 'Actions for lena' }).click();
  await page.getByRole('menuitem', { name: 'Cancel the reset' }).click();
  await expectToast(page, 'Reset cancelled');
  await expect(page.getByText(/^Factor reset after/)).not.toBeAttached();
});

test('a manual sweep shows its result', { tag: '@S7.04' }, async ({ shared: { otto } }) => {
  await otto.page.getByRole('button', { name: 'Manual sweep' }).click();
  await expectToast(otto.page, /^(Sweep started|Nothing to sweep)$/);
});

test('a refused sweep shows Sweep Failed with the reason', { tag: '@S7.04' }, async ({
  shared: { otto },
}) => {
  const { page } = otto;
  const body = { message: 'Service unavailable', code: 'service_unavailable' };
  const restore = await replaceAnswers(page, '**/api/wallet/manual-sweep', (route) =>
    route.fulfill({ status: 503, json: body }),
  );
  await page.getByRole('button', { name: 'Manual sweep' }).click();
  await expectToast(page, 'Sweep Failed', 'Service is temporarily down');
  restore();
});

test('cleaning needs a typed word, and Cancel deletes nothing', { tag: '@S7.05' }, async ({
  shared: { otto, asOtto },
}) => {
  const { page } = otto;
  const users = async () => (await asOtto.call<unknown[]>('GET', '/api/admin/users')).body.length;
  const before = await users();
  for (const [button, word] of [
    ['Clean database', 'CLEAN'],
    ['Clear test balances', 'CLEAR'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('alertdialog');
    const confirm = dialog.getByRole('button', { name: button });
    const field = dialog.getByLabel(`Type "${word}" to confirm`);
    await field.fill(word.toLowerCase());
    await field.press('Enter');
    await expect(confirm).toBeDisabled();
    await field.fill(word);
    await expect(confirm).toBeEnabled();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).not.toBeAttached();
  }
  expect(await users()).toBe(before);
});

test('an owner downloads a backup and clears the rate limits', { tag: '@S7.06' }, async ({
  shared: { otto },
}) => {
  const { page } = otto;
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Create backup' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^sterling-.*\.backup\.gz$/);
  expect((await stat(await file.path())).size).toBeGreaterThan(1_000);
  await expectToast(page, 'Backup created');

  await page.getByRole('button', { name: 'Clear rate limits' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear rate limits' }).click();
  await expectToast(page, 'Rate limits cleared');
  await expect(
    page.getByRole('region', { name: 'Audit log' }).getByText('Rate limits cleared').first(),
  ).toBeVisible();
});

test('an owner rejects a report with a reason, and the audit log shows who and why', async ({
  shared: { otto, signedOut },
}) => {
  const report = { robloxUsername: 'NobodySellsThis', contact: 'me@example.org', text: 'This is mine.' };
  await signedOut.call('POST', '/api/reports', report);
  const { page } = otto;
  const item = page.getByRole('listitem').filter({ hasText: 'NobodySellsThis' });
  await item.getByRole('button', { name: 'Reject' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(dialog.getByText('Enter a reason')).toBeVisible();
  await dialog.getByLabel('Reason').fill('No such account is for sale');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expectToast(page, 'Decision saved');
  await expect(item).not.toBeAttached();

  await page.getByRole('textbox', { name: 'Search the audit log' }).fill('No such account is for sale');
  const row = page.getByRole('row').filter({ hasText: 'No such account is for sale' });
  await expect(row.filter({ hasText: 'Report rejected' }).filter({ hasText: 'otto' })).toBeVisible();
});

test('/reset lets owners clear all data and lets other users delete their own account', {
  tag: '@S7.08',
}, async ({ shared: { otto, ada } }) => {
  await otto.page.goto('/reset');
  await otto.page.getByRole('button', { name: 'Clear all' }).click();
  await expect(otto.page.getByLabel('Type "CLEAR" to confirm')).toBeVisible();
  await otto.page.keyboard.press('Escape');
  await ada.page.goto('/reset');
  await expect(ada.page.getByRole('button', { name: 'Delete my account' })).toBeVisible();
  await expect(ada.page.getByRole('button', { name: 'Clear all' })).toHaveCount(0);
});

test('the console shows no error', ({ shared: { otto, ada } }) => {
  expect(ada.errors).toEqual([]);
  // Chromium logs the refused sweep
  expect(otto.errors.filter((error) => !error.includes('503'))).toEqual([]);
});

interface UserRow {
  readonly username: string;
  readonly isBanned: boolean;
  readonly isVerified: boolean;
}
