import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { startClock, stopClock } from '../support/clock.ts';
import { product } from '../support/own-product.ts';
import { deposit, offer, type Person, signInWithRole } from '../support/person.ts';
import { controlSandbox, type GameAccount, type Sandbox } from '../support/sandbox.ts';
import { expectToast } from '../support/toasts.ts';
import { openAs, tabTo, type Visitor } from '../support/visitor.ts';

/** The buy page, step by step. Iris sells at a rate that no other story uses. Her accounts are deleted afterwards. */
const RATE = '1.21';
const STOCK = 6_000;

let browser: Browser;
let sandbox: Sandbox;
let iris: Person;
let bela: Person;
let accountId: string;
let maker: GameAccount;
let window: Visitor;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  sandbox = controlSandbox(product.sandbox);
  iris = await signInWithRole(product.origin, 'iris', 'seller');
  bela = await signInWithRole(product.origin, 'bela', 'buyer');
  accountId = await offer(iris, await sandbox.makeAccount('IrisStock', STOCK), RATE);
  maker = await sandbox.makeAccount('BelaMaker', 0);
  await deposit(bela, sandbox, 1);
  window = await openAs(browser, product.origin, 'bela', undefined, '/buy-robux');
  page = window.page;
  await page.getByRole('group', { name: 'Rates' }).waitFor();
});
afterAll(async () => {
  await iris.call('DELETE', `/api/roblox-accounts/${accountId}`);
  await browser?.close();
});

const amount = () => page.getByLabel('Robux amount');
const card = () => page.getByRole('button', { name: new RegExp(`^\\$${RATE}`) });
const summary = () => page.getByRole('region', { name: 'Order Summary' });
const complete = () => page.getByRole('button', { name: 'Complete Purchase' });

test('S4.05 the amount accepts digits up to 1,000,000, shows separators, and becomes 100 if it is lower on blur', async () => {
  await amount().fill('');
  await amount().pressSequentially('12a5-0x0');
  expect(await amount().inputValue()).toBe('12,500');
  await amount().fill('9999999');
  expect(await amount().inputValue()).toBe('1,000,000');
  await amount().fill('99');
  await page.getByText('Minimum purchase amount is 100 Robux').waitFor();
  await amount().blur();
  expect(await amount().inputValue()).toBe('100');
});

test('S4.05 slider and quick buttons set the same amount', async () => {
  const slider = page.getByRole('slider', { name: 'Amount by slider' });
  expect(await slider.getAttribute('aria-valuemin')).toBe('100');
  expect(await slider.getAttribute('aria-valuemax')).toBe('100000');
  await slider.focus();
  await slider.press('ArrowRight');
  expect(await amount().inputValue()).toBe('200');
  await slider.press('End');
  expect(await amount().inputValue()).toBe('100,000');
  for (const quick of ['100', '500', '1,000', '5,000', '10,000', '25,000']) {
    await page.getByRole('button', { name: quick, exact: true }).click();
    expect(await amount().inputValue()).toBe(quick);
  }
});

test('S4.04 S4.06 a rate card shows one price, sellers and stock, and is disabled with too little stock', async () => {
  await amount().fill('5000');
  expect(await card().textContent()).toMatch(/^\$1\.21per 1K[^$]*1 seller · 6\.0K R\$ available[^$]*$/);
  await amount().fill(String(STOCK + 1));
  expect(await card().isDisabled()).toBe(true);
  await expect.poll(() => card().evaluate((button) => Number(getComputedStyle(button).opacity))).toBe(0.45);
  await amount().fill('1000');
  expect(await card().isEnabled()).toBe(true);
  await page.getByText('24/7').waitFor();
});

test('S4.09 Complete Purchase names what is missing, first the rate', async () => {
  await card().click();
  await amount().fill(String(STOCK + 1));
  await page.getByText('Your rate can no longer fill this order.').waitFor();
  await complete().click();
  await expectToast(page, 'Select a Rate');
  await amount().fill('1000');
  expect(await summary().textContent()).toMatch(/Amount1,000 R\$.*Rate\$1\.21 per 1K.*Total\$1\.21/);
  await complete().click();
  await expectToast(page, 'Please enter a valid gamepass URL with correct price');
});

test('the form keeps its input when the buyer visits the wallet and returns', async () => {
  await page.getByRole('link', { name: 'Wallet', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Wallet' }).waitFor();
  await page.getByRole('link', { name: 'Buy Robux' }).click();
  expect(await card().getAttribute('aria-pressed')).toBe('true');
  expect(await amount().inputValue()).toBe('1,000');
});

test('S4.07 a gamepass is looked up 500 ms after the last key, and a wrong price or address shows at the field and as a toast', async () => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const lookups = () => requested.filter((url) => url.endsWith('/api/gamepass/validate')).length;
  const cheap = await sandbox.makePass(maker.id, 900, 'Cheap pass');
  const url = page.getByLabel('Gamepass URL');
  await stopClock(page);
  await url.fill(cheap.url.slice(0, -1));
  await page.clock.runFor(499);
  await url.fill(cheap.url);
  await page.clock.runFor(499);
  expect(lookups()).toBe(0);
  await page.clock.runFor(1);
  await startClock(page);
  const text = `Your gamepass price (900 Robux) doesn't match the order amount (1,000 Robux). Please adjust.`;
  await expectToast(page, 'Price Mismatch', text);
  expect(lookups()).toBe(1);
  await page.getByRole('button', { name: 'Buy 900 instead' }).waitFor();

  await url.fill('https://www.roblox.com/game-pass/99999999999/none');
  await expectToast(page, 'Invalid Gamepass');
  await page.getByText('The gamepass URL is not valid').first().waitFor();
});

test('S4.09 a purchase asks for confirmation, shows progress, and shows a failure', async () => {
  const pass = await sandbox.makePass(maker.id, 1_000, 'Bela pass');
  await page.getByLabel('Gamepass URL').fill(pass.url);
  await page.getByText('Valid: Bela pass').waitFor();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/robux/orders', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await answered;
    return route.fulfill({ status: 409, json: { message: 'Out of stock', code: 'out_of_stock' } });
  });
  await complete().click();
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Purchase' });
  expect(await dialog.locator('dl').textContent()).toMatch(
    /Amount1,000 R\$RateUp to \$1\.21 .*GamepassBela passTotal\$1\.21/,
  );
  await dialog.getByRole('button', { name: 'Confirm Purchase' }).click();
  const pending = page.getByRole('button', { name: 'Processing...' });
  await pending.waitFor();
  expect(await pending.isDisabled()).toBe(true);
  answer();
  await expectToast(page, 'Purchase Failed', 'This item is no longer available');
  await page.unroute('**/api/robux/orders');
});

test('S4.09 a purchase works with the keyboard only, from the command palette to the success message', async () => {
  const pass = await sandbox.makePass(maker.id, 500, 'Key pass');
  await page.goto(`${product.origin}/dashboard`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
  await page.keyboard.type('buy');
  await page.keyboard.press('Enter');
  await page.getByRole('group', { name: 'Rates' }).waitFor();

  await tabTo(page, amount());
  await page.keyboard.press('Control+a');
  await page.keyboard.type('500');
  await tabTo(page, card());
  await page.keyboard.press('Space');
  await tabTo(page, page.getByLabel('Gamepass URL'));
  await page.keyboard.type(pass.url);
  await page.getByText('Valid: Key pass').waitFor();
  await tabTo(page, complete());
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('alertdialog').getByRole('button', { name: 'Confirm Purchase' }));
  await page.keyboard.press('Enter');
  await expectToast(page, 'Purchase Successful');
  await expect.poll(async () => (await sandbox.account(maker.id)).pendingRobux).toBe(350);
});

test('S4.08 the buyer’s cookie sets the price of the gamepass and is never returned', async () => {
  const pass = await sandbox.makePass(maker.id, 333, 'Cookie pass');
  const answers: Promise<string>[] = [];
  page.on('response', (response) => {
    // the event stream never ends, so it is excluded
    if (/\/api\/(?!events)/.test(response.url())) answers.push(response.text().catch(() => ''));
  });
  await page.goto(`${product.origin}/buy-robux`);
  await amount().fill('700');
  await card().click();
  await page.getByLabel('Gamepass URL').fill(pass.url);
  await page.getByRole('button', { name: 'Advanced Options' }).click();
  const field = page.getByLabel(/Your Roblox cookie/);
  expect(await field.getAttribute('type')).toBe('password');
  await page.getByText(/Encrypted.*never shared/).waitFor();
  await field.fill(maker.cookie);
  await page.getByText("We'll use your cookie to set its price to exactly 700 Robux").waitFor();
  await complete().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm Purchase' }).click();
  await expectToast(page, 'Purchase Successful');
  expect(await field.inputValue()).toBe('');
  await expect.poll(async () => (await sandbox.account(maker.id)).pendingRobux).toBe(350 + 490);
  const orders = await bela.call('GET', '/api/robux/orders');
  const own = await bela.call('GET', '/api/export');
  const secret = maker.cookie.slice(-40);
  for (const text of [...(await Promise.all(answers)), JSON.stringify([orders.body, own.body])])
    expect(text).not.toContain(secret);
});

test('S4.06 with a cookie, an amount that no single account holds can be bought in parts', async () => {
  const second = await offer(iris, await sandbox.makeAccount('IrisMore', STOCK), RATE);
  await page.reload();
  await page.getByRole('group', { name: 'Rates' }).waitFor();
  await amount().fill('9000');
  expect(await card().isDisabled()).toBe(true);
  expect(await card().textContent()).toContain('Split order only (needs your cookie)');
  await page.getByRole('button', { name: 'Advanced Options' }).click();
  await page.getByLabel(/Your Roblox cookie/).fill(maker.cookie);
  expect(await card().isEnabled()).toBe(true);
  expect(await card().textContent()).toContain('Split across several accounts');
  await iris.call('DELETE', `/api/roblox-accounts/${second}`);
});

test('S3.05 S4.10 Recent Activity shows the three latest orders with the icon and badge of their status', async () => {
  const statuses = ['processing', 'failed', 'pending', 'completed'];
  await page.route('**/api/robux/orders?**', async (route) => {
    const pageSize = new URL(route.request().url()).searchParams.get('pageSize');
    const [order] = (await (await route.fetch()).json()) as Record<string, unknown>[];
    const rows = statuses.map((status, index) => ({ ...order, id: `${index}`, status }));
    await route.fulfill({ json: rows.slice(0, Number(pageSize)) });
  });
  await page.reload();
  const rows = page.getByRole('region', { name: 'Recent Activity' }).getByRole('listitem');
  await rows.getByText('Processing').waitFor();
  await expect.poll(() => rows.count()).toBe(3);
  for (const [index, icon, badge] of [
    [0, 'loader-circle', 'Processing'],
    [1, 'circle-x', 'Failed'],
    [2, 'triangle-alert', 'Pending'],
  ] as const) {
    await expect.poll(() => rows.nth(index).locator(`svg.lucide-${icon}`).count()).toBe(1);
    await rows.nth(index).getByText(badge, { exact: true }).waitFor();
  }
  await page.unroute('**/api/robux/orders?**');
  await page.reload();
  await rows.getByText('Completed').first().waitFor();
  await expect.poll(() => rows.count()).toBe(2);
  await expect.poll(() => rows.locator('svg.lucide-circle-check').count()).toBe(2);
});

test('the console shows no error except the expected refusals', () => {
  expect(window.errors.filter((error) => !/status of (404|409)/.test(error))).toEqual([]);
});
