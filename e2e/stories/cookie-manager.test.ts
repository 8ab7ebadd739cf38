import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { type Person, signInWithRole } from '../support/person.ts';
import { controlSandbox, type GameAccount, type Sandbox } from '../support/sandbox.ts';
import { expectToast } from '../support/toasts.ts';
import { clickButton, openAs, type Visitor } from '../support/visitor.ts';

/** The Cookie Manager. Its form has a checkbox for the proxy. */
const port = new URL(product.sandbox).port;
const proxyAddress = `127.0.0.1:${port}`;
let browser: Browser;
let sandbox: Sandbox;
let asCleo: Person;
let cleo: Visitor;

beforeAll(async () => {
  browser = await openBrowser();
  sandbox = controlSandbox(product.sandbox);
  asCleo = await signInWithRole(product.origin, 'cleo', 'seller');
  await asCleo.call('POST', '/api/proxies', { host: '127.0.0.1', port, username: 'cleo', password: 'x' });
  cleo = await openAs(browser, product.origin, 'cleo', undefined, '/cookies');
});
afterAll(async () => {
  await browser?.close();
});

test('S6.06 the Cookie Manager adds an account through an active proxy and shows its card', async () => {
  const { page } = cleo;
  const { cookie, id } = await sandbox.makeAccount('CleoCard', 1_234);
  await page.getByLabel('Roblox cookie').fill(cookie);
  await page.getByLabel('Rate per 1K Robux').fill('5.55');
  await page.getByLabel('Use proxy').check();
  await page.getByLabel(/This account is my own/).check();
  await clickButton(page, 'Add Account');
  await expectToast(page, 'Account Added', 'CleoCard is for sale at $5.55 per 1K');
  const card = page.getByRole('listitem').filter({ hasText: 'CleoCard' });
  for (const part of [`ID ${id}`, '1.2K R$', '$5.55 per 1K', 'Active - For Sale', `${proxyAddress} · cleo`])
    await card.getByText(part, { exact: true }).waitFor();
  await expect.poll(() => card.locator('img').count()).toBe(1);
  await sandbox.control('PATCH', `game/accounts/${id}`, { cookieValid: false });
  const [account] = (await asCleo.call<{ id: string }[]>('GET', '/api/roblox-accounts')).body;
  await asCleo.call('POST', `/api/roblox-accounts/${account!.id}/balance`);
  await page.reload();
  await card.getByText('Invalid Cookie').waitFor();
  await card.getByText(/Roblox no longer accepts this cookie/).waitFor();
});

test('S6.05 an account with an expired cookie gets a new one on its card and is for sale again', async () => {
  const { page } = cleo;
  const card = page.getByRole('listitem').filter({ hasText: 'CleoCard' });
  await card.getByRole('button', { name: 'Update Cookie' }).click();
  const dialog = page.getByRole('dialog');
  const send = () => dialog.getByRole('button', { name: 'Update Cookie' }).click();
  await send();
  await dialog.getByText('Enter the new cookie').waitFor();
  await dialog.getByLabel('New Roblox cookie').fill('no cookie at all');
  await send();
  await expectToast(page, 'Update Failed', 'Failed to update cookie. Please check the cookie and try again.');
  const [account] = (await asCleo.call<{ robloxUserId: string }[]>('GET', '/api/roblox-accounts')).body;
  const path = `game/accounts/${account!.robloxUserId}`;
  const { cookie } = await sandbox.control<GameAccount>('PATCH', path, { cookieValid: true });
  await dialog.getByLabel('New Roblox cookie').fill(cookie);
  await send();
  await expectToast(page, 'Cookie Updated', "CleoCard's cookie works and it's on sale");
  await dialog.waitFor({ state: 'detached' });
  await card.getByText('Active - For Sale').waitFor();
  expect(await card.getByRole('button', { name: 'Update Cookie' }).count()).toBe(0);
});

test('S6.06 an account is deleted on its card', async () => {
  const { page } = cleo;
  const card = page.getByRole('listitem').filter({ hasText: 'CleoCard' });
  await page.getByRole('button', { name: 'Delete CleoCard' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, /^Accounts? Deleted$/);
  await card.waitFor({ state: 'detached' });
});

test('S6.06 the form shows an error if there is no active proxy', async () => {
  const { page } = cleo;
  for (const proxy of (await asCleo.call<{ id: string }[]>('GET', '/api/proxies')).body)
    await asCleo.call('DELETE', `/api/proxies/${proxy.id}`);
  const { cookie } = await sandbox.makeAccount('CleoNone', 10);
  await page.getByLabel('Roblox cookie').fill(cookie);
  await page.getByLabel('Use proxy').check();
  await page.getByLabel(/This account is my own/).check();
  await clickButton(page, 'Add Account');
  await page.getByText('Invalid proxy. You have no active proxy.').first().waitFor();
});
