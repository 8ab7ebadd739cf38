import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { offer, signInWithRole } from '../support/person.ts';
import { controlSandbox, type Sandbox } from '../support/sandbox.ts';
import { openVisitor, type Visitor } from '../support/visitor.ts';

/** Someone who has never been here, on their phone, from the landing page to their first Robux: by what the pages offer, and by nothing else. */
const RATE = '1.32';
const MAX_PRESSES = 12;
let browser: Browser;
let sandbox: Sandbox;
let newcomer: Visitor;
let page: Page;
let presses = 0;
let takeOffSale: () => Promise<unknown>;

beforeAll(async () => {
  browser = await openBrowser();
  sandbox = controlSandbox(product.sandbox);
  const host = await signInWithRole(product.origin, 'host', 'seller');
  const id = await offer(host, await sandbox.makeAccount('HostStock', 5_000), RATE);
  takeOffSale = () => host.call('DELETE', `/api/roblox-accounts/${id}`);
  newcomer = await openVisitor(browser, product.origin, { width: 390, height: 844 });
  page = newcomer.page;
});
afterAll(async () => {
  await takeOffSale?.();
  await browser?.close();
});

async function press(target: Locator): Promise<void> {
  await target.click();
  presses += 1;
}
const pressButton = (name: string | RegExp) => press(page.getByRole('button', { name }).first());

test('S1.01 S1.05 in: one button, a name, and a role', async () => {
  await press(page.getByRole('link', { name: 'Continue with Discord' }));
  await page.getByLabel('Somebody new').fill('greenhorn');
  await pressButton('Approve');
  await pressButton(/Become a Buyer/);
  await page.getByRole('heading', { name: 'Buyer Dashboard' }).waitFor();
});

test('S2.02 S5.02 the dashboard names the first step; a deposit is watched until it is there', async () => {
  await page.getByText('No activity this week').waitFor();
  await pressButton('Make your first deposit');
  await pressButton(/^Copy address/);
  const address = await page.evaluate(() => navigator.clipboard.readText());
  await sandbox.pay(address, 0.5);
  for (const confirmations of [0, 1, 2]) {
    if (confirmations > 0) await sandbox.mine(1);
    await page.getByText(`${confirmations}/2 confirmations`).first().waitFor();
  }
  await page.getByRole('banner').getByText('$42.50').waitFor();
});

test('S4.07 S4.11 with money there the wallet leads on to buying, which takes an amount, a rate and a pass', async () => {
  await press(page.getByRole('main').getByRole('button', { name: 'Buy Robux' }));
  await press(page.getByRole('button', { name: '1,000', exact: true }));
  await pressButton(new RegExp(`^\\$${RATE}`));
  await pressButton('No gamepass yet?');
  await page.getByText('Put it on sale at exactly 1,000 Robux.').waitFor();
  const maker = await sandbox.makeAccount('GreenMaker', 0);
  const { url } = await sandbox.makePass(maker.id, 1_000, 'Green pass');
  await page.getByLabel('Gamepass URL').fill(url);
  await page.getByText('Valid: Green pass').first().waitFor();
  await pressButton('Complete Purchase');
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Confirm Purchase' }));
  await page.getByText('Gamepass bought: 1,000 Robux paid for it').waitFor();
  await expect.poll(async () => (await sandbox.account(maker.id)).pendingRobux).toBe(700);
});

test('it took a dozen presses, and the console is empty', () => {
  expect(presses).toBeLessThanOrEqual(MAX_PRESSES);
  expect(newcomer.errors).toEqual([]);
});
