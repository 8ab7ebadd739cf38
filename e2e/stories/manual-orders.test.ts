import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityViolations } from '../support/accessibility.ts';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { deposit, eventually, offer, signInWithRole } from '../support/person.ts';
import { controlSandbox, type GameAccount, type Sandbox } from '../support/sandbox.ts';
import { expectToast } from '../support/toasts.ts';
import { openVisitor, signInAs, type Visitor } from '../support/visitor.ts';

/** Mila fulfils the orders of one account manually and changes two others together. Her stock is used up or deleted, so that other stories do not buy it. */
const ROBUX = 1_000;

let browser: Browser;
let sandbox: Sandbox;
let window: Visitor;
let page: Page;
let byHand: GameAccount;
let pass: { id: number; url: string };

beforeAll(async () => {
  browser = await openBrowser();
  sandbox = controlSandbox(product.sandbox);
  const mila = await signInWithRole(product.origin, 'mila', 'seller');
  byHand = await sandbox.makeAccount('MilaHand', ROBUX);
  await offer(mila, byHand, '1.60');
  for (const name of ['MilaTwo', 'MilaThree'])
    await offer(mila, await sandbox.makeAccount(name, 5_000), '5.90');
  const maker = await sandbox.makeAccount('MilaMaker', 0);
  pass = await sandbox.makePass(maker.id, ROBUX, 'Hand pass');
  window = await openVisitor(browser, product.origin);
  page = window.page;
  await signInAs(page, 'mila');
  await page.goto(`${product.origin}/dashboard?section=roblox-accounts`);
});
afterAll(async () => {
  await browser?.close();
});

test('an account is set to manual fulfilment in its menu, and the table shows it', async () => {
  await page.getByRole('button', { name: 'Actions for MilaHand' }).click();
  await page.getByRole('menuitemradio', { name: /Manual/ }).click();
  await expectToast(page, 'Fulfilment Updated');
  await page.getByText('Manual: you complete orders').waitFor();
});

test('S4.11 a manual order shows its deadline, checks the seller’s purchase at Roblox, and then pays the seller', async () => {
  const cleo = await signInWithRole(product.origin, 'cleo', 'buyer');
  await deposit(cleo, sandbox, 1);
  const order = await cleo.call('POST', '/api/robux/orders', {
    robuxAmount: ROBUX,
    gamepassUrl: pass.url,
    ratePerThousand: '1.60',
  });
  expect(order.status).toBe(201);
  await page.getByRole('region', { name: 'Waiting for you' }).getByRole('link').click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText(/^(30|2\d) min left \(until .*\)$/).waitFor();
  await sheet.getByText('MilaHand').waitFor();
  const store = await sheet.getByRole('link', { name: "Open the game's store" }).getAttribute('href');
  expect(store).toMatch(/^https:\/\/www\.roblox\.com\/games\/\d+#!\/store$/);
  expect(await accessibilityViolations(page)).toEqual([]);

  await sheet.getByRole('button', { name: 'I bought it' }).click();
  await expectToast(page, 'Not confirmed yet');
  await sandbox.control('POST', 'game/buy', { accountId: byHand.id, passId: pass.id });
  await sheet.getByRole('button', { name: 'I bought it' }).click();
  await sheet.getByText('Completed', { exact: true }).first().waitFor();
  await sheet.getByText('The total is in your seller wallet.').waitFor();
  await sheet.getByRole('button', { name: 'Close' }).click();
});

test('S6.03 two accounts are deactivated together and deleted together, with one call each', async () => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') calls.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.getByRole('button', { name: 'Activate selected', exact: true }).click();
  await expectToast(page, 'Please select accounts to activate');
  for (const name of ['MilaTwo', 'MilaThree'])
    await page.getByRole('checkbox', { name: new RegExp(name) }).check();
  await page.getByRole('button', { name: 'Deactivate selected' }).click();
  await expectToast(page, '2 accounts deactivated and removed from sale');
  await eventually(
    () => page.getByText('Not Active - Not for Sale').count(),
    (count) => count === 2,
  );
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Delete/ })
    .click();
  await expectToast(page, 'Deleted 2 accounts');
  await page.getByText('MilaTwo').waitFor({ state: 'detached' });
  expect(calls).toEqual(Array(2).fill('POST /api/roblox-accounts/bulk'));
});

test('the console shows no error', () => {
  expect(window.errors).toEqual([]);
});
