import { accessibilityViolations } from '../support/accessibility.ts';
import { expect, sharing } from '../support/stories.ts';
import { expectToast } from '../support/toasts.ts';
import { DESKTOP, PHONE, resize, waitForContent } from '../support/visitor.ts';

/** Imke imports accounts, sees their history and sets an alert. Each test needs the ones before. */

const test = sharing(async ({ sandbox, person, as }) => {
  // each has less than 100 Robux, so other stories cannot buy from them
  const made = [await sandbox.makeAccount('Imke01', 61), await sandbox.makeAccount('Imke02', 62)];
  await person('imke', 'seller');
  const { page, errors } = await as('imke', { path: '/dashboard?section=roblox-accounts' });
  await waitForContent(page);
  const choose = async (of: string, name: string) => {
    await page.getByRole('button', { name: `Actions for ${of}` }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  return { page, errors, cookies: made.map(({ cookie }) => cookie), choose };
});

test.describe.configure({ mode: 'serial' });

test('accounts are imported from lines, each with its result', {
  tag: '@S9.07',
}, async ({ shared: { page, cookies, choose } }) => {
  await choose('all accounts', 'Import accounts');
  const form = page.getByRole('dialog', { name: 'Import accounts' });
  await form.getByLabel('Cookies').fill(`${cookies[0]}\n${cookies[1]},5.90\nDEAD\n${cookies[0]}`);
  await form.getByLabel('Rate per 1K Robux').fill('5.95');
  await form.getByRole('button', { name: 'Import accounts' }).click();
  await expect(form.getByText('Please confirm that these accounts are yours')).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
  await form.getByRole('checkbox').check();
  await form.getByRole('button', { name: 'Import accounts' }).click();
  const results = page.getByRole('dialog', { name: 'Import finished' });
  await expect(results.getByRole('status')).toHaveText('2 added, 2 refused');
  await expect(results.getByRole('listitem').filter({ hasText: 'Imke02' })).toContainText('Added');
  await expect(results.getByText('The same cookie as line 1')).toBeVisible();
  await expect(results.getByText('Invalid cookie')).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
  // a phone with large text
  await resize(page, { width: 280, height: 600 });
  const endings = results.getByText(/…\S{4}$/);
  await expect(endings).toHaveCount(4);
  const cutOff = (parts: Element[]) =>
    parts.filter(
      (part) => part.getBoundingClientRect().right > part.parentElement!.getBoundingClientRect().right + 1,
    ).length;
  expect(await endings.evaluateAll(cutOff)).toBe(0);
  await resize(page, DESKTOP);
});

test('the results stay after a reload, and the new accounts are for sale', {
  tag: '@S9.07',
}, async ({ shared: { page, cookies } }) => {
  await page.reload();
  const results = page.getByRole('dialog', { name: 'Import finished' });
  await expect(results.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '4');
  expect(page.url()).not.toContain(cookies[0]!.slice(-12));
  await results.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.locator('tbody tr')).toHaveCount(2);
  await expect(page.locator('tbody tr').filter({ hasText: 'Imke02' })).toContainText('$5.90');
});

test('the history of an account shows its earnings and what happened to it', {
  tag: '@S9.08',
}, async ({ shared: { page, choose } }) => {
  await choose('Imke01', 'Deactivate');
  await expectToast(page, 'Status Updated');
  await choose('Imke01', 'History');
  const sheet = page.getByRole('dialog', { name: 'Account history' });
  await expect(sheet.getByText('No orders ended in this period')).toBeVisible();
  await sheet.getByRole('tab', { name: 'Health' }).click();
  await expect(sheet.getByRole('listitem')).toHaveText([/Deactivated/, /Added.*61 Robux/]);
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.setViewportSize(PHONE);
  await page.reload();
  await expect(sheet.getByText('Imke01')).toBeVisible();
  await expect(sheet.getByRole('tab', { name: 'Health' })).toHaveAttribute('aria-selected', 'true');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();
  expect(page.url()).not.toContain('sheet');
});

test('the seller sets an alert for low stock', {
  tag: '@S9.08',
}, async ({ shared: { page, errors, choose } }) => {
  await choose('all accounts', 'Low stock alert');
  const form = page.getByRole('dialog', { name: 'Low stock alert' });
  // no order is small enough for accounts with less than 100 Robux
  await expect(form.getByText('You have 0 R$ for sale now')).toBeVisible();
  await form.getByLabel('Alert me below').fill('50');
  await form.getByRole('button', { name: 'Save alert' }).click();
  await expectToast(page, 'Alert saved', /^Your stock is below this already\./);
  expect(errors).toEqual([]);
});
