import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { deposit, offer, type Person, signInWithRole } from '../support/person.ts';
import { controlSandbox, type Sandbox } from '../support/sandbox.ts';
import { openAs } from '../support/visitor.ts';

/** The formats of money, Robux and times, for users with known figures. Fleur's accounts are off sale, so that other stories do not buy them. */
const AMOUNTS = [950, 12_540, 2_340_000];
let browser: Browser;
let sandbox: Sandbox;
let finn: Person;
let fleur: Person;

beforeAll(async () => {
  browser = await openBrowser();
  sandbox = controlSandbox(product.sandbox);
  finn = await signInWithRole(product.origin, 'finn', 'buyer');
  await deposit(finn, sandbox, 14.70588236);
  fleur = await signInWithRole(product.origin, 'fleur', 'seller');
  for (const robux of AMOUNTS) {
    const id = await offer(fleur, await sandbox.makeAccount(`Fleur${robux}`, robux), '5.9');
    await fleur.call('PUT', `/api/roblox-accounts/${id}`, { status: 'offline' });
  }
});
afterAll(async () => {
  await browser?.close();
});

interface Deposit {
  readonly amount: number;
  readonly ltcAmount: number;
  readonly createdAt: string;
}

test('S8.04 a deposit shows dollars with two decimals, LTC with eight, and a date as MMM d, h:mm a', async () => {
  const { page, close } = await openAs(browser, product.origin, 'finn', undefined, '/wallet');
  const { body } = await finn.call<Deposit[]>('GET', '/api/wallet/transactions?walletType=buyer');
  const [only] = body;
  expect(only!.ltcAmount).toBe(14.70588236);
  const row = page.getByRole('region', { name: 'Transaction History' }).getByRole('row').nth(1);
  const [date, , dollars, ltc] = await cellsOf(row);
  expect(dollars).toBe(`+$${withCommas(only!.amount.toFixed(2))}`);
  expect(dollars).toMatch(/^\+\$1,\d{3}\.\d\d$/);
  expect(ltc).toBe('14.70588236 LTC');
  expect(date).toBe(await localTime(page, only!.createdAt));
  expect(date).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{1,2}:\d\d [AP]M$/);
  const { body: wallet } = await finn.call<{ balance: number }>('GET', '/api/wallet?walletType=buyer');
  const balance = `$${withCommas(wallet.balance.toFixed(2))}`;
  await page.getByRole('banner').getByText(balance, { exact: true }).waitFor();
  await close();
});

test('S8.04 Robux show K and M with one decimal and the suffix R$, and a rate shows dollars', async () => {
  const { page, close } = await openAs(
    browser,
    product.origin,
    'fleur',
    undefined,
    '/dashboard?section=roblox-accounts',
  );
  for (const [robux, shown] of [
    [950, '950 R$'],
    [12_540, '12.5K R$'],
    [2_340_000, '2.3M R$'],
  ] as const) {
    const row = page.getByRole('row').filter({ hasText: `Fleur${robux}` });
    await row.getByText(shown, { exact: true }).waitFor();
    await row.getByRole('button', { name: /^\$5\.90, edit price/ }).waitFor();
  }
  // the sum is rounded once; its parts are not
  await page.getByText('2.4M R$', { exact: true }).waitFor();
  await page.goto(`${product.origin}/wallet`);
  await page.getByText('0.00000000 LTC').first().waitFor();
  await page.getByText('$0.00', { exact: true }).first().waitFor();
  await close();
});

const cellsOf = async (row: Locator): Promise<string[]> => {
  await row.waitFor();
  return row.getByRole('cell').allTextContents();
};

const withCommas = (digits: string): string => digits.replaceAll(/\B(?=(\d{3})+\.)/g, ',');

/** A time in the format and time zone of the page's browser. */
const localTime = (page: Page, iso: string): Promise<string> =>
  page.evaluate((at) => {
    const shape = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
    return new Date(at).toLocaleString('en-US', shape).replaceAll('\u202f', ' ');
  }, iso);
