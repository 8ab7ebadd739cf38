import type { Locator, Page } from '@playwright/test';
import { deposit, eventually, offer } from '../support/person.ts';
import { expect, test } from '../support/stories.ts';

/** The dashboards of each role: with the demo's history, for new users, and with failed requests. */

interface Week {
  readonly days: readonly { day: string; date: string; robux?: number }[];
  readonly change: number;
  readonly totals: Readonly<Record<string, number>>;
}

test('the buyer’s cards show the server’s figures', { tag: ['@S2.01', '@S2.02'] }, async ({ as }) => {
  const { page } = await as('nova');
  await expect(page.getByText("Welcome back! Here's your trading overview.").first()).toBeVisible();
  const { change, totals } = await weekOf(page);
  expect(totals.completedOrders).toBeGreaterThan(0);
  await expect(page.getByText(`Out of ${totals.totalOrders} total`)).toBeVisible();
  const spent = totals.totalSpent!.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  await expect(page.getByText(spent, { exact: true })).toBeVisible();

  const card = cardOf(page, 'Weekly Activity');
  await expect(card.getByText('Live', { exact: true })).toBeVisible();
  const shown = card.getByText('vs last week');
  await expect(shown).toHaveCount(change === 0 ? 0 : 1);
  if (change !== 0) await expect(card.getByText(`${change.toFixed(1)}%`.replace('-', '−'))).toBeVisible();
});

test('a purchase appears in the chart of its buyer, from Monday on, and in that of its seller', {
  tag: ['@S2.02', '@S2.05'],
}, async ({ as, person, sandbox }) => {
  const seller = await person('chart-seller', 'seller');
  const buyer = await person('chart-buyer', 'buyer');
  await deposit(buyer, sandbox, 0.5);
  // no story sells for less
  await offer(seller, await sandbox.makeAccount('ChartStock', 1_000), '1.00');
  const maker = await sandbox.makeAccount('ChartMaker', 0);
  const { status, body } = await buyer.call<{ id: string }>('POST', '/api/robux/orders', {
    robuxAmount: 1_000,
    gamepassUrl: (await sandbox.makePass(maker.id, 1_000, 'Chart pass')).url,
    ratePerThousand: '1.00',
  });
  expect(status).toBe(201);
  await eventually(
    () => buyer.call<{ status: string }>('GET', `/api/robux/orders/${body.id}`),
    (order) => order.body.status === 'completed',
  );

  const buying = await as('chart-buyer');
  const { days } = await weekOf(buying.page);
  expect(days.map(({ day }) => day)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
  expect(days.reduce((sum, { robux }) => sum + robux!, 0)).toBe(1_000);
  const bought = cardOf(buying.page, 'Weekly Activity');
  await expect(bought.locator('svg[data-chart=area] [data-run]').first()).toBeAttached();
  expect((await bought.locator('svg[data-chart]').boundingBox())?.height).toBe(400);
  await expect(bought.locator('svg[data-chart] text[data-label]')).toHaveText(days.map(({ day }) => day));
  const today = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short' }).format();
  const past = days.filter(({ date }) => date <= today);
  const rows = past.map(({ day, robux }) => `${day}${robux!.toLocaleString('en-US')} R$`);
  await expect.poll(async () => (await bought.getByRole('row').allTextContents()).slice(1)).toEqual(rows);

  const selling = await as('chart-seller');
  const chart = cardOf(selling.page, 'Revenue Overview').locator('svg[data-chart]');
  await expect(chart).toBeVisible();
  expect((await chart.boundingBox())?.height).toBe(250);
});

const cardOf = (page: Page, title: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });

test('the buyer sees the latest orders and transactions, and quick actions', {
  tag: ['@S2.03', '@S2.04'],
}, async ({ as }) => {
  const { page } = await as('nova');
  const table = page.getByRole('region', { name: 'Recent Transactions' });
  await expect(table).toBeVisible();
  await expect(table.getByRole('columnheader')).toHaveText([
    'Date',
    'Type',
    'Amount',
    'Description',
    'Status',
  ]);
  await expect(table.getByRole('row')).toHaveCount(6);
  const orders = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Recent Orders' }) });
  await expect(orders.getByRole('link').first()).toBeVisible();
  await expect(orders.getByRole('listitem')).toHaveCount(3);
  await page.getByRole('link', { name: 'View All' }).click();
  await expect(page.getByRole('heading', { name: 'Transaction History' }).first()).toBeVisible();
  for (const [action, title] of [
    ['Buy Robux', 'Buy Robux'],
    ['Transaction History', 'Transaction History'],
    ['Wallet', 'Wallet'],
  ] as const) {
    await page.goBack();
    await page.getByRole('main').getByRole('link', { name: action }).click();
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    // the link has gone, and the next page starts at its top
    await expect(page.getByRole('main')).toBeFocused();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  }
});

test('the seller sees figures and the latest sales', { tag: ['@S2.05', '@S2.06'] }, async ({ as }) => {
  const { page } = await as('sela');
  await expect(page.getByText('Manage your listings and track performance.').first()).toBeVisible();
  for (const label of ['Total Earnings', 'Active Listings', 'Total Sales']) {
    await expect(page.getByText(label, { exact: true })).toBeVisible();
  }
  const table = page.getByRole('region', { name: 'Recent Sales' });
  await expect(table).toBeVisible();
  await expect(table.getByRole('columnheader')).toHaveText(['Date', 'Type', 'Amount', 'Quantity', 'Status']);
  await expect(table.getByRole('link', { name: /^(Robux )?Sale/ })).toHaveCount(5);
  for (const name of ['View Sales', 'Withdraw Funds', 'Roblox Accounts']) {
    await expect(page.getByRole('main').getByRole('link', { name })).toBeVisible();
  }
});

test('a new buyer sees empty lists and the first steps', { tag: ['@S2.02', '@S2.03', '@S2.04'] }, async ({
  as,
  person,
}) => {
  await person('dash-buyer', 'buyer');
  const { page } = await as('dash-buyer');
  await expect(page.getByText('No activity this week')).toBeVisible();
  const empty = page.getByText('No activity this week').locator('xpath=ancestor::*[@style]').last();
  expect((await empty.boundingBox())?.height).toBe(300);
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByText('0 of 3 done')).toBeVisible();
  await expect(steps.getByText(/can't be withdrawn/)).toBeVisible();
  await expect(steps.getByRole('link')).toHaveText(['Open Roblox', 'Deposit now', 'Buy']);
  await expect(page.getByText('No recent orders')).toBeVisible();
  await expect(page.getByText('No transactions yet')).toBeVisible();
  await expect(page.getByText('vs last week')).toHaveCount(0);
  await page.getByRole('link', { name: 'Buy Robux Now' }).click();
  await expect(page.getByRole('heading', { name: 'Buy Robux', level: 1 })).toBeVisible();
});

test('a new seller sees empty lists and the first steps', { tag: ['@S2.05', '@S2.06'] }, async ({
  as,
  sandbox,
  person,
}) => {
  const seller = await person('dash-seller', 'seller');
  const { page } = await as('dash-seller');
  await expect(page.getByText('No revenue data yet')).toBeVisible();
  await expect(page.getByText('No sales yet')).toBeVisible();
  await expect(page.getByText(/Add Roblox accounts to put Robux up for sale/)).toBeVisible();
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByText('0 of 3 done')).toBeVisible();
  await offer(seller, await sandbox.makeAccount('DashStock', 100), '5.99');
  await page.reload();
  await expect(steps.getByText('2 of 3 done')).toBeVisible();
  await steps.getByRole('link', { name: 'See market' }).click();
  await expect(page.getByRole('heading', { name: 'Robux Market', level: 1 })).toBeVisible();
});

test('an admin sees their figures and transactions, with four placeholders while they load', {
  tag: '@S2.08',
}, async ({ as }) => {
  const { page } = await as('ada', { path: '/healthz' });
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/users/stats**', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/dashboard');
  const placeholders = page.locator('section [data-figure] [data-loading]');
  await expect(placeholders.first()).toBeVisible();
  await expect(placeholders).toHaveCount(4);
  answer();
  await expect(placeholders.first()).not.toBeAttached();
  await expect(page.getByText('Completed Trades')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recent Transactions' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create New Listing' })).toBeVisible();
});

test('lists that fail to load are empty and show no message', { tag: '@S2.09' }, async ({ as }) => {
  const { page } = await as('nova', { path: '/healthz' });
  for (const path of ['stats/**', 'history**', 'robux/orders**']) {
    await page.route(`**/api/${path}`, (route) => route.fulfill({ status: 500, body: '{}' }));
  }
  await page.goto('/dashboard');
  await expect(page.getByText('First steps')).toHaveCount(0);
  for (const text of ['No activity this week', 'No recent orders', 'No transactions yet', 'Out of 0 total']) {
    await expect(page.getByText(text)).toBeVisible();
  }
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('an empty chart takes the place of the loading one', { tag: '@S2.09' }, async ({ as }) => {
  const { page } = await as('sela', { path: '/healthz' });
  const { promise: held, resolve: fail } = Promise.withResolvers<void>();
  await page.route('**/api/stats/week**', async (route) => {
    await held;
    await route.fulfill({ status: 500, body: '{}' });
  });
  await page.goto('/dashboard');
  const next = page.getByRole('heading', { name: 'Recent Sales' });
  const before = await next.boundingBox();
  fail();
  await expect(page.getByText('No revenue data yet')).toBeVisible();
  expect(await next.boundingBox()).toEqual(before);
});

async function weekOf(page: Page): Promise<Week> {
  const answer = await page.evaluate(async () => {
    const tz = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone);
    return (await fetch(`/api/stats/week?role=buyer&tz=${tz}`)).json();
  });
  return answer as Week;
}
