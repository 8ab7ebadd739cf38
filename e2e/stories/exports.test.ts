import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { offer, type Person, signInWithRole } from '../support/person.ts';
import { controlSandbox } from '../support/sandbox.ts';
import { openAs, type Visitor } from '../support/visitor.ts';

/** Filters and CSV files of accounts, sales, users and the audit log. */
let browser: Browser;
let [vera, otto]: Visitor[] = [];
let asVera: Person;
const accountIds: string[] = [];

beforeAll(async () => {
  browser = await openBrowser();
  const sandbox = controlSandbox(product.sandbox);
  asVera = await signInWithRole(product.origin, 'vera', 'seller');
  for (const name of ['VeraOne', 'VeraTwo'])
    accountIds.push(await offer(asVera, await sandbox.makeAccount(name, 10), '5.90'));
  vera = await openAs(browser, product.origin, 'vera', undefined, '/dashboard?section=roblox-accounts');
  otto = await openAs(browser, product.origin, 'otto', undefined, '/admin');
});
afterAll(async () => {
  for (const id of accountIds) await asVera.call('DELETE', `/api/roblox-accounts/${id}`);
  await browser?.close();
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

test('a seller filters the accounts by status and day, and exports what the list shows', async () => {
  const { page } = vera!;
  const accounts = page.getByRole('region', { name: 'Accounts', exact: true });
  await accounts.getByRole('row').nth(1).waitFor();
  const all = await exported(page, 'Accounts');
  expect(all).toHaveLength(2);
  await accounts.getByRole('button', { name: 'Filters' }).click();
  await choose(page, 'Status', 'Invalid Cookie');
  await accounts.getByText('No accounts match these filters').waitFor();
  expect(await exported(page, 'Accounts')).toEqual([]);
  await choose(page, 'Status', 'Active - For Sale');
  await accounts.getByRole('row').nth(1).waitFor();
  expect((await exported(page, 'Accounts')).every((line) => line.includes(',online,'))).toBe(true);
  await accounts.getByLabel('From').fill('2099-01-01');
  await accounts.getByText('No accounts match these filters').waitFor();
  await accounts.getByRole('button', { name: 'Clear filters' }).click();
  await accounts.getByRole('row').nth(1).waitFor();
});

test('a seller exports all sales', async () => {
  const { page } = vera!;
  await page.goto(`${product.origin}/dashboard?section=transactions`);
  await page.getByRole('button', { name: 'Filters' }).click();
  await choose(page, 'Type', 'All sales');
  const lines = await exported(page, 'All Transactions');
  expect(lines.every((line) => /,(robux_)?sale,/.test(line))).toBe(true);
});

test('an owner filters and exports the users, and finds both exports in the audit log', async () => {
  const { page } = otto!;
  const people = page.getByRole('region', { name: 'User Management' });
  await people.getByRole('row').nth(1).waitFor();
  await people.getByRole('button', { name: 'Filters' }).click();
  await choose(page, 'Role', 'Seller');
  const sellers = await exported(page, 'User Management');
  expect(sellers.length).toBeGreaterThan(0);
  expect(sellers.every((line) => line.includes(',seller,'))).toBe(true);
  const log = page.getByRole('region', { name: 'Audit Log' });
  await choose(page, 'Action', 'Users exported');
  await page.reload();
  await choose(page, 'Action', 'Users exported');
  await log.getByRole('row').filter({ hasText: 'Users exported' }).first().waitFor();
  const entries = await exported(page, 'Audit Log');
  expect(entries.length).toBeGreaterThan(0);
  expect(entries.every((line) => line.includes(',users.exported,otto'))).toBe(true);
});

test('the console shows no error', () => {
  expect([...vera!.errors, ...otto!.errors]).toEqual([]);
});
