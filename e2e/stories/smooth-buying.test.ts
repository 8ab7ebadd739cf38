import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityViolations } from '../support/accessibility.ts';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { deposit, offer, type Person, signInWithRole } from '../support/person.ts';
import { controlSandbox, type GameAccount, type Sandbox } from '../support/sandbox.ts';
import { expectToast } from '../support/toasts.ts';
import { openAs, type Visitor, waitForContent } from '../support/visitor.ts';

/** What the buy page does for the buyer: the best rate, a steady page, a deposit on the way, and buying again. */
const RATE = '1.17';
const STOCK = 30_000;
const PHONE = { width: 390, height: 844 };

let browser: Browser;
let sandbox: Sandbox;
let olga: Person;
let finn: Person;
let accountId: string;
let maker: GameAccount;
let pass: { url: string };
let window: Visitor;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  sandbox = controlSandbox(product.sandbox);
  olga = await signInWithRole(product.origin, 'olga', 'seller');
  finn = await signInWithRole(product.origin, 'finn', 'buyer');
  accountId = await offer(olga, await sandbox.makeAccount('OlgaSmooth', STOCK), RATE);
  maker = await sandbox.makeAccount('FinnMaker', 0);
  pass = await sandbox.makePass(maker.id, 20_000, 'Finn pass');
  await deposit(finn, sandbox, 0.2);
  window = await openAs(browser, product.origin, 'finn', undefined, '/buy-robux');
  page = window.page;
  await page.getByRole('group', { name: 'Rates' }).waitFor();
});
afterAll(async () => {
  await olga.call('DELETE', `/api/roblox-accounts/${accountId}`);
  await browser?.close();
});

const amount = () => page.getByLabel('Robux amount');
const card = () => page.getByRole('button', { name: new RegExp(`^\\$${RATE}`) });
const summary = () => page.getByRole('region', { name: 'Order Summary' });
const complete = () => page.getByRole('button', { name: 'Complete Purchase' });

test('S4.06 the best rate that fits is selected and follows the amount, until the buyer chooses another', async () => {
  const rates = page.getByRole('group', { name: 'Rates' });
  const selected = () => rates.getByRole('button', { pressed: true }).textContent();
  const best = () => rates.getByRole('button', { disabled: false }).first().textContent();
  await expect.poll(selected).toContain(`$${RATE}`);
  await amount().fill(String(STOCK + 1));
  await expect.poll(async () => (await selected()) === (await best())).toBe(true);
  await card().waitFor();
  expect(await card().getAttribute('aria-pressed')).toBe('false');
  await amount().fill('1000');
  await card().click();
  expect(await card().getAttribute('aria-pressed')).toBe('true');
});

test.each([undefined, PHONE])(
  'S4.07 nothing moves when the gamepass is checked, in window %o',
  async (size) => {
    const { page: own, close } = await openAs(browser, product.origin, 'finn', size, '/buy-robux');
    await own.getByRole('group', { name: 'Rates' }).waitFor();
    const places = async () => {
      const watched = [
        ...(await own.getByRole('main').getByRole('region').all()),
        own.getByLabel('Gamepass URL'),
        own.getByRole('button', { name: 'No gamepass yet?' }),
        own.getByRole('button', { name: 'Advanced Options' }),
      ];
      return Promise.all(watched.map(async (element) => (await boxOf(element)).top));
    };
    await own.getByLabel('Robux amount').fill('20000');
    await own.getByText('Set your gamepass price to exactly 20,000 Robux').first().waitFor();
    await waitForContent(own);
    // scrolls to the field, as filling does
    await own.getByLabel('Gamepass URL').focus();
    const before = await places();
    for (const [url, outcome] of [
      [pass.url, 'Valid: Finn pass'],
      [(await sandbox.makePass(maker.id, 900, 'Other pass')).url, 'It costs 900 Robux instead of 20,000.'],
      ['https://www.roblox.com/game-pass/99999999999/none', 'Check again'],
    ] as const) {
      await own.getByLabel('Gamepass URL').fill(url);
      await own.getByText(outcome).waitFor();
      expect(await places(), outcome).toEqual(before);
    }
    await close();
  },
);

test.each([undefined, PHONE])(
  'S8.01 a toast does not cover the main button or the header, in window %o',
  async (size) => {
    const { page: own, close } = await openAs(browser, product.origin, 'finn', size, '/buy-robux');
    await own.getByRole('group', { name: 'Rates' }).waitFor();
    await own.getByLabel('Gamepass URL').fill('');
    await own.getByLabel('Robux amount').fill('1000');
    const button = own.getByRole('button', { name: 'Complete Purchase' });
    await button.click();
    const toast = await boxOf(own.locator('[data-variant]'));
    for (const covered of [await boxOf(button), await boxOf(own.getByRole('banner'))])
      expect(toast.bottom <= covered.top || toast.top >= covered.bottom || toast.left >= covered.right).toBe(
        true,
      );
    await close();
  },
);

test('S4.07 a warning about the price disappears when the gamepass fits', async () => {
  await amount().fill('19000');
  await page.getByLabel('Gamepass URL').fill(pass.url);
  await page.locator('[data-variant]').getByText('Price Mismatch').waitFor();
  await page.getByRole('button', { name: 'Buy 20,000 instead' }).click();
  await page.getByText('Valid: Finn pass').waitFor();
  await page.locator('[data-variant]').waitFor({ state: 'detached', timeout: 2_000 });
});

test('S4.12 S5.02 a short balance leads to a deposit of the missing amount, and the deposit leads back to the order', async () => {
  // 20,000 Robux at $1.17 cost $23.40, and the balance is $17.00
  await summary().getByText('Insufficient balance. Please deposit $6.40 more.').waitFor();
  await page.getByRole('button', { name: 'Deposit $6.40' }).click();
  await page.getByText('Your order needs $6.40 more.').waitFor();
  // the minimum deposit is $10.00, which is 0.11764706 LTC at $85.00
  expect(await page.getByLabel('Amount to deposit').inputValue()).toBe('10.00');
  await page.getByText('0.11764706 LTC').first().waitFor();
  await page.getByText("They can't be withdrawn.").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);

  await deposit(finn, sandbox, 0.11764706);
  await page.getByRole('heading', { level: 1, name: 'Buy Robux' }).waitFor();
  await expectToast(page, 'Deposit credited');
  expect(await amount().inputValue()).toBe('20,000');
  await page.getByText('Valid: Finn pass').waitFor();
  await complete().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm Purchase' }).click();
  await expectToast(page, 'Purchase Successful');
  await expect.poll(async () => (await sandbox.account(maker.id)).pendingRobux).toBe(14_000);
});

test('S4.10 a finished order can be bought again, and its gamepass is offered for the next order', async () => {
  await amount().fill('500');
  await page.getByRole('region', { name: 'Recent Activity' }).getByRole('link').first().click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Buy again' }).click();
  await sheet.waitFor({ state: 'detached' });
  expect(await amount().inputValue()).toBe('20,000');
  await page.getByText('Valid: Finn pass').waitFor();

  const saved = page.getByRole('group', { name: 'Gamepasses of your orders' }).getByRole('button');
  expect(await saved.allTextContents()).toEqual(['Finn pass20,000 R$']);
  await page.getByLabel('Gamepass URL').fill('');
  await saved.click();
  expect(await page.getByLabel('Gamepass URL').inputValue()).toBe(pass.url);
  expect(await accessibilityViolations(page)).toEqual([]);
});

test('the console shows no error', () => {
  expect(window.errors).toEqual([]);
});

async function boxOf(element: Locator) {
  const { x, y, width, height } = (await element.boundingBox())!;
  return { left: x, top: y, right: x + width, bottom: y + height };
}
