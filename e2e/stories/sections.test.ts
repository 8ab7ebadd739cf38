import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { deposit, offer, personWith, signInWithRole } from '../support/person.ts';
import { controlSandbox, type Sandbox } from '../support/sandbox.ts';
import { expectToast } from '../support/toasts.ts';
import { openAs, openVisitor } from '../support/visitor.ts';

/** The sections Affiliate Program, Rates & Analytics, Discord and System Controls. */
let browser: Browser;
let sandbox: Sandbox;

beforeAll(async () => {
  browser = await openBrowser();
  sandbox = controlSandbox(product.sandbox);
});
afterAll(async () => {
  await browser?.close();
});

const openSection = (who: string, section: string) =>
  openAs(browser, product.origin, who, undefined, `/dashboard?section=${section}`);

test('S8.06 Affiliate Program: a user signs up by the link, and a share of their fee arrives', async () => {
  const { page, errors, close } = await openSection('rhea', 'affiliate');
  await page.getByRole('heading', { level: 1, name: 'Affiliate Program' }).waitFor();
  await page.getByText('No referrals yet').waitFor();
  await page.getByText('No shares yet').waitFor();
  await page.getByText('For 365 days you get 10% of the marketplace and withdrawal fees').waitFor();
  await page.getByRole('button', { name: 'Copy referral link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(new RegExp(`^${product.origin}/\\?ref=[0-9a-z]{8}$`));
  expect(await page.getByLabel('Your referral link').inputValue()).toBe(link);

  await makeSaleOf(await signUpByLink(link, 'finnegan'), 20);
  await page.reload();
  const share = page.getByRole('region', { name: 'Shares' }).getByRole('row').nth(1);
  await share.waitFor();
  await expect
    .poll(async () => (await share.getByRole('cell').allTextContents()).slice(1))
    .toEqual(['Marketplace fee', 'fin…', '10% of $1.00', '$0.10']);
  const person = page.getByRole('region', { name: 'People' }).getByRole('row').nth(1);
  await person.getByRole('cell', { name: 'fin…', exact: true }).waitFor();
  await expect.poll(() => figure(page, 'Total Earned')).toBe('$0.10');
  await expect.poll(() => figure(page, 'People Referred')).toBe('1');
  expect(errors).toEqual([]);
  await close();
});

/** Signs up a new seller in a new window that opened the link. Returns their cookies. */
async function signUpByLink(link: string, name: string): Promise<string> {
  const { page, close } = await openVisitor(browser, product.origin);
  await page.goto(link);
  await signUp(page, name);
  await page.getByRole('button', { name: /Become a Seller/ }).click();
  await page.waitForURL('**/dashboard');
  const cookies = await page.context().cookies();
  await close();
  return cookies.map(({ name: key, value }) => `${key}=${value}`).join('; ');
}

/** Signs in as a Discord user that does not exist yet. */
async function signUp(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Continue with Discord' }).click();
  await page.getByLabel('Somebody new').fill(name);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.waitForURL('**/role-selection');
}

async function makeSaleOf(sellerCookie: string, dollars: number): Promise<void> {
  const seller = personWith(product.origin, sellerCookie);
  const buyer = await signInWithRole(product.origin, 'penelope', 'buyer');
  await deposit(buyer, sandbox, 1);
  const { body: listing } = await seller.call<{ id: string; sellerId: string }>('POST', '/api/listings', {
    title: 'Brass Lantern',
    itemType: 'limited_items',
    quantity: 1,
    pricePerUnit: dollars,
    deliveryTime: '1 hour',
  });
  const { body: trade } = await buyer.call<{ id: string }>('POST', '/api/transactions', {
    listingId: listing.id,
    sellerId: listing.sellerId,
    quantity: 1,
    pricePerUnit: dollars,
    totalAmount: dollars,
    platformFee: (dollars / 20).toFixed(2),
  });
  expect((await seller.call('POST', `/api/transactions/${trade.id}/deliver`, {})).status).toBe(200);
  expect((await buyer.call('POST', `/api/transactions/${trade.id}/confirm`, {})).status).toBe(200);
}

test('S8.06 Rates & Analytics: trade by day over 7 to 90 days, and the stock by rate', async () => {
  const { page, errors, close } = await openSection('sela', 'rates');
  await page.getByRole('heading', { level: 1, name: 'Rates & Analytics' }).waitFor();
  for (const days of ['90', '7']) {
    const answered = page.waitForResponse((answer) => answer.url().includes(`/api/stats/rates?days=${days}`));
    await page.getByRole('button', { name: `${days} days` }).click();
    const { days: byDay, totals } = (await (await answered).json()) as Rates;
    await page.getByText(`Last ${days} days`).waitFor();
    await expect.poll(() => figure(page, 'Average Rate')).toBe(usd(totals.averageRate!));
    await expect.poll(() => figure(page, 'Volume')).toBe(usd(totals.volume));
    await expect.poll(() => figure(page, 'Completed Orders')).toBe(String(totals.orders));
    // each chart has a table for screen readers
    const traded = byDay.filter(({ averageRate }) => averageRate !== null);
    expect(await page.getByRole('table', { name: 'Rate History' }).getByRole('row').count()).toBe(
      traded.length + 1,
    );
    expect(await page.getByRole('table', { name: 'Volume by Day' }).getByRole('row').count()).toBe(
      Number(days) + 1,
    );
  }
  const market = (await page.evaluate(async () =>
    (await fetch('/api/roblox-accounts/aggregated')).json(),
  )) as { ratePerThousand: string }[];
  const rows = page.getByRole('region', { name: 'Depth of stock by rate' }).locator('tbody tr');
  await expect
    .poll(async () => (await rows.allTextContents()).map((text) => text.split(' per 1K')[0]))
    .toEqual(market.map(({ ratePerThousand }) => `$${ratePerThousand}`));
  await page.locator('svg[data-chart=bars]').waitFor();
  await page.locator('svg[data-chart=steps]').first().waitFor();
  const hours = page.waitForResponse((answer) => answer.url().includes('/api/stats/rates?days=1&'));
  await page.getByRole('button', { name: '24 hours' }).click();
  expect(((await (await hours).json()) as Rates).days).toHaveLength(24);
  await page.getByRole('heading', { name: 'Last trades' }).waitFor();
  expect(errors).toEqual([]);
  await close();
});

interface Rates {
  readonly days: readonly { readonly averageRate: number | null }[];
  readonly totals: {
    readonly averageRate: number | null;
    readonly volume: number;
    readonly orders: number;
  };
}

test('S2.07 Update My Rates sets one price for the selected accounts', async () => {
  const rory = await signInWithRole(product.origin, 'rory', 'seller');
  const ids: string[] = [];
  for (const [name, rate] of [
    ['RoryOne', '5.71'],
    ['RoryTwo', '5.72'],
    ['RoryThree', '5.73'],
  ] as const) {
    ids.push(await offer(rory, await sandbox.makeAccount(name, 100), rate));
  }
  const { page, errors, close } = await openSection('rory', 'overview');
  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByRole('button', { name: 'Update My Rates' }).click();
  const dialog = page.getByRole('dialog', { name: 'Update My Rates' });
  await dialog.getByRole('button', { name: 'Update 3 Rates' }).click();
  await dialog.getByText('Rate must be between $1 and $6').waitFor();
  await dialog.getByLabel('New price per 1K').fill('5.79');
  await dialog.getByRole('checkbox', { name: 'All accounts' }).click();
  await dialog.getByRole('button', { name: 'Update 0 Rates' }).click();
  await dialog.getByText('Choose at least one account').waitFor();
  await dialog.getByRole('checkbox', { name: 'RoryOne' }).click();
  await dialog.getByRole('checkbox', { name: 'RoryThree' }).click();
  await dialog.getByRole('button', { name: 'Update 2 Rates' }).click();
  await expectToast(page, 'Rates Updated');
  await dialog.waitFor({ state: 'detached' });
  const { body } = await rory.call<{ username: string; ratePerThousand: number }[]>(
    'GET',
    '/api/roblox-accounts',
  );
  expect(
    Object.fromEntries(body.map(({ username, ratePerThousand }) => [username, ratePerThousand])),
  ).toEqual({ RoryOne: 5.79, RoryTwo: 5.72, RoryThree: 5.79 });
  for (const id of ids) await rory.call('DELETE', `/api/roblox-accounts/${id}`);
  expect(errors).toEqual([]);
  await close();
});

const TOKEN = 'a-secret-token-of-a-webhook';

test('S8.06 Discord: the invite, a webhook that is stored masked, its kinds of messages, and a test message', async () => {
  const { page, errors, close } = await openSection('dora', 'discord');
  await page.getByRole('heading', { level: 1, name: 'Discord' }).waitFor();
  const invite = page.getByRole('link', { name: 'Join on Discord' });
  expect((await fetch((await invite.getAttribute('href'))!)).status).toBe(200);

  await page.getByRole('button', { name: 'Save Webhook' }).click();
  await page.getByText('Paste the address of a webhook').waitFor();
  const address = page.getByLabel('Webhook URL');
  await address.fill('https://discord.com.evil.test/api/webhooks/77/x');
  await page.getByRole('button', { name: 'Save Webhook' }).click();
  await page.getByText('This address is not a Discord webhook').waitFor();
  await address.fill(`https://discord.com/api/webhooks/77001/${TOKEN}`);
  await page.getByRole('switch', { name: 'Deposits' }).click();
  await page.getByRole('button', { name: 'Save Webhook' }).click();
  await page.getByText('https://discord.com/api/webhooks/77001/••••').waitFor();

  await page.getByRole('switch', { name: 'Withdrawals' }).click();
  await expectToast(page, 'Saved');
  await page.reload();
  await page.getByText('https://discord.com/api/webhooks/77001/••••').waitFor();
  await expect.poll(() => page.getByRole('switch', { checked: false }).count()).toBe(2);
  expect(await page.content()).not.toContain(TOKEN);

  await page.getByRole('button', { name: 'Send a test message' }).click();
  await expectToast(page, 'Test message sent');
  expect(await messagesTo('77001')).toEqual(['Hello from Sterling. Your messages will arrive here.']);

  await sandbox.fault({ service: 'discord', path: '/webhooks', times: 1, kind: 'status', status: 404 });
  await page.getByRole('button', { name: 'Send a test message' }).click();
  await page
    .getByText(/This webhook no longer exists/)
    .first()
    .waitFor();
  await address.waitFor();
  // Chromium logs the two expected refusals
  expect(errors.filter((error) => !error.includes('status of 400'))).toEqual([]);
  await close();
});

async function messagesTo(webhookId: string): Promise<string[]> {
  type Message = { readonly webhookId: string; readonly body: { readonly content: string } };
  const all = await sandbox.control<Message[]>('GET', 'discord/messages');
  return all.filter((message) => message.webhookId === webhookId).map(({ body }) => body.content);
}

test('S8.06 System Controls: an admin sees the controls and the audit log, a seller the generic view', async () => {
  const ada = await openSection('ada', 'system');
  await ada.page.getByRole('heading', { level: 1, name: 'System Controls' }).waitFor();
  await ada.page.getByRole('switch', { name: 'Maintenance mode' }).waitFor();
  await ada.page.getByRole('heading', { name: 'Audit Log' }).waitFor();
  await ada.close();
  const sela = await openSection('sela', 'system');
  await sela.page.getByRole('heading', { level: 1, name: 'Dashboard Overview' }).waitFor();
  await sela.close();
});

const usd = (dollars: number) => dollars.toLocaleString('en-US', { style: 'currency', currency: 'USD' });

/** The figure of a stat card, by its label. */
async function figure(page: Page, label: string): Promise<string | null> {
  const card = page.locator('section').filter({ has: page.getByText(label, { exact: true }) });
  return card.last().locator('.text-2xl').textContent();
}
