import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityViolations } from '../support/accessibility.ts';
import { openBrowser } from '../support/browser.ts';
import { expectFailure, SERVER_ERROR } from '../support/failed-call.ts';
import { product } from '../support/own-product.ts';
import { balanceOf, deposit, offer, type Person, signInWithRole } from '../support/person.ts';
import { controlSandbox, type Sandbox } from '../support/sandbox.ts';
import { expectToast } from '../support/toasts.ts';
import { openVisitor, signInAs, type Visitor } from '../support/visitor.ts';

/** Wren pre-orders more Robux than any account has, and gets them when Tovi adds stock. Each test needs the ones before. */
/** All of Tovi's stock, so that nothing remains for other stories. */
const ROBUX = 900_000;
const RATE = '1.10';

let browser: Browser;
let sandbox: Sandbox;
let wren: Person;
let window: Visitor;
let page: Page;
let passUrl: string;

beforeAll(async () => {
  browser = await openBrowser();
  sandbox = controlSandbox(product.sandbox);
  const maker = await sandbox.makeAccount('WrenMaker', 0);
  passUrl = (await sandbox.makePass(maker.id, ROBUX, 'Wren pass')).url;
  wren = await signInWithRole(product.origin, 'wren', 'buyer');
  window = await openVisitor(browser, product.origin);
  page = window.page;
  await signInAs(page, 'wren');
  await page.goto(`${product.origin}/buy-robux`);
});
afterAll(async () => {
  await browser?.close();
});

test('S4.13 if no rate has enough stock, a pre-order is offered, and its dialog shows the missing balance', async () => {
  await page.getByLabel('Robux amount').fill(String(ROBUX));
  await page.getByRole('button', { name: 'Pre-Order', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Pre-orders cannot be cancelled.').waitFor();
  expect(await dialog.getByLabel('Maximum rate per 1000').inputValue()).toBe('6.00');
  await dialog.getByText('Insufficient balance. Please deposit $5,400.00 more.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Place Pre-Order' }).isDisabled()).toBe(true);
  expect(await accessibilityViolations(page)).toEqual([]);
});

test('S4.13 the maximum rate is limited to 1.00 to 6.00 with a message', async () => {
  const rate = page.getByRole('dialog').getByLabel('Maximum rate per 1000');
  for (const [typed, becomes] of [
    ['7', '6.00'],
    ['-1', '1.00'],
  ] as const) {
    await rate.fill(typed);
    expect(await rate.inputValue()).toBe(becomes);
  }
  await page.getByText('Rate must be between $1.00 and $6.00 per 1000 Robux').first().waitFor();
  await rate.fill('');
  await rate.pressSequentially('7.5');
  await rate.blur();
  expect(await rate.inputValue()).toBe('6.00');
  await rate.fill('0.5');
  await rate.blur();
  expect(await rate.inputValue()).toBe('1.00');
  await rate.fill(RATE);
  await page.getByRole('dialog').getByText('$990.00', { exact: true }).first().waitFor();
});

test('S4.13 closing an incomplete form asks first', async () => {
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  expect(await page.getByRole('dialog').getByLabel('Maximum rate per 1000').inputValue()).toBe(RATE);
});

test('S4.04 S4.13 S4.15 S8.03 a pre-order is placed once and appears in the public queue', async () => {
  await deposit(wren, sandbox, 13);
  await page.reload();
  await page.getByLabel('Robux amount').fill(String(ROBUX));
  await page.getByRole('button', { name: 'Pre-Order', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Maximum rate per 1000').fill(RATE);
  await dialog.getByLabel('Gamepass URL').fill(passUrl);
  await dialog.getByText('Valid: Wren pass').waitFor();
  await expectFailure({
    page,
    call: 'POST pre-orders',
    answer: SERVER_ERROR,
    act: () => dialog.getByRole('button', { name: 'Place Pre-Order' }).click(),
    title: 'Pre-Order Failed',
  });
  await dialog.getByRole('button', { name: 'Place Pre-Order' }).dblclick();
  await expectToast(page, 'Pre-Order Placed', "You'll be notified when a seller matches your order.");

  const own = page.getByRole('region', { name: 'Your Pre-Orders' });
  await own.getByText('Waiting, #1 in line').waitFor();
  await own.getByText('No one sells 900,000 Robux at $1.10 per 1K or less yet.').waitFor();
  const queue = page.getByRole('region', { name: 'Pre-Order Queue' });
  await queue.getByText('wren (you)').waitFor();
  await queue.getByText('Waiting', { exact: true }).waitFor();
  expect((await wren.call<unknown[]>('GET', '/api/pre-orders')).body).toHaveLength(1);
  expect(await balanceOf(wren)).toBe(1105);
  expect(await accessibilityViolations(page)).toEqual([]);
});

test('S4.14 new stock matches and charges the pre-order automatically, and the page shows it', async () => {
  const tovi = await signInWithRole(product.origin, 'tovi', 'seller');
  await offer(tovi, await sandbox.makeAccount('ToviStock', ROBUX), RATE);

  await expectToast(page, 'Pre-Order Matched');
  const own = page.getByRole('region', { name: 'Your Pre-Orders' });
  await own.getByText('Matched', { exact: true }).waitFor();
  await own.getByRole('link', { name: 'View order' }).click();
  await page.getByRole('dialog').getByText('Completed').first().waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('region', { name: 'Pre-Order Queue' }).getByText('No one is waiting').waitFor();
  expect(await balanceOf(wren)).toBe(115);
});

test('the console shows no error', () => {
  // Chromium logs the call that was answered with a 500
  expect(window.errors.filter((error) => !error.includes('500'))).toEqual([]);
});
