import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { offer } from '../support/person.ts';
import { expect, sharing } from '../support/stories.ts';

/** Filters and CSV files of accounts, sales, users and the audit log. */

const test = sharing(async ({ sandbox, person, as, atEnd }) => {
  const accountIds: string[] = [];
  const asVera = await person('vera', 'seller');
  for (const name of ['VeraOne', 'VeraTwo'])
    accountIds.push(await offer(asVera, await sandbox.makeAccount(name, 10), '5.90'));
  const vera = await as('vera', { path: '/dashboard?section=roblox-accounts' });
  const otto = await as('otto', { path: '/admin' });
  atEnd(async () => {
    for (const id of accountIds) await asVera.call('DELETE', `/api/roblox-accounts/${id}`);
  });
  return { vera, otto };
});

/** The rows of the CSV file that a card offers, without the header. */
async function exported(page: Page, card: string): Promise<string[]> {
  const download = page.waitForEvent('download');
  await page.getByRole('region', { name: card }).getByRole('link', { name: 'Export CSV' }).click();
  const file = await (await download).path();
  return readFileSync(file, 'utf8').trim().split('\r\n').slice(1);
}

const choose = async (page: Page, field: string, option: string) => {
  await page.getByRole('combobox', { name: field, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

test('a seller filters the accounts by status and day, and exports what the list shows', async ({
  shared: { vera },
}) => {
  const { page } = vera;
  const accounts = page.getByRole('region', { name: 'Accounts', exact: true });
  await expect(accounts.getByRole('row').nth(1)).toBeVisible();
  const all = await exported(page, 'Accounts');
  expect(all).toHaveLength(2);
  await accounts.getByRole('button', { name: 'Filters' }).click();
  await choose(page, 'Status', 'Invalid Cookie');
  await expect(accounts.getByText('Nothing matches these filters')).toBeVisible();
  expect(await exported(page, 'Accounts')).toEqual([]);
  await choose(page, 'Status', 'Active - For Sale');
  await expect(accounts.getByRole('row').nth(1)).toBeVisible();
  expect((await exported(page, 'Accounts')).every((line) => line.includes(',online,'))).toBe(true);
  await accounts.getByLabel('From').fill('2099-01-01');
  await expect(accounts.getByText('Nothing matches these filters')).toBeVisible();
  await accounts.getByRole('button', { name: 'Clear filters' }).click();
  await expect(accounts.getByRole('row').nth(1)).toBeVisible();
});

test('a printed list has its rows without the controls around it', async ({ shared: { vera, otto } }) => {
  for (const { page } of [vera, otto]) await page.emulateMedia({ media: 'print' });
  await expect(vera.page.getByRole('row').filter({ hasText: 'VeraOne' })).toBeVisible();
  for (const name of ['Filters', 'Open command palette', /^Actions for VeraOne/])
    await expect(vera.page.getByRole('button', { name })).toHaveCount(0);
  await expect(vera.page.getByRole('link', { name: 'Export CSV' })).toHaveCount(0);
  await expect(otto.page.getByText(/^Showing 1 to/).first()).toBeVisible();
  await expect(otto.page.getByRole('button', { name: 'Next' })).toHaveCount(0);
  for (const { page } of [vera, otto]) await page.emulateMedia({ media: null });
});

test('a seller exports all sales', async ({ shared: { vera } }) => {
  const { page } = vera;
  await page.goto('/dashboard?section=transactions');
  await page.getByRole('button', { name: 'Filters' }).click();
  await choose(page, 'Type', 'All sales');
  const lines = await exported(page, 'All Transactions');
  expect(lines.every((line) => /,(robux_)?sale,/.test(line))).toBe(true);
});

test('an owner filters and exports the users, and finds both exports in the audit log', async ({
  shared: { otto },
}) => {
  const { page } = otto;
  const people = page.getByRole('region', { name: 'User Management' });
  await expect(people.getByRole('row').nth(1)).toBeVisible();
  await people.getByRole('button', { name: 'Filters' }).click();
  await choose(page, 'Role', 'Seller');
  const sellers = await exported(page, 'User Management');
  expect(sellers.length).toBeGreaterThan(0);
  expect(sellers.every((line) => line.includes(',seller,'))).toBe(true);
  const log = page.getByRole('region', { name: 'Audit log' });
  await choose(page, 'Action', 'Users exported');
  await page.reload();
  await choose(page, 'Action', 'Users exported');
  await expect(log.getByRole('row').filter({ hasText: 'Users exported' }).first()).toBeVisible();
  const entries = await exported(page, 'Audit log');
  expect(entries.length).toBeGreaterThan(0);
  expect(entries.every((line) => line.includes(',users.exported,otto'))).toBe(true);
});

test('the console shows no error', ({ shared: { vera, otto } }) => {
  expect([...vera.errors, ...otto.errors]).toEqual([]);
});
