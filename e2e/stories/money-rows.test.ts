import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { deposit, type Person, signInWithRole } from '../support/person.ts';
import { controlSandbox, type Sandbox } from '../support/sandbox.ts';
import { openAs, type Visitor } from '../support/visitor.ts';

/** Rows of money open with their details and a receipt. Mona has two deposits, nova has the demo's history. */
const EXPLORER = 'https://explorer.example/tx/{txid}';

interface Row {
  readonly id: string;
  readonly txid: string;
  readonly address: string;
  readonly blockHeight: number;
  readonly balanceAfter: number;
}

let browser: Browser;
let sandbox: Sandbox;
let mona: Person;
let visitor: Visitor;

beforeAll(async () => {
  browser = await openBrowser();
  sandbox = controlSandbox(product.sandbox);
  mona = await signInWithRole(product.origin, 'mona', 'buyer');
  await deposit(mona, sandbox, 0.3);
  await deposit(mona, sandbox, 0.5);
  visitor = await openAs(browser, product.origin, 'mona', undefined, '/nowhere');
  await visitor.page.route('**/api/status', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), litecoinExplorerUrl: EXPLORER },
    });
  });
  await visitor.page.goto(`${product.origin}/wallet`);
});
afterAll(async () => {
  await browser?.close();
});

test('S5.08 a wallet row shows direction and balance, and opens with its block, txid and explorer', async () => {
  const { page } = visitor;
  const { body } = await mona.call<Row[]>('GET', '/api/wallet/transactions?walletType=buyer');
  const [newest, oldest] = body;
  expect([newest!.balanceAfter, oldest!.balanceAfter]).toEqual([68, 25.5]);
  const rows = page.getByRole('region', { name: 'Transaction History' }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(2);
  await rows.first().getByText('+$42.50', { exact: true }).waitFor();
  await rows.first().getByText('$68.00', { exact: true }).waitFor();
  expect(await rows.first().getByText('confirmations').count()).toBe(0);
  // a press anywhere in the row opens it
  await rows.first().getByText('0.50000000 LTC').click();
  const sheet = page.getByRole('dialog', { name: 'Transaction' });
  for (const text of ['+$42.50', '$85.00 per LTC', '$68.00', newest!.address, newest!.txid])
    await sheet.getByText(text, { exact: true }).waitFor();
  await sheet.getByText(newest!.blockHeight.toLocaleString('en-US'), { exact: true }).waitFor();
  await sheet.getByText('This deposit is final and was credited.').waitFor();
  const link = sheet.getByRole('link', { name: /in the explorer$/ });
  expect(await link.getAttribute('href')).toBe(`https://explorer.example/tx/${newest!.txid}`);
});

test('S5.08 the receipt is all that is printed', async () => {
  const { page } = visitor;
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  const receipt = page.locator('.receipt');
  expect(await receipt.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Print receipt' }).click();
  await page.locator('body[data-printed]').waitFor();
  await page.emulateMedia({ media: 'print' });
  await receipt.getByText('Receipt: Deposit').waitFor();
  await receipt.getByText('0.50000000 LTC').waitFor();
  expect(await page.getByRole('region', { name: 'Transaction History' }).isVisible()).toBe(false);
  expect(await page.getByText('This deposit is final').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await page.keyboard.press('Escape');
});

test('S5.08 copying an address does not open its row', async () => {
  const { page } = visitor;
  await page.getByRole('button', { name: 'Copy address' }).last().click();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('S3.04 S2.04 every row of the history opens, and Robux are exact', async () => {
  const { page, close } = await openAs(
    browser,
    product.origin,
    'nova',
    undefined,
    '/dashboard?section=transactions',
  );
  const table = page.getByRole('region', { name: 'Transactions', exact: true });
  const link = (name: RegExp) => table.getByRole('link', { name }).first();
  await link(/, open$/).waitFor();
  const links = await table.getByRole('link', { name: /, open$/ }).count();
  expect(links).toBe(await table.locator('tbody tr').count());
  expect(await table.getByText(/[KM] R\$$/).count()).toBe(0);
  await page.getByLabel('Search transactions').fill('deposit');
  await link(/^Deposit/).click();
  await page.getByRole('dialog', { name: 'Transaction' }).getByText('Balance after').waitFor();
  await page.keyboard.press('Escape');
  await page.getByLabel('Search transactions').fill('robux purchase');
  await link(/^Robux Purchase/).click();
  await page.getByRole('dialog', { name: 'Order' }).getByRole('button', { name: 'Print receipt' }).waitFor();
  await close();
});

test('S3.04 the history can be filtered by type, status and day, and exported as it is filtered', async () => {
  const { page, close } = await openAs(
    browser,
    product.origin,
    'mona',
    undefined,
    '/dashboard?section=transactions',
  );
  const rows = page.getByRole('region', { name: 'Transactions', exact: true }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole('button', { name: 'Filters' }).click();
  const choose = async (label: string, choice: string) => {
    await page.getByLabel(label, { exact: true }).click();
    await page.getByRole('option', { name: choice, exact: true }).click();
  };
  await choose('Type', 'Robux Purchase');
  await page.getByText('No transactions match these filters').waitFor();
  await choose('Type', 'Deposit');
  await choose('Status', 'Completed');
  await expect.poll(() => rows.count()).toBe(2);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toBe('sterling-history.csv');
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/,deposit,Litecoin deposit,in,42\.5,,completed,/);
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await page.getByText('No transactions match these filters').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => rows.count()).toBe(2);
  await close();
});

test('the console shows no error', () => {
  expect(visitor.errors).toEqual([]);
});
