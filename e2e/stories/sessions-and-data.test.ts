import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { eventually, offer, signIn, signInWithRole } from '../support/person.ts';
import { controlSandbox } from '../support/sandbox.ts';
import { expectToast } from '../support/toasts.ts';
import { openAs, openVisitor } from '../support/visitor.ts';

/** A user's own sessions and data, and reports of Roblox accounts that someone else sells. */
const sandbox = controlSandbox(product.sandbox);
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

test('a user sees their sessions, ends the other ones and exports their data', async () => {
  const elsewhere = await signIn(product.origin, 'theo');
  const { page, errors, close } = await openAs(browser, product.origin, 'theo');
  await page.getByRole('button', { name: /theo/ }).click();
  await page.getByRole('menuitem', { name: 'Security and data' }).click();
  const sheet = page.getByRole('dialog', { name: 'Security and data' });
  await sheet.getByText('This browser').waitFor();
  await sheet.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expectToast(page, 'Signed Out');
  await sheet.getByRole('button', { name: 'Sign out everywhere else' }).waitFor({ state: 'detached' });
  await eventually(
    () => elsewhere.call('GET', '/api/auth/user'),
    ({ status }) => status === 401,
  );

  const download = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Export my data' }).click();
  const exported = JSON.parse(await readFile(await (await download).path(), 'utf8'));
  expect(exported).toMatchObject({
    user: { username: expect.stringContaining('theo') },
    orders: expect.any(Array),
  });
  expect(errors).toEqual([]);
  await close();
});

test('a visitor reports a stolen account and takes it off sale with a code in its profile', async () => {
  const account = await sandbox.makeAccount('stolen_one', 5_000);
  const thief = await signInWithRole(product.origin, 'theo', 'seller');
  const id = await offer(thief, account, '5.90');

  const { page, errors, close } = await openVisitor(browser, product.origin, { width: 390, height: 844 });
  await page.getByRole('link', { name: 'Report misuse' }).click();
  await page.getByRole('button', { name: 'Send Report' }).click();
  await page.getByText('Name the Roblox account').waitFor();
  await page.getByLabel('Roblox username').fill('stolen_one');
  await page.getByLabel('How can we reach you?').fill('owner@example.org');
  await page.getByLabel('What happened').fill('I never gave my cookie to anybody.');
  await page.getByRole('button', { name: 'Send Report' }).click();
  const code = await page.locator('code').textContent();

  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByRole('alert').getByText('public profile').waitFor();
  await sandbox.control('PATCH', `game/accounts/${account.id}`, { description: `Hello ${code}` });
  await page.reload();
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByText('stolen_one is off sale').waitFor();
  const { body } = await thief.call<{ id: string }[]>('GET', '/api/roblox-accounts');
  expect(body.map((each) => each.id)).not.toContain(id);
  // Chromium logs the refused check
  expect(errors.filter((error) => !error.includes('409'))).toEqual([]);
  await close();
});
