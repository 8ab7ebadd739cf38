import type { Locator, Page } from '@playwright/test';
import { runClockUntil, stopClock } from '../support/clock.ts';
import { eventually, offer } from '../support/person.ts';
import { expect, sharing } from '../support/stories.ts';

/** The Robux market. No other story sells at this rate. */
const RATE = '5.77';

const test = sharing(async ({ sandbox, person, as, atEnd }) => {
  const olga = await person('olga', 'seller');
  const accountId = await offer(olga, await sandbox.makeAccount('OlgaStock', 2_400_000), RATE);
  const { page, errors } = await as('olga', { path: '/robux-dashboard' });
  await expect(page.getByRole('columnheader').first()).toBeVisible();
  atEnd(() => olga.call('DELETE', `/api/roblox-accounts/${accountId}`));

  const figure = (label: string) => figureOf(page, label);
  return { errors, page, olga, accountId, figure };
});

interface Row {
  readonly ratePerThousand: string;
  readonly accountCount: number;
  readonly totalRobux: number;
}

test('figures and rows show the accounts and Robux that the server sums by rate', {
  tag: ['@S4.01', '@S4.03'],
}, async ({ shared: { page, olga, figure } }) => {
  const { body: rows } = await olga.call<Row[]>('GET', '/api/roblox-accounts/aggregated');
  expect(rows.find(({ ratePerThousand }) => ratePerThousand === RATE)).toMatchObject({
    accountCount: 1,
    totalRobux: 2_400_000,
  });
  await expect(figure('Rates')).toHaveText(String(rows.length));
  await expect(figure('Total Accounts')).toHaveText(String(sum(rows, 'accountCount')));
  await expect(figure('Total Robux')).toHaveText(shortRobux(sum(rows, 'totalRobux')));
  const row = page.getByRole('row').filter({ hasText: `$${RATE}` });
  await expect(row.getByRole('cell')).toHaveText([`$${RATE} per 1K`, '', '1', '2.4M R$']);
});

test('the figures of the buy page are those of the server, and a seller with two accounts counts once', {
  tag: '@S4.04',
}, async ({ shared: { olga }, sandbox, as }) => {
  const { page } = await as('nova', { path: '/buy-robux' });
  interface Totals {
    readonly totalAvailableRobux: number;
    readonly activeAccounts: number;
    readonly activeSellers: number;
  }
  const totals = async () => (await olga.call<Totals>('GET', '/api/pre-orders/live')).body;
  const before = await totals();
  const second = await offer(olga, await sandbox.makeAccount('OlgaSecond', 70), '5.78');
  await expect.poll(totals).toMatchObject({
    activeSellers: before.activeSellers,
    activeAccounts: before.activeAccounts + 1,
    totalAvailableRobux: before.totalAvailableRobux + 70,
  });
  const { activeSellers, totalAvailableRobux } = await totals();
  await expect(figureOf(page, 'Active Sellers')).toHaveText(String(activeSellers));
  await expect(page.getByText(`${before.activeAccounts + 1} accounts`, { exact: true })).toBeVisible();
  await expect(figureOf(page, 'Total Available Robux')).toHaveText(shortRobux(totalAvailableRobux));
  await olga.call('DELETE', `/api/roblox-accounts/${second}`);
});

test('the table is sorted by price, and each column sorts in both directions', { tag: '@S4.01' }, async ({
  shared: { page },
}) => {
  const cells = async (column: number) =>
    (await page.locator(`tbody td:nth-child(${column})`).allTextContents()).map(numberIn);
  for (const [column, name] of [
    [1, 'Price'],
    [3, 'Accounts'],
    [4, 'Robux'],
  ] as const) {
    const head = page.getByRole('columnheader', { name });
    if (column > 1) await head.getByRole('button').click();
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    // the stock of other stories changes meanwhile
    await expect.poll(async () => isSorted(await cells(column))).toBe(true);
    await head.getByRole('button').click();
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await expect.poll(async () => isSorted((await cells(column)).toReversed())).toBe(true);
  }
});

test('the market polls every 5 s, stops with Manual, and reads with Refresh', { tag: '@S4.02' }, async ({
  shared: { page, olga, accountId },
}) => {
  const startClock = await stopClock(page);
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
  await expect(row).toHaveCount(1);

  // the server updates the sums within two seconds
  await eventually(
    () => olga.call<Row[]>('GET', '/api/roblox-accounts/aggregated'),
    ({ body }) => body.every(({ ratePerThousand }) => ratePerThousand !== RATE),
  );
  await page.getByRole('button', { name: 'Refresh' }).click();
  await runClockUntil(page, async () => (await row.count()) === 0);
  expect(requests).toBe(3);
  await startClock();
});

test('an empty market suggests adding accounts', { tag: '@S4.02' }, async ({ shared: { errors, page } }) => {
  await page.route('**/aggregated', (route) => route.fulfill({ json: [] }));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('No data available', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Add accounts with cookies/)).toBeVisible();
  expect(errors).toEqual([]);
});

const sum = (rows: readonly Row[], of: 'accountCount' | 'totalRobux'): number =>
  rows.reduce((total, row) => total + row[of], 0);

/** The first number in a text. `2.4M` is 2,400,000. */
function numberIn(text: string): number {
  const [, digits = '', size] = /([\d.,]+)([KM])?/.exec(text) ?? [];
  return Number(digits.replaceAll(',', '')) * (size === 'M' ? 1e6 : size === 'K' ? 1e3 : 1);
}

/** The figure of the card with this label. */
const figureOf = (page: Page, label: string): Locator =>
  page
    .locator('section')
    .filter({ has: page.getByText(label, { exact: true }) })
    .last()
    .locator('[data-figure]');

/** Robux as a figure shows them: `950 R$`, `12.5K R$` or `2.4M R$`. */
function shortRobux(robux: number): string {
  if (robux < 1_000) return `${robux} R$`;
  return robux < 1e6 ? `${(robux / 1_000).toFixed(1)}K R$` : `${(robux / 1e6).toFixed(1)}M R$`;
}

const isSorted = (numbers: readonly number[]): boolean =>
  numbers.length > 1 && numbers.every((number, index) => index === 0 || numbers[index - 1]! <= number);
