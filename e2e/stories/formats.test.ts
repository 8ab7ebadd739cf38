import type { Locator, Page } from '@playwright/test';
import { deposit, offer } from '../support/person.ts';
import { expect, sharing } from '../support/stories.ts';

/** The formats of money, Robux and times, for users with known figures. Fleur's accounts are off sale, so that other stories do not buy them. */
const AMOUNTS = [950, 12_540, 2_340_000];

const test = sharing(async ({ sandbox, person }) => {
  const fabian = await person('fabian', 'buyer');
  await deposit(fabian, sandbox, 14.70588236);
  const fleur = await person('fleur', 'seller');
  for (const robux of AMOUNTS) {
    const id = await offer(fleur, await sandbox.makeAccount(`Fleur${robux}`, robux), '5.9');
    await fleur.call('PUT', `/api/roblox-accounts/${id}`, { status: 'offline' });
  }
  return { fabian };
});

interface Deposit {
  readonly amount: number;
  readonly ltcAmount: number;
  readonly createdAt: string;
}

test('a deposit shows dollars with two decimals, LTC with eight, and a date as MMM d, h:mm a', {
  tag: '@S8.04',
}, async ({ shared: { fabian }, as }) => {
  const { page } = await as('fabian', { path: '/wallet' });
  const { body } = await fabian.call<Deposit[]>('GET', '/api/wallet/transactions?walletType=buyer');
  const [only] = body;
  expect(only!.ltcAmount).toBe(14.70588236);
  const row = page.getByRole('region', { name: 'Transaction History' }).getByRole('row').nth(1);
  const [date, , dollars, ltc] = await cellsOf(row);
  expect(dollars).toBe(`+$${withCommas(only!.amount.toFixed(2))}`);
  expect(dollars).toMatch(/^\+\$1,\d{3}\.\d\d$/);
  expect(ltc).toBe('14.70588236 LTC');
  expect(date).toBe(await localTime(page, only!.createdAt));
  expect(date).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{1,2}:\d\d [AP]M$/);
  const { body: wallet } = await fabian.call<{ balance: number }>('GET', '/api/wallet?walletType=buyer');
  const balance = `$${withCommas(wallet.balance.toFixed(2))}`;
  await expect(page.getByRole('banner').getByText(balance, { exact: true })).toBeVisible();
});

test('half a billion Robux stand in one line on a phone and on a small desktop', { tag: '@S8.04' }, async ({
  as,
}) => {
  const { page } = await as('fabian');
  const most = { largestOrder: 1e6, instant: 1e6, inParts: 1e6 };
  const rates = [{ ratePerThousand: '2.50', accountCount: 9, sellerCount: 9, ...most }];
  await page.route('**/api/roblox-accounts/aggregated', (route) =>
    route.fulfill({ json: rates.map((rate) => ({ ...rate, totalRobux: 498_800_000 })) }),
  );
  for (const width of [320, 390, 1024]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/buy-robux');
    const figure = page.getByText('498.8M R$', { exact: true }).first();
    await expect(figure).toBeVisible();
    expect(await figure.evaluate((element) => element.getClientRects().length)).toBe(1);
  }
});

test('Robux show K and M with one decimal and the suffix R$, and a rate shows dollars', {
  tag: '@S8.04',
}, async ({ as }) => {
  const { page } = await as('fleur', { path: '/dashboard?section=roblox-accounts' });
  for (const [robux, shown] of [
    [950, '950 R$'],
    [12_540, '12.5K R$'],
    [2_340_000, '2.3M R$'],
  ] as const) {
    const row = page.getByRole('row').filter({ hasText: `Fleur${robux}` });
    await expect(row.getByText(shown, { exact: true })).toBeVisible();
    await expect(row.getByRole('button', { name: /^\$5\.90, edit price/ })).toBeVisible();
  }
  // the sum is rounded once; its parts are not
  await expect(page.getByText('2.4M R$', { exact: true })).toBeVisible();
  await page.goto('/wallet');
  await expect(page.getByText('0.00000000 LTC').first()).toBeVisible();
  await expect(page.getByText('$0.00', { exact: true }).first()).toBeVisible();
});

const cellsOf = async (row: Locator): Promise<string[]> => {
  await expect(row).toBeVisible();
  return row.getByRole('cell').allTextContents();
};

const withCommas = (digits: string): string => digits.replaceAll(/\B(?=(\d{3})+\.)/g, ',');

/** A time in the format and time zone of the page's browser. */
const localTime = (page: Page, iso: string): Promise<string> =>
  page.evaluate((at) => {
    const shape = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
    return new Date(at).toLocaleString('en-US', shape).replaceAll('\u202f', ' ');
  }, iso);
