import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { runClockUntil, startClock, stopClock } from '../support/clock.ts';
import { product } from '../support/own-product.ts';
import { eventually, offer, type Person, signInWithRole } from '../support/person.ts';
import { controlSandbox } from '../support/sandbox.ts';
import { openAs, type Visitor } from '../support/visitor.ts';

/** The Robux market. No other story sells at this rate. */
const RATE = '5.77';

let browser: Browser;
let window: Visitor;
let page: Page;
let olga: Person;
let accountId: string;

beforeAll(async () => {
  browser = await openBrowser();
  olga = await signInWithRole(product.origin, 'olga', 'seller');
  accountId = await offer(
    olga,
    await controlSandbox(product.sandbox).makeAccount('OlgaStock', 2_400_000),
    RATE,
  );
  window = await openAs(browser, product.origin, 'olga', undefined, '/robux-dashboard');
  page = window.page;
  await page.getByRole('columnheader').first().waitFor();
});
afterAll(async () => {
  await olga.call('DELETE', `/api/roblox-accounts/${accountId}`);
  await browser?.close();
});

interface Row {
  readonly ratePerThousand: string;
  readonly accountCount: number;
  readonly totalRobux: number;
}

test('S4.01 S4.03 figures and rows show the accounts and Robux that the server sums by rate', async () => {
  const { body: rows } = await olga.call<Row[]>('GET', '/api/roblox-accounts/aggregated');
  expect(rows.find(({ ratePerThousand }) => ratePerThousand === RATE)).toMatchObject({
    accountCount: 1,
    totalRobux: 2_400_000,
  });
  await expect.poll(() => figure('Rates')).toBe(String(rows.length));
  await expect.poll(() => figure('Total Accounts')).toBe(String(sum(rows, 'accountCount')));
  await expect.poll(() => figure('Total Robux')).toBe(`${(sum(rows, 'totalRobux') / 1e6).toFixed(1)}M R$`);
  const row = page.getByRole('row').filter({ hasText: `$${RATE}` });
  await expect
    .poll(() => row.getByRole('cell').allTextContents())
    .toEqual([`$${RATE} per 1K`, '1', '2.4M R$']);
});

test('S4.01 the table is sorted by price, and each column sorts in both directions', async () => {
  const cells = async (column: number) =>
    (await page.locator(`tbody td:nth-child(${column})`).allTextContents()).map(numberIn);
  for (const [column, name] of [
    [1, 'Price'],
    [2, 'Accounts'],
    [3, 'Robux'],
  ] as const) {
    const head = page.getByRole('columnheader', { name });
    if (column > 1) await head.getByRole('button').click();
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    const ascending = (await cells(column)).toSorted((a, b) => a - b);
    expect(await cells(column)).toEqual(ascending);
    await head.getByRole('button').click();
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    expect(await cells(column)).toEqual(ascending.toReversed());
  }
});

test('S4.02 the market polls every 5 s, stops with Manual, and reads with Refresh', async () => {
  await stopClock(page);
  await page.reload();
  const row = page.getByRole('row').filter({ hasText: `$${RATE}` });
  await runClockUntil(page, () => row.isVisible());
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/aggregated')) requests += 1;
  });
  for (const times of [1, 2]) {
    const answered = page.waitForResponse('**/aggregated');
    await page.clock.runFor(5_000);
    await (await answered).finished();
    expect(requests).toBe(times);
  }

  await page.getByRole('button', { name: 'Auto' }).click();
  const manual = page.getByRole('button', { name: 'Manual' });
  await runClockUntil(page, () => manual.isVisible());
  await olga.call('PUT', `/api/roblox-accounts/${accountId}`, { status: 'offline' });
  await page.clock.runFor(20_000);
  expect(requests).toBe(2);
  await expect.poll(() => row.count()).toBe(1);

  // the server updates the sums within two seconds
  await eventually(
    () => olga.call<Row[]>('GET', '/api/roblox-accounts/aggregated'),
    ({ body }) => body.every(({ ratePerThousand }) => ratePerThousand !== RATE),
  );
  await page.getByRole('button', { name: 'Refresh' }).click();
  await runClockUntil(page, async () => (await row.count()) === 0);
  expect(requests).toBe(3);
  await startClock(page);
});

test('S4.02 an empty market suggests adding accounts', async () => {
  await page.route('**/aggregated', (route) => route.fulfill({ json: [] }));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByText('No data available', { exact: true }).waitFor();
  await page.getByText(/^Add accounts with cookies/).waitFor();
  expect(window.errors).toEqual([]);
});

const sum = (rows: readonly Row[], of: 'accountCount' | 'totalRobux'): number =>
  rows.reduce((total, row) => total + row[of], 0);

/** The first number in a text. `2.4M` is 2,400,000. */
function numberIn(text: string): number {
  const [, digits = '', size] = /([\d.,]+)([KM])?/.exec(text) ?? [];
  return Number(digits.replaceAll(',', '')) * (size === 'M' ? 1e6 : size === 'K' ? 1e3 : 1);
}

const figure = (label: string): Promise<string | null> =>
  page
    .locator('section')
    .filter({ has: page.getByText(label, { exact: true }) })
    .last()
    .locator('.text-2xl')
    .textContent();
