import { accessibilityViolations } from '../support/accessibility.ts';
import { offer } from '../support/person.ts';
import { expect, sharing } from '../support/stories.ts';
import { expectToast } from '../support/toasts.ts';
import { waitForContent } from '../support/visitor.ts';

/** Ruby prices an account with a rule. It has less than 100 Robux, so no other story meets it. Each test needs the ones before. */

const test = sharing(async ({ sandbox, person, as }) => {
  const ruby = await person('ruby', 'seller');
  await offer(ruby, await sandbox.makeAccount('ruby_stock', 60), '5.95');
  const { page, errors } = await as('ruby', { path: '/dashboard?section=roblox-accounts' });
  await waitForContent(page);
  const row = page.locator('tbody tr').filter({ hasText: 'ruby_stock' });
  const sheet = page.getByRole('dialog', { name: 'Price rules' });
  const openRules = async () => {
    await page.getByRole('button', { name: 'Actions for all accounts' }).click();
    await page.getByRole('menuitem', { name: 'Price rules' }).click();
  };
  const act = async (name: string) => {
    await sheet.getByRole('button', { name: 'Actions for By stock' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  return { page, errors, row, sheet, openRules, act };
});

test.describe.configure({ mode: 'serial' });

test('a rule is tried, saved, and sets the rate', { tag: '@S9.06' }, async ({
  shared: { page, row, sheet, openRules },
}) => {
  await openRules();
  await expect(sheet.getByText('No price rules yet')).toBeVisible();
  await sheet.getByRole('button', { name: 'Add a rule' }).click();
  const form = page.getByRole('dialog', { name: 'Add a price rule' });
  await form.getByLabel('Name').fill('By stock');
  await form.getByLabel('Start from').click();
  await page.getByRole('option', { name: 'A rate of my own' }).click();
  await form.getByLabel('Rate per 1K').fill('5.50');
  await form.getByLabel('Floor').fill('5');
  await form.getByLabel('Ceiling').fill('4');
  await page.keyboard.press('Tab');
  await expect(form.getByText('The ceiling must not be below the floor')).toBeVisible();
  await form.getByLabel('Ceiling').fill('5.60');
  await form.getByRole('button', { name: 'Add a stock step' }).click();
  await form.getByLabel('From Robux, step 1').fill('50');
  await form.getByLabel('Cents, step 1').fill('5');
  await form.getByLabel('ruby_stock').click();
  await form.getByRole('button', { name: 'Show the rates now' }).click();
  await expect(form.getByText('$5.95 → $5.55')).toBeVisible();
  await expect(form.getByText('The base rate is $5.50. 5 cents more from 50 Robux on.')).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Add rule' }).click();
  await expect(sheet.getByText('Starts from $5.50')).toBeVisible();
  await expect(row.getByText('$5.55')).toBeAttached();
});

test('the seller sees what the rule changed', async ({ shared: { page, sheet } }) => {
  await sheet.getByRole('button', { name: 'Changes' }).click();
  const log = page.getByRole('dialog', { name: 'Changes by “By stock”' });
  await expect(log.getByText('$5.95 → $5.55')).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
  await log.getByRole('button', { name: 'Close' }).click();
  await sheet.getByRole('button', { name: 'Close' }).click();
});

test('a rate that is set by hand is set again', async ({ shared: { page, row } }) => {
  await row.getByRole('button', { name: /edit price of ruby_stock/ }).click();
  await row.getByLabel('Price per 1K of ruby_stock').fill('5.80');
  await row.getByRole('button', { name: 'Save price' }).click();
  await expectToast(page, 'Rate Updated', /until your price rule “By stock” sets it again/);
  await expect(row.getByText('$5.55')).toBeVisible();
});

test('the rule is turned off and deleted', async ({ shared: { page, errors, sheet, openRules, act } }) => {
  await openRules();
  await act('Turn off');
  await expect(sheet.getByText('Off', { exact: true })).toBeVisible();
  await act('Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(sheet.getByText('No price rules yet')).toBeVisible();
  expect(errors).toEqual([]);
});
