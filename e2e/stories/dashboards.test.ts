import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { offer, signIn } from '../support/person.ts';
import { controlSandbox } from '../support/sandbox.ts';
import { openVisitor, signInAs, type Visitor } from '../support/visitor.ts';

/** The dashboards of each role: with the demo's history, for new users, and with failed requests. */
let browser: Browser;
let visitor: Visitor | null = null;

beforeAll(async () => {
  browser = await openBrowser();
});
afterEach(async () => {
  await visitor?.close();
  visitor = null;
});
afterAll(async () => {
  await browser?.close();
});

interface Week {
  readonly days: readonly { day: string; robux?: number }[];
  readonly change: number;
  readonly totals: Readonly<Record<string, number>>;
}

test('S2.01 S2.02 the buyer’s cards and chart show the server’s figures, from Monday on', async () => {
  const page = await openDashboardAs('nova');
  await page.getByText("Welcome back! Here's your trading overview.").first().waitFor();
  const { days, change, totals } = await weekOf(page);
  expect(totals.completedOrders).toBeGreaterThan(0);
  await page.getByText(`Out of ${totals.totalOrders} total`).waitFor();
  const spent = totals.totalSpent!.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  await page.getByText(spent, { exact: true }).waitFor();

  const card = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Weekly Activity' }) });
  await card.getByText('Live', { exact: true }).waitFor();
  expect(days.map(({ day }) => day)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
  if (days.some(({ robux }) => robux)) {
    await card.locator('svg[data-chart=area] [data-run]').first().waitFor({ state: 'attached' });
    expect((await card.locator('svg[data-chart]').boundingBox())?.height).toBe(400);
    const axis = card.locator('svg[data-chart] text[data-label]');
    await expect.poll(() => axis.allTextContents()).toEqual(days.map(({ day }) => day));
    const rows = () => card.getByRole('row').allTextContents();
    await expect.poll(async () => (await rows())[1]).toBe(`Mon${days[0]!.robux!.toLocaleString('en-US')} R$`);
  }
  const shown = card.getByText('vs last week');
  expect(await shown.count()).toBe(change === 0 ? 0 : 1);
  if (change !== 0) await card.getByText(`${change.toFixed(1)}%`).waitFor();
});

test('S2.03 S2.04 the buyer sees the latest orders and transactions, and quick actions', async () => {
  const page = await openDashboardAs('nova');
  const table = page.getByRole('region', { name: 'Recent Transactions' });
  await table.waitFor();
  await expect
    .poll(() => table.getByRole('columnheader').allTextContents())
    .toEqual(['Date', 'Type', 'Amount', 'Description', 'Status']);
  await expect.poll(() => table.getByRole('row').count()).toBe(6);
  const orders = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Recent Orders' }) });
  await orders.getByRole('link').first().waitFor();
  await expect.poll(() => orders.getByRole('listitem').count()).toBe(3);
  await page.getByRole('button', { name: 'View All' }).click();
  await page.getByRole('heading', { name: 'Transaction History' }).first().waitFor();
  for (const [action, title] of [
    ['Buy Robux', 'Buy Robux'],
    ['Transaction History', 'Transaction History'],
    ['Wallet', 'Wallet'],
  ] as const) {
    await page.goto(`${product.origin}/dashboard`);
    await page.getByRole('main').getByRole('button', { name: action }).click();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  }
});

test('S2.05 S2.06 the seller sees figures, a revenue chart and the latest sales', async () => {
  const page = await openDashboardAs('sela');
  await page.getByText('Manage your listings and track performance.').first().waitFor();
  for (const label of ['Total Earnings', 'Active Listings', 'Total Sales']) {
    await page.getByText(label, { exact: true }).waitFor();
  }
  const table = page.getByRole('region', { name: 'Recent Sales' });
  await table.waitFor();
  await expect
    .poll(() => table.getByRole('columnheader').allTextContents())
    .toEqual(['Date', 'Type', 'Amount', 'Quantity', 'Status']);
  await expect.poll(() => table.getByRole('link', { name: /^(Robux )?Sale/ }).count()).toBe(5);
  const card = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Revenue Overview' }) });
  const chart = card.locator('svg[data-chart]').or(card.getByText('No revenue data yet'));
  await chart.waitFor();
  if (await card.locator('svg[data-chart]').count())
    expect((await card.locator('svg[data-chart]').boundingBox())?.height).toBe(250);
  for (const name of ['View Sales', 'Withdraw Funds', 'Roblox Accounts']) {
    await page.getByRole('main').getByRole('button', { name }).waitFor();
  }
});

test('S2.02 S2.03 S2.04 a new buyer sees empty lists and the first steps', async () => {
  const page = await openDashboardAsNewUser('dash-buyer', /Become a Buyer/);
  await page.getByText('No activity this week').waitFor();
  const empty = page.getByText('No activity this week').locator('xpath=ancestor::*[@style]').last();
  expect((await empty.boundingBox())?.height).toBe(300);
  const steps = page.getByRole('region', { name: 'First steps' });
  await steps.getByText('0 of 3 done').waitFor();
  await steps.getByText(/can't be withdrawn/).waitFor();
  await expect
    .poll(() => steps.getByRole('button').allTextContents())
    .toEqual(['Open Roblox', 'Deposit', 'Buy']);
  await page.getByText('No recent orders').waitFor();
  await page.getByText('No transactions yet').waitFor();
  expect(await page.getByText('vs last week').count()).toBe(0);
  await page.getByRole('button', { name: 'Buy Robux Now' }).click();
  await page.getByRole('heading', { name: 'Buy Robux', level: 1 }).waitFor();
});

test('S2.05 S2.06 a new seller sees empty lists and the first steps', async () => {
  const page = await openDashboardAsNewUser('dash-seller', /Become a Seller/);
  await page.getByText('No revenue data yet').waitFor();
  await page.getByText('No sales yet').waitFor();
  await page.getByText(/Add Roblox accounts to put Robux up for sale/).waitFor();
  const steps = page.getByRole('region', { name: 'First steps' });
  await steps.getByText('0 of 3 done').waitFor();
  const seller = await signIn(product.origin, 'dash-seller');
  await offer(seller, await controlSandbox(product.sandbox).makeAccount('DashStock', 100), '5.99');
  await page.reload();
  await steps.getByText('2 of 3 done').waitFor();
  await steps.getByRole('button', { name: 'See market' }).click();
  await page.getByRole('heading', { name: 'Robux Market', level: 1 }).waitFor();
});

test('S2.08 an admin sees their figures and transactions, with four placeholders while they load', async () => {
  const page = await openDashboardAs('ada');
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/users/stats**', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${product.origin}/dashboard`);
  const placeholders = page.locator('section .text-2xl .animate-pulse');
  await placeholders.first().waitFor();
  await expect.poll(() => placeholders.count()).toBe(4);
  answer();
  await placeholders.first().waitFor({ state: 'detached' });
  await page.getByText('Completed Trades').waitFor();
  await page.getByRole('region', { name: 'Recent Transactions' }).waitFor();
  await page.getByRole('button', { name: 'Create New Listing' }).waitFor();
});

test('S2.09 lists that fail to load are empty and show no message', async () => {
  const page = await openDashboardAs('nova');
  for (const path of ['stats/**', 'history**', 'robux/orders**']) {
    await page.route(`**/api/${path}`, (route) => route.fulfill({ status: 500, body: '{}' }));
  }
  await page.goto(`${product.origin}/dashboard`);
  expect(await page.getByText('First steps').count()).toBe(0);
  for (const text of ['No activity this week', 'No recent orders', 'No transactions yet', 'Out of 0 total']) {
    await page.getByText(text).waitFor();
  }
  expect(await page.getByRole('alert').count()).toBe(0);
});

async function openDashboardAs(name: string): Promise<Page> {
  visitor = await openVisitor(browser, product.origin);
  await signInAs(visitor.page, name);
  return visitor.page;
}

async function openDashboardAsNewUser(name: string, role: RegExp): Promise<Page> {
  visitor = await openVisitor(browser, product.origin);
  const { page } = visitor;
  await page.getByRole('link', { name: 'Continue with Discord' }).click();
  await page.getByLabel('Somebody new').fill(name);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.waitForURL('**/role-selection');
  await page.getByRole('button', { name: role }).click();
  await page.waitForURL('**/dashboard');
  return page;
}

async function weekOf(page: Page): Promise<Week> {
  const answer = await page.evaluate(async () => {
    const tz = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone);
    return (await fetch(`/api/stats/week?role=buyer&tz=${tz}`)).json();
  });
  return answer as Week;
}
