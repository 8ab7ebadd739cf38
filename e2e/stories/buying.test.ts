import { replaceAnswers } from '../support/answers.ts';
import { stopClock } from '../support/clock.ts';
import { deposit, offer } from '../support/person.ts';
import { expect, sharing } from '../support/stories.ts';
import { expectToast } from '../support/toasts.ts';
import { tabTo } from '../support/visitor.ts';

/** The buy page, step by step. Iris sells at a rate that no other story uses. Her accounts are deleted afterwards. */
const RATE = '1.21';
const STOCK = 6_000;

const test = sharing(async ({ sandbox, person, as, atEnd }) => {
  const iris = await person('iris', 'seller');
  const bela = await person('bela', 'buyer');
  const accountId = await offer(iris, await sandbox.makeAccount('IrisStock', STOCK), RATE);
  const maker = await sandbox.makeAccount('BelaMaker', 0);
  await deposit(bela, sandbox, 1);
  const { page, errors } = await as('bela', { path: '/buy-robux' });
  await expect(page.getByRole('group', { name: 'Rates' })).toBeVisible();
  atEnd(() => iris.call('DELETE', `/api/roblox-accounts/${accountId}`));

  const amount = page.getByLabel('Robux amount');
  const card = page.getByRole('button', { name: new RegExp(`^\\$${RATE}`) });
  const summary = page.getByRole('region', { name: 'Order Summary' });
  const complete = page.getByRole('button', { name: 'Complete Purchase' });

  return { iris, bela, maker, errors, page, amount, card, summary, complete };
});

test.describe.configure({ mode: 'serial' });

test('the amount accepts digits up to 1,000,000, shows separators, and becomes 100 if it is lower on blur', {
  tag: '@S4.05',
}, async ({ shared: { page, amount } }) => {
  await amount.fill('');
  await amount.pressSequentially('12a5-0x0');
  await expect(amount).toHaveValue('12,500');
  await amount.fill('9999999');
  await expect(amount).toHaveValue('1,000,000');
  await amount.fill('99');
  await expect(page.getByText('Minimum purchase amount is 100 Robux')).toBeVisible();
  await amount.blur();
  await expect(amount).toHaveValue('100');
});

test('slider and quick buttons set the same amount', { tag: '@S4.05' }, async ({
  shared: { page, amount },
}) => {
  const slider = page.getByRole('slider', { name: 'Amount by slider' });
  await expect(slider).toHaveAttribute('aria-valuemin', '100');
  await expect(slider).toHaveAttribute('aria-valuemax', '100000');
  await slider.press('ArrowRight');
  await expect(amount).toHaveValue('200');
  await amount.fill('12300');
  await slider.press('ArrowLeft');
  await expect(amount).toHaveValue('12,200');
  await slider.press('End');
  await expect(amount).toHaveValue('100,000');
  for (const quick of ['100', '500', '1,000', '5,000', '10,000', '25,000']) {
    await page.getByRole('button', { name: quick, exact: true }).click();
    await expect(amount).toHaveValue(quick);
  }
});

test('a rate card shows one price, sellers and stock, and is disabled with too little stock', {
  tag: ['@S4.04', '@S4.06'],
}, async ({ shared: { page, amount, card } }) => {
  await amount.fill('5000');
  await expect(card).toHaveText(/^\$1\.21per 1K[^$]*1 seller · 6\.0K R\$ available[^$]*$/);
  await amount.fill(String(STOCK + 1));
  await expect(card).toBeDisabled();
  await expect.poll(() => card.evaluate((button) => Number(getComputedStyle(button).opacity))).toBe(0.45);
  await amount.fill('1000');
  await expect(card).toBeEnabled();
  await expect(page.getByText('24/7')).toBeVisible();
});

test('Complete Purchase names what is missing, first the rate', { tag: '@S4.09' }, async ({
  shared: { page, amount, card, summary, complete },
}) => {
  await card.click();
  await amount.fill(String(STOCK + 1));
  await expect(page.getByText('Your rate can no longer fill this order.')).toBeVisible();
  await complete.click();
  await expectToast(page, 'Select a Rate');
  await amount.fill('1000');
  await expect(summary).toHaveText(/Robux amount1,000 R\$.*Rate\$1\.21 per 1K.*Total\$1\.21/);
  await complete.click();
  await expectToast(page, 'Please enter a valid gamepass URL with correct price');
});

test('a gamepass is looked up 500 ms after the last key, and a wrong price or address shows at the field and as a toast', {
  tag: '@S4.07',
}, async ({ shared: { maker, page }, sandbox }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const lookups = () => requested.filter((url) => url.endsWith('/api/gamepass/validate')).length;
  const cheap = await sandbox.makePass(maker.id, 900, 'Cheap pass');
  const url = page.getByLabel('Gamepass URL');
  const startClock = await stopClock(page);
  await url.fill(cheap.url.slice(0, -1));
  await page.clock.runFor(499);
  await url.fill(cheap.url);
  await page.clock.runFor(499);
  expect(lookups()).toBe(0);
  await page.clock.runFor(1);
  await expect.poll(lookups).toBe(1);
  await startClock();
  const text = `Your gamepass price (900 Robux) doesn't match the order amount (1,000 Robux). Please adjust.`;
  await expectToast(page, 'Price Mismatch', text);
  expect(lookups()).toBe(1);
  await expect(page.getByRole('button', { name: 'Buy 900 instead' })).toBeVisible();
  await url.fill('https://www.roblox.com/game-pass/99999999999/none');
  await expectToast(page, 'Invalid Gamepass');
  await expect(page.getByText('The gamepass URL is not valid').first()).toBeVisible();
});

test('a purchase asks for confirmation, shows progress, and shows a failure', { tag: '@S4.09' }, async ({
  shared: { maker, page, complete },
  sandbox,
}) => {
  const pass = await sandbox.makePass(maker.id, 1_000, 'Bela pass');
  await page.getByLabel('Gamepass URL').fill(pass.url);
  await expect(page.getByText('Valid: Bela pass')).toBeVisible();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const restore = await replaceAnswers(page, '**/api/robux/orders', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await answered;
    return route.fulfill({ status: 409, json: { message: 'Out of stock', code: 'out_of_stock' } });
  });
  await complete.click();
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Purchase' });
  await expect(dialog.locator('dl')).toHaveText(
    /Robux amount1,000 R\$RateUp to \$1\.21 .*GamepassBela passTotal\$1\.21/,
  );
  await dialog.getByRole('button', { name: 'Confirm Purchase' }).click();
  const pending = page.getByRole('button', { name: 'Processing...' });
  await expect(pending).toBeVisible();
  await expect(pending).toBeDisabled();
  answer();
  await expectToast(page, 'Purchase Failed', /no longer available. Choose a higher rate/);
  restore();
});

test('a purchase works with the keyboard only, from the command palette to the success message', {
  tag: '@S4.09',
}, async ({ shared: { maker, page, amount, card, complete }, sandbox }) => {
  const pass = await sandbox.makePass(maker.id, 500, 'Key pass');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await page.keyboard.type('buy');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: 'Rates' })).toBeVisible();
  await tabTo(page, amount);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('500');
  await tabTo(page, card);
  await page.keyboard.press('Space');
  await tabTo(page, page.getByLabel('Gamepass URL'));
  await page.keyboard.type(pass.url);
  await expect(page.getByText('Valid: Key pass')).toBeVisible();
  await tabTo(page, complete);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('alertdialog').getByRole('button', { name: 'Confirm Purchase' }));
  await page.keyboard.press('Enter');
  await expectToast(page, 'Purchase Successful');
  await expect.poll(async () => (await sandbox.account(maker.id)).pendingRobux).toBe(350);
});

test('the buyer’s cookie sets the price of the gamepass and is never returned', { tag: '@S4.08' }, async ({
  shared: { bela, maker, page, amount, card, complete },
  sandbox,
}) => {
  const pass = await sandbox.makePass(maker.id, 333, 'Cookie pass');
  const answers: Promise<string>[] = [];
  page.on('response', (response) => {
    // the event stream never ends, so it is excluded
    if (/\/api\/(?!events)/.test(response.url())) answers.push(response.text().catch(() => ''));
  });
  await page.goto('/buy-robux');
  await amount.fill('700');
  await card.click();
  await page.getByLabel('Gamepass URL').fill(pass.url);
  await page.getByRole('button', { name: 'Advanced Options' }).click();
  const field = page.getByLabel(/Your Roblox cookie/);
  await expect(field).toHaveAttribute('type', 'password');
  await expect(page.getByText(/Encrypted.*never shared/)).toBeVisible();
  await field.fill(maker.cookie);
  await expect(page.getByText("We'll use your cookie to set its price to exactly 700 Robux")).toBeVisible();
  await complete.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm Purchase' }).click();
  await expectToast(page, 'Purchase Successful');
  await expect(field).toHaveValue('');
  await expect.poll(async () => (await sandbox.account(maker.id)).pendingRobux).toBe(350 + 490);
  const orders = await bela.call('GET', '/api/robux/orders');
  const own = await bela.call('GET', '/api/export');
  for (const text of [...(await Promise.all(answers)), JSON.stringify([orders.body, own.body])])
    expect(text).not.toContain(maker.cookie.slice(-40));
});

test('with a cookie, an amount that no single account holds can be bought in parts', {
  tag: '@S4.06',
}, async ({ shared: { iris, maker, page, amount, card }, sandbox }) => {
  const second = await offer(iris, await sandbox.makeAccount('IrisMore', STOCK), RATE);
  await page.reload();
  await expect(page.getByRole('group', { name: 'Rates' })).toBeVisible();
  await amount.fill('9000');
  await expect(card).toBeDisabled();
  await expect(card).toContainText('Split order only (needs your cookie)');
  await page.getByRole('button', { name: 'Advanced Options' }).click();
  await page.getByLabel(/Your Roblox cookie/).fill(maker.cookie);
  await expect(card).toBeEnabled();
  await expect(card).toContainText('Split across several accounts');
  await iris.call('DELETE', `/api/roblox-accounts/${second}`);
});

test('Recent Activity shows the three latest orders with the icon and badge of their status', {
  tag: ['@S3.05', '@S4.10'],
}, async ({ shared: { page } }) => {
  const statuses = ['processing', 'failed', 'pending', 'completed'];
  const restore = await replaceAnswers(page, '**/api/robux/orders?**', async (route) => {
    const { searchParams } = new URL(route.request().url());
    const [order] = (await (await route.fetch()).json()) as Record<string, unknown>[];
    const rows = statuses.map((status, index) => ({ ...order, id: `${index}`, status }));
    await route.fulfill({ json: rows.slice(0, Number(searchParams.get('pageSize'))) });
  });
  await page.reload();
  const rows = page.getByRole('region', { name: 'Recent Activity' }).getByRole('listitem');
  await expect(rows.getByText('Processing')).toBeVisible();
  await expect(rows).toHaveCount(3);
  for (const [index, icon, badge] of [
    [0, 'loader-circle', 'Processing'],
    [1, 'circle-x', 'Failed'],
    [2, 'triangle-alert', 'Pending'],
  ] as const) {
    await expect(rows.nth(index).locator(`svg.lucide-${icon}`)).toHaveCount(1);
    await expect(rows.nth(index).getByText(badge, { exact: true })).toBeVisible();
  }
  restore();
  await page.reload();
  await expect(rows.getByText('Completed').first()).toBeVisible();
  await expect(rows).toHaveCount(2);
  await expect(rows.locator('svg.lucide-circle-check')).toHaveCount(2);
});

test('the console shows no error except the expected refusals', ({ shared: { errors } }) => {
  expect(errors.filter((error) => !/status of (404|409)/.test(error))).toEqual([]);
});
