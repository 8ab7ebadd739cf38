import type { Locator, Route } from '@playwright/test';
import { accessibilityViolations } from '../support/accessibility.ts';
import { deposit, offer } from '../support/person.ts';
import { expect, sharing } from '../support/stories.ts';
import { expectToast } from '../support/toasts.ts';
import { DESKTOP, PHONE, waitForContent } from '../support/visitor.ts';

/** What the buy page does for the buyer: the best rate, a steady page, a deposit on the way, and buying again. */
const RATE = '1.17';
const STOCK = 30_000;

const test = sharing(async ({ sandbox, person, as, atEnd }) => {
  const odette = await person('odette', 'seller');
  const finn = await person('finn', 'buyer');
  const accountId = await offer(odette, await sandbox.makeAccount('OdetteStock', STOCK), RATE);
  const maker = await sandbox.makeAccount('FinnMaker', 0);
  const pass = await sandbox.makePass(maker.id, 20_000, 'Finn pass');
  await deposit(finn, sandbox, 0.2);
  const { page, errors } = await as('finn', { path: '/buy-robux' });
  await expect(page.getByRole('group', { name: 'Rates' })).toBeVisible();
  // the tests about the layout have windows of their own: the first form keeps its input, and their console has errors
  const { page: desktop } = await as('finn', { path: '/buy-robux' });
  const { page: phone } = await as('finn', { size: PHONE, path: '/buy-robux' });
  atEnd(() => odette.call('DELETE', `/api/roblox-accounts/${accountId}`));

  const amount = page.getByLabel('Robux amount');
  const card = page.getByRole('button', { name: new RegExp(`^\\$${RATE}`) });
  const summary = page.getByRole('region', { name: 'Order Summary' });
  const complete = page.getByRole('button', { name: 'Complete Purchase' });

  return { finn, maker, pass, errors, page, desktop, phone, amount, card, summary, complete };
});

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test.describe.configure({ mode: 'serial' });

test('the best rate that fits is selected and follows the amount, until the buyer chooses another', {
  tag: '@S4.06',
}, async ({ shared: { page, amount, card } }) => {
  const rates = page.getByRole('group', { name: 'Rates' });
  const selected = () => rates.getByRole('button', { pressed: true }).textContent();
  const best = () => rates.getByRole('button', { disabled: false }).first().textContent();
  await expect.poll(selected).toContain(`$${RATE}`);
  await amount.fill(String(STOCK + 1));
  await expect.poll(async () => (await selected()) === (await best())).toBe(true);
  await expect(card).toBeVisible();
  await expect(card).toHaveAttribute('aria-pressed', 'false');
  await amount.fill('1000');
  await card.click();
  await expect(card).toHaveAttribute('aria-pressed', 'true');
});

test('the form keeps its input when the buyer visits the wallet and returns', async ({
  shared: { page, amount, card },
}) => {
  await page.getByRole('link', { name: 'Wallet', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Wallet' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Buy Robux' }).click();
  await expect(card).toHaveAttribute('aria-pressed', 'true');
  await expect(amount).toHaveValue('1,000');
});

test('a gamepass that is still being checked is not called invalid', { tag: '@S4.09' }, async ({
  shared: { page, pass, complete },
}) => {
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
  const held = async (route: Route) => {
    await asked;
    await route.continue();
  };
  await page.route('**/api/gamepass/validate', held);
  const url = page.getByLabel('Gamepass URL');
  await url.fill(pass.url);
  await complete.click();
  await expectToast(page, 'Still checking your gamepass', 'Try again in a moment.');
  const answered = page.waitForResponse('**/api/gamepass/validate');
  answer();
  await answered;
  await url.fill('');
});

for (const size of [DESKTOP, PHONE]) {
  test(`nothing moves when the gamepass is checked, in a window of ${size.width} px`, {
    tag: '@S4.07',
  }, async ({ shared: { maker, pass, desktop, phone }, sandbox }) => {
    const own = size === PHONE ? phone : desktop;
    await expect(own.getByRole('group', { name: 'Rates' })).toBeVisible();
    const places = async () => {
      const watched = [
        ...(await own.getByRole('main').getByRole('region').all()),
        own.getByLabel('Gamepass URL'),
        own.getByRole('button', { name: 'No gamepass yet?' }),
        own.getByRole('button', { name: 'Advanced Options' }),
      ];
      return Promise.all(watched.map(async (element) => (await boxOf(element)).top));
    };
    await own.getByLabel('Robux amount').fill('20000');
    await expect(own.getByText('Set your gamepass price to exactly 20,000 Robux').first()).toBeVisible();
    await waitForContent(own);
    // scrolls to the field, as filling does
    await own.getByLabel('Gamepass URL').focus();
    const before = await places();
    for (const [url, outcome] of [
      [pass.url, 'Valid: Finn pass'],
      [(await sandbox.makePass(maker.id, 900, 'Other pass')).url, 'It costs 900 Robux instead of 20,000.'],
      ['https://www.roblox.com/game-pass/99999999999/none', 'Check again'],
    ] as const) {
      await own.getByLabel('Gamepass URL').fill(url);
      await expect(own.getByText(outcome)).toBeVisible();
      expect(await places(), outcome).toEqual(before);
    }
  });
}

for (const size of [DESKTOP, PHONE]) {
  test(`a toast does not cover the main button, the header or the wrong field, in a window of ${size.width} px`, {
    tag: '@S8.01',
  }, async ({ shared: { desktop, phone } }) => {
    const own = size === PHONE ? phone : desktop;
    // a toast of the test before closes after 5 s
    await expect(own.locator('[data-variant]')).toHaveCount(0);
    await own.getByLabel('Gamepass URL').fill('');
    await own.getByLabel('Robux amount').fill('1000');
    const button = own.getByRole('button', { name: 'Complete Purchase' });
    await button.click();
    const toast = await boxOf(own.locator('[data-variant]'));
    for (const covered of await Promise.all(
      [button, own.getByRole('banner'), own.getByLabel('Gamepass URL')].map(boxOf),
    ))
      expect(toast.bottom <= covered.top || toast.top >= covered.bottom || toast.left >= covered.right).toBe(
        true,
      );
  });
}

test('on a phone a toast does not cover the top of a sheet, and its end can be scrolled into view', {
  tag: '@S8.01',
}, async ({ shared: { phone: own } }) => {
  await own.getByRole('button', { name: 'Price alerts' }).click();
  const sheet = own.getByRole('dialog', { name: 'Price alerts' });
  await sheet.getByLabel('Maximum rate per 1K').fill('1.05');
  await sheet.getByRole('button', { name: 'Alert me' }).click();
  const toast = own.locator('[data-variant]');
  await expect(toast.getByText('Alert set')).toBeVisible();
  await expect.poll(async () => (await boxOf(toast)).top).toBeGreaterThan(PHONE.height / 2);
  await expect(sheet.locator('> div').last()).toHaveCSS('padding-bottom', '128px');
});

test('on a desktop a toast stands beside a sheet', { tag: '@S8.01' }, async ({ shared: { page } }) => {
  await page.getByRole('button', { name: 'Price alerts' }).click();
  const sheet = page.getByRole('dialog', { name: 'Price alerts' });
  await sheet.getByRole('button', { name: /^Delete alert/ }).click();
  await sheet.getByLabel('Maximum rate per 1K').fill('1.06');
  await sheet.getByRole('button', { name: 'Alert me' }).click();
  const toast = page.locator('[data-variant]');
  await expect(toast.getByText('Alert set')).toBeVisible();
  expect((await boxOf(toast)).right).toBeLessThanOrEqual((await boxOf(sheet)).left);
  await sheet.getByRole('button', { name: 'Close' }).click();
});

test('a warning about the price disappears when the gamepass fits', { tag: '@S4.07' }, async ({
  shared: { pass, page, amount },
}) => {
  await amount.fill('19000');
  await page.getByLabel('Gamepass URL').fill(pass.url);
  await expect(page.locator('[data-variant]').getByText('Price Mismatch')).toBeVisible();
  await page.getByRole('button', { name: 'Buy 20,000 instead' }).click();
  await expect(page.getByText('Valid: Finn pass')).toBeVisible();
  await expect(page.locator('[data-variant]')).not.toBeAttached({ timeout: 2_000 });
});

test('a short balance leads to a deposit of the missing amount, and the deposit leads back to the order', {
  tag: ['@S4.12', '@S5.02'],
}, async ({ shared: { finn, maker, page, amount, summary, complete }, sandbox }) => {
  // 20,000 Robux at $1.17 cost $23.40, and the balance is $17.00
  await expect(summary.getByText('Insufficient balance. Please deposit $6.40 more.')).toBeVisible();
  await page.getByRole('link', { name: 'Deposit $10.00' }).click();
  await expect(page.getByText('Your order needs $6.40 more.')).toBeVisible();
  // the minimum deposit is $10.00. With 2% for a falling price, this is 0.12 LTC at $85.00
  await expect(page.getByLabel('Amount to deposit')).toHaveValue('10.00');
  await expect(page.getByText('0.12000000 LTC').first()).toBeVisible();
  await expect(page.getByText("They can't be withdrawn.")).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);

  await deposit(finn, sandbox, 0.12);
  await expect(page.getByRole('heading', { level: 1, name: 'Buy Robux' })).toBeVisible();
  await expectToast(page, 'Deposit credited');
  await expect(amount).toHaveValue('20,000');
  await expect(page.getByText('Valid: Finn pass')).toBeVisible();
  await complete.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm Purchase' }).click();
  await expectToast(page, 'Purchase Successful');
  await expect.poll(async () => (await sandbox.account(maker.id)).pendingRobux).toBe(14_000);
});

test('a finished order can be bought again, and its gamepass is offered for the next order', {
  tag: '@S4.10',
}, async ({ shared: { pass, page, amount } }) => {
  await amount.fill('500');
  await page.getByRole('region', { name: 'Recent Activity' }).getByRole('link').first().click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Buy again' }).click();
  await expect(sheet).not.toBeAttached();
  await expect(amount).toHaveValue('20,000');
  await expect(page.getByText('Valid: Finn pass')).toBeVisible();

  const saved = page.getByRole('group', { name: 'Gamepasses of your orders' }).getByRole('button');
  await expect(saved).toHaveText(['Finn pass20,000 R$']);
  await page.getByLabel('Gamepass URL').fill('');
  await saved.click();
  await expect(page.getByLabel('Gamepass URL')).toHaveValue(pass.url);
  expect(await accessibilityViolations(page)).toEqual([]);
});

test('a buyer with a frozen wallet reads on the buy page what ends the freeze', { tag: '@S5.02' }, async ({
  as,
}) => {
  const { page } = await as('finn', { path: '/healthz' });
  await page.route('**/api/wallet?*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), frozen: true, available: -1.05 } });
  });
  await page.goto('/buy-robux');
  await expect(page.getByText('The freeze ends when new money covers the missing $1.05.')).toBeVisible();
});

test('the console shows no error', ({ shared: { errors } }) => {
  expect(errors).toEqual([]);
});

async function boxOf(element: Locator) {
  const { x, y, width, height } = (await element.boundingBox())!;
  return { left: x, top: y, right: x + width, bottom: y + height };
}
