import type { Locator, Page } from '@playwright/test';
import { deposit, offer, type Person, personWith } from '../support/person.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { expect, test, type Windows } from '../support/stories.ts';
import { expectToast } from '../support/toasts.ts';

/** The sections Affiliate Program, Rates & Analytics, Discord and System Controls. */

const section = (name: string) => ({ path: `/dashboard?section=${name}` });

test('Affiliate Program: a user signs up by the link, and a share of their fee arrives', {
  tag: '@S8.06',
}, async ({ product, sandbox, person, as, visit }) => {
  const { page, errors } = await as('rhea', section('affiliate'));
  await expect(page.getByRole('heading', { level: 1, name: 'Affiliate Program' })).toBeVisible();
  await expect(page.getByText('No referrals yet')).toBeVisible();
  await expect(page.getByText('No shares yet')).toBeVisible();
  await expect(
    page.getByText('For 365 days you get 10% of the marketplace and withdrawal fees'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Copy referral link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(new RegExp(`^${product.origin}/\\?ref=[0-9a-z]{8}$`));
  await expect(page.getByLabel('Your referral link')).toHaveValue(link);

  const finnegan = personWith(product.origin, await signUpByLink(visit, link, 'finnegan'));
  const penelope = await person('penelope', 'buyer');
  await deposit(penelope, sandbox, 1);
  await makeSale(finnegan, penelope, 20);
  await page.reload();
  const share = page.getByRole('region', { name: 'Shares' }).getByRole('row').nth(1);
  await expect(share).toBeVisible();
  await expect
    .poll(async () => (await share.getByRole('cell').allTextContents()).slice(1))
    .toEqual(['Marketplace fee', 'fin…', '10% of $1.00', '$0.10']);
  const referred = page.getByRole('region', { name: 'People' }).getByRole('row').nth(1);
  await expect(referred.getByRole('cell', { name: 'fin…', exact: true })).toBeVisible();
  await expect(figure(page, 'Total earned')).toHaveText('$0.10');
  await expect(figure(page, 'People referred')).toHaveText('1');
  expect(errors).toEqual([]);
});

/** Signs up a new seller in a new window that opened the link. Returns their cookies. */
async function signUpByLink(visit: Windows['visit'], link: string, name: string): Promise<string> {
  const { page, close } = await visit();
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
  await page.getByLabel('Someone new').fill(name);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.waitForURL('**/role-selection');
}

async function makeSale(seller: Person, buyer: Person, dollars: number): Promise<void> {
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

test('Rates & Analytics: trade by day over 7 to 90 days, and the stock by rate', { tag: '@S8.06' }, async ({
  as,
}) => {
  const { page, errors } = await as('sela', section('rates'));
  await expect(page.getByRole('heading', { level: 1, name: 'Rates & Analytics' })).toBeVisible();
  for (const days of ['90', '7']) {
    const answered = page.waitForResponse((answer) => answer.url().includes(`/api/stats/rates?days=${days}`));
    await page.getByRole('button', { name: `${days} days` }).click();
    const { days: byDay, totals } = (await (await answered).json()) as Rates;
    await expect(page.getByText(`Last ${days} days`)).toBeVisible();
    await expect(figure(page, 'Average rate')).toHaveText(usd(totals.averageRate!));
    await expect(figure(page, 'Volume')).toHaveText(usd(totals.volume));
    await expect(figure(page, 'Completed orders')).toHaveText(String(totals.orders));
    // each chart has a table for screen readers
    const traded = byDay.filter(({ averageRate }) => averageRate !== null);
    const rowsOf = (name: string) => page.getByRole('table', { name }).getByRole('row');
    await expect(rowsOf('Rate history')).toHaveCount(traded.length + 1);
    await expect(rowsOf('Volume by day')).toHaveCount(Number(days) + 1);
  }
  const market = (await page.evaluate(async () =>
    (await fetch('/api/roblox-accounts/aggregated')).json(),
  )) as { ratePerThousand: string }[];
  const rows = page.getByRole('region', { name: 'Market depth by rate' }).locator('tbody tr');
  await expect
    .poll(async () => (await rows.allTextContents()).map((text) => text.split(' per 1K')[0]))
    .toEqual(market.map(({ ratePerThousand }) => `$${ratePerThousand}`));
  await expect(page.locator('svg[data-chart=bars]')).toBeVisible();
  await expect(page.locator('svg[data-chart=steps]').first()).toBeVisible();
  const hours = page.waitForResponse((answer) => answer.url().includes('/api/stats/rates?days=1&'));
  await page.getByRole('button', { name: '24 hours' }).click();
  expect(((await (await hours).json()) as Rates).days).toHaveLength(24);
  await expect(page.getByRole('heading', { name: 'Latest orders' })).toBeVisible();
  expect(errors).toEqual([]);
});

interface Rates {
  readonly days: readonly { readonly averageRate: number | null }[];
  readonly totals: {
    readonly averageRate: number | null;
    readonly volume: number;
    readonly orders: number;
  };
}

test('Update My Rates sets one price for the selected accounts', { tag: '@S2.07' }, async ({
  as,
  sandbox,
  person,
}) => {
  const rory = await person('rory', 'seller');
  const ids: string[] = [];
  for (const [name, rate] of [
    ['RoryOne', '5.71'],
    ['RoryTwo', '5.72'],
    ['RoryThree', '5.73'],
  ] as const) {
    ids.push(await offer(rory, await sandbox.makeAccount(name, 100), rate));
  }
  const { page, errors } = await as('rory', section('overview'));
  const overview = page.getByRole('tab', { name: 'Overview' });
  await overview.click();
  // the ring is for the keyboard
  await expect(overview).toBeFocused();
  await expect(overview).toHaveCSS('outline-style', 'none');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Performance' })).toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('ArrowRight');
  await expect(overview).toHaveCSS('outline-style', 'solid');
  await page.getByRole('button', { name: 'Update My Rates' }).click();
  const dialog = page.getByRole('dialog', { name: 'Update My Rates' });
  await dialog.getByRole('button', { name: 'Update 3 rates' }).click();
  await expect(dialog.getByText('Rate must be between $1 and $6')).toBeVisible();
  await dialog.getByLabel('New rate per 1K').fill('5.79');
  await dialog.getByRole('checkbox', { name: 'All accounts' }).click();
  await dialog.getByRole('button', { name: 'Update 0 rates' }).click();
  await expect(dialog.getByText('Choose at least one account')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'RoryOne' }).click();
  await dialog.getByRole('checkbox', { name: 'RoryThree' }).click();
  await dialog.getByRole('button', { name: 'Update 2 rates' }).click();
  await expectToast(page, 'Rates updated');
  await expect(dialog).not.toBeAttached();
  const { body } = await rory.call<{ username: string; ratePerThousand: number }[]>(
    'GET',
    '/api/roblox-accounts',
  );
  expect(
    Object.fromEntries(body.map(({ username, ratePerThousand }) => [username, ratePerThousand])),
  ).toEqual({ RoryOne: 5.79, RoryTwo: 5.72, RoryThree: 5.79 });
  for (const id of ids) await rory.call('DELETE', `/api/roblox-accounts/${id}`);
  expect(errors).toEqual([]);
});

const TOKEN = 'a-secret-token-of-a-webhook';

test('Discord: the invite, a webhook that is stored masked, its kinds of messages, and a test message', {
  tag: '@S8.06',
}, async ({ as, sandbox }) => {
  const { page, errors } = await as('delia', section('discord'));
  await expect(page.getByRole('heading', { level: 1, name: 'Discord' })).toBeVisible();
  const invite = page.getByRole('link', { name: 'Join on Discord' });
  expect((await fetch((await invite.getAttribute('href'))!)).status).toBe(200);

  await page.getByRole('button', { name: 'Save webhook' }).click();
  await expect(page.getByText('Paste the address of a webhook')).toBeVisible();
  const address = page.getByLabel('Webhook URL');
  await address.fill('https://discord.com.evil.test/api/webhooks/77/x');
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await expect(page.getByText('This is not a Discord webhook')).toBeVisible();
  await address.fill(`https://discord.com/api/webhooks/77001/${TOKEN}`);
  await page.getByRole('switch', { name: 'Deposits' }).click();
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await expect(page.getByText('https://discord.com/api/webhooks/77001/••••')).toBeVisible();

  await page.getByRole('switch', { name: 'Withdrawals' }).click();
  await expectToast(page, 'Saved');
  await page.reload();
  await expect(page.getByText('https://discord.com/api/webhooks/77001/••••')).toBeVisible();
  await expect(page.getByRole('switch', { checked: false })).toHaveCount(2);
  expect(await page.content()).not.toContain(TOKEN);

  await page.getByRole('button', { name: 'Send a test message' }).click();
  await expectToast(page, 'Test message sent');
  await expect
    .poll(() => messagesTo(sandbox, '77001'))
    .toEqual(
      expect.arrayContaining([
        'Hello from Sterling. Your messages will arrive here.',
        expect.stringMatching(/^Discord webhook saved: /),
      ]),
    );

  await sandbox.fault({ service: 'discord', path: '/webhooks', times: 1, kind: 'status', status: 404 });
  await page.getByRole('button', { name: 'Send a test message' }).click();
  await expect(page.getByText(/This webhook no longer exists/).first()).toBeVisible();
  await expect(address).toBeVisible();
  // Chromium logs the two expected refusals
  expect(errors.filter((error) => !error.includes('status of 400'))).toEqual([]);
});

async function messagesTo(sandbox: Sandbox, webhookId: string): Promise<string[]> {
  type Message = { readonly webhookId: string; readonly body: { readonly content: string } };
  const all = await sandbox.control<Message[]>('GET', 'discord/messages');
  return all.filter((message) => message.webhookId === webhookId).map(({ body }) => body.content);
}

test('System Controls: an admin sees the controls and the audit log, a seller the generic view', {
  tag: '@S8.06',
}, async ({ as }) => {
  const ada = await as('ada', section('system'));
  await expect(ada.page.getByRole('heading', { level: 1, name: 'System Controls' })).toBeVisible();
  await expect(ada.page.getByRole('switch', { name: 'Maintenance mode' })).toBeVisible();
  await expect(ada.page.getByRole('heading', { name: 'Audit log' })).toBeVisible();
  await ada.close();
  const sela = await as('sela', section('system'));
  await expect(sela.page.getByRole('heading', { level: 1, name: 'Dashboard Overview' })).toBeVisible();
  await sela.close();
});

const usd = (dollars: number) => dollars.toLocaleString('en-US', { style: 'currency', currency: 'USD' });

/** The figure of a stat card, by its label. */
function figure(page: Page, label: string): Locator {
  const card = page.locator('section').filter({ has: page.getByText(label, { exact: true }) });
  return card
    .filter({ has: page.locator('.text-2xl') })
    .last()
    .locator('.text-2xl');
}
