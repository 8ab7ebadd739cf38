import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { offer, signInWithRole } from '../support/person.ts';
import { controlSandbox, type Sandbox } from '../support/sandbox.ts';
import { openVisitor, type Visitor } from '../support/visitor.ts';

/** A new user on a phone, from the landing page to the first Robux. They use only what the pages offer. */
const RATE = '1.32';
const MAX_CLICKS = 12;
let browser: Browser;
let sandbox: Sandbox;
let visitor: Visitor;
let page: Page;
let clicks = 0;
let takeOffSale: () => Promise<unknown>;

beforeAll(async () => {
  browser = await openBrowser();
  sandbox = controlSandbox(product.sandbox);
  const host = await signInWithRole(product.origin, 'host', 'seller');
  const id = await offer(host, await sandbox.makeAccount('HostStock', 5_000), RATE);
  takeOffSale = () => host.call('DELETE', `/api/roblox-accounts/${id}`);
  visitor = await openVisitor(browser, product.origin, { width: 390, height: 844 });
  page = visitor.page;
});
afterAll(async () => {
  await takeOffSale?.();
  await browser?.close();
});

async function click(target: Locator): Promise<void> {
  await target.click();
  clicks += 1;
}
const clickNamed = (name: string | RegExp) => click(page.getByRole('button', { name }).first());

test('S1.01 S1.05 the user signs in and chooses a role', async () => {
  await click(page.getByRole('link', { name: 'Continue with Discord' }));
  await page.getByLabel('Somebody new').fill('greenhorn');
  await clickNamed('Approve');
  await clickNamed(/Become a Buyer/);
  await page.getByRole('heading', { name: 'Buyer Dashboard' }).waitFor();
});

test('S2.02 S5.02 the dashboard leads to the first deposit, and the wallet shows its progress', async () => {
  await page.getByText('No activity this week').waitFor();
  await clickNamed('Make your first deposit');
  await clickNamed(/^Copy address/);
  const address = await page.evaluate(() => navigator.clipboard.readText());
  await sandbox.pay(address, 0.5);
  for (const confirmations of [0, 1, 2]) {
    if (confirmations > 0) await sandbox.mine(1);
    await page.getByText(`${confirmations}/2 confirmations`).first().waitFor();
  }
  await page.getByRole('banner').getByText('$42.50').waitFor();
});

test('S4.07 S4.11 the wallet leads to the purchase, which needs an amount, a rate and a gamepass', async () => {
  await click(page.getByRole('main').getByRole('button', { name: 'Buy Robux' }));
  await click(page.getByRole('button', { name: '1,000', exact: true }));
  await clickNamed(new RegExp(`^\\$${RATE}`));
  await clickNamed('No gamepass yet?');
  await page.getByText('Put it on sale at exactly 1,000 Robux.').waitFor();
  const maker = await sandbox.makeAccount('GreenMaker', 0);
  const { url } = await sandbox.makePass(maker.id, 1_000, 'Green pass');
  await page.getByLabel('Gamepass URL').fill(url);
  await page.getByText('Valid: Green pass').first().waitFor();
  await clickNamed('Complete Purchase');
  await click(page.getByRole('alertdialog').getByRole('button', { name: 'Confirm Purchase' }));
  await page.getByText('Gamepass bought for 1,000 Robux').waitFor();
  await expect.poll(async () => (await sandbox.account(maker.id)).pendingRobux).toBe(700);
});

test('the first purchase takes at most twelve clicks, and the console shows no error', () => {
  expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
  expect(visitor.errors).toEqual([]);
});
