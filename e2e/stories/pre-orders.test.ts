import { accessibilityViolations } from '../support/accessibility.ts';
import { expectFailure, SERVER_ERROR } from '../support/answers.ts';
import { balanceOf, deposit, offer } from '../support/person.ts';
import { expect, sharing } from '../support/stories.ts';
import { expectToast } from '../support/toasts.ts';

/** Wren pre-orders more Robux than any account has, and gets them when Tovi adds stock. Each test needs the ones before. */
/** All of Tovi's stock, so that nothing remains for other stories. */
const ROBUX = 900_000;
const RATE = '1.10';

const test = sharing(async ({ sandbox, person, as }) => {
  const maker = await sandbox.makeAccount('WrenMaker', 0);
  const passUrl = (await sandbox.makePass(maker.id, ROBUX, 'Wren pass')).url;
  const wren = await person('wren', 'buyer');
  const { page, errors } = await as('wren', { path: '/buy-robux' });
  return { wren, errors, page, passUrl };
});

test.describe.configure({ mode: 'serial' });

test('if no rate has enough stock, a pre-order is offered, and its dialog shows the missing balance', {
  tag: '@S4.13',
}, async ({ shared: { page } }) => {
  await page.getByLabel('Robux amount').fill(String(ROBUX));
  await page.getByRole('button', { name: 'Pre-Order', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Pre-orders cannot be cancelled.')).toBeVisible();
  await expect(dialog.getByLabel('Maximum rate per 1K')).toHaveValue('6.00');
  await expect(dialog.getByText('Insufficient balance. Please deposit $5,400.00 more.')).toBeVisible();
  const place = dialog.getByRole('button', { name: 'Place pre-order' });
  await expect(place).toBeDisabled();
  await expect(place).toHaveAccessibleDescription(/Please deposit \$5,400\.00 more/);
  expect(await accessibilityViolations(page)).toEqual([]);
});

test('the maximum rate is limited to 1.00 to 6.00 with a message', { tag: '@S4.13' }, async ({
  shared: { page },
}) => {
  const rate = page.getByRole('dialog').getByLabel('Maximum rate per 1K');
  for (const [typed, becomes] of [
    ['7', '6.00'],
    ['-1', '1.00'],
  ] as const) {
    await rate.fill(typed);
    await expect(rate).toHaveValue(becomes);
  }
  await expect(page.getByText('Rate must be between $1.00 and $6.00 per 1000 Robux').first()).toBeVisible();
  await rate.fill('');
  await rate.pressSequentially('7.5');
  await rate.blur();
  await expect(rate).toHaveValue('6.00');
  await rate.fill('0.5');
  await rate.blur();
  await expect(rate).toHaveValue('1.00');
  await rate.fill(RATE);
  await expect(page.getByRole('dialog').getByText('$990.00', { exact: true }).first()).toBeVisible();
});

test('closing an incomplete form asks first', { tag: '@S4.13' }, async ({ shared: { page } }) => {
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByRole('dialog').getByLabel('Maximum rate per 1K')).toHaveValue(RATE);
});

test('a buyer who leaves to deposit returns to the dialog and its entries', async ({
  shared: { wren, page },
  sandbox,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Pre-Order' });
  await dialog.getByRole('link', { name: 'Deposit now' }).click();
  await expect(page.getByText(/Your order needs \$990\.00 more/)).toBeVisible();
  await deposit(wren, sandbox, 13);
  await expectToast(page, 'Deposit credited', 'Your balance covers your order now.');
  await expect(dialog.getByLabel('Robux amount')).toHaveValue(/^900,?000$/);
  await expect(dialog.getByLabel('Maximum rate per 1K')).toHaveValue(RATE);
});

test('a pre-order is placed once and appears in the public queue', {
  tag: ['@S4.04', '@S4.13', '@S4.15', '@S8.03'],
}, async ({ shared: { wren, page, passUrl } }) => {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Gamepass URL').fill(passUrl);
  await expect(dialog.getByText('Valid: Wren pass')).toBeVisible();
  await expectFailure({
    page,
    call: 'POST pre-orders',
    answer: SERVER_ERROR,
    act: () => dialog.getByRole('button', { name: 'Place pre-order' }).click(),
    title: 'Pre-Order Failed',
  });
  await dialog.getByRole('button', { name: 'Place pre-order' }).dblclick();
  await expectToast(page, 'Pre-Order Placed', "You'll be notified when a seller matches your order.");

  const own = page.getByRole('region', { name: 'Your pre-orders' });
  await expect(own.getByText('Waiting, #1 in line')).toBeVisible();
  await expect(own.getByText('No one sells 900,000 Robux at $1.10 per 1K or less yet.')).toBeVisible();
  const queue = page.getByRole('region', { name: 'Pre-Order Queue' });
  await expect(queue.getByRole('listitem').filter({ hasText: 'wren (you)' })).toBeVisible();
  await expect(queue.getByText('Waiting', { exact: true })).toBeVisible();
  expect((await wren.call<unknown[]>('GET', '/api/pre-orders')).body).toHaveLength(1);
  expect(await balanceOf(wren)).toBe(1105);
  expect(await accessibilityViolations(page)).toEqual([]);
});

test('new stock matches and charges the pre-order automatically, and the page shows it', {
  tag: '@S4.14',
}, async ({ shared: { wren, page }, sandbox, person }) => {
  const tovi = await person('tovi', 'seller');
  await offer(tovi, await sandbox.makeAccount('ToviStock', ROBUX), RATE);

  await expectToast(page, 'Pre-order matched');
  const own = page.getByRole('region', { name: 'Your pre-orders' });
  await expect(own.getByText('Matched', { exact: true })).toBeVisible();
  await own.getByRole('link', { name: 'View order' }).click();
  await expect(page.getByRole('dialog').getByText('Completed').first()).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(
    page.getByRole('region', { name: 'Pre-Order Queue' }).getByText('No one is waiting'),
  ).toBeVisible();
  expect(await balanceOf(wren)).toBe(115);
});

test('the console shows no error', ({ shared: { errors } }) => {
  // Chromium logs the call that was answered with a 500
  expect(errors.filter((error) => !error.includes('500'))).toEqual([]);
});
