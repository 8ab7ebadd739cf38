import type { Page } from '@playwright/test';
import { expectFailure, NO_ANSWER, replaceAnswers, SERVER_ERROR } from '../support/answers.ts';
import { runClockUntil, stopClock } from '../support/clock.ts';
import { expect, sharing } from '../support/stories.ts';
import { expectToast } from '../support/toasts.ts';
import { clickButton } from '../support/visitor.ts';

/** The required toasts of a buyer. Failures come from replaced answers, successes from the real server. Other stories cover purchases, pre-orders and copied addresses. */

const test = sharing(async ({ person, as }) => {
  const toby = await person('tobias', 'seller');
  await toby.call('POST', '/api/listings', {
    title: 'Toast Rack',
    itemType: 'limited_items',
    quantity: 1,
    pricePerUnit: '3.00',
    deliveryTime: '1 hour',
  });
  const { page } = await as('tess', { path: '/role-selection' });
  return { page };
});

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test.describe.configure({ mode: 'serial' });

test('a role choice that fails', { tag: ['@S8.03', '@S1.05'] }, async ({ shared: { page } }) => {
  await expectFailure({
    page,
    call: 'PUT users/*',
    answer: SERVER_ERROR,
    act: () => clickButton(page, /Become a Buyer/),
    title: 'Error',
    text: "Couldn't update your role. Please try again",
  });
  expect(new URL(page.url()).pathname).toBe('/role-selection');
});

test('an address that cannot be generated, and then can', { tag: ['@S8.03', '@S5.02'] }, async ({
  shared: { page },
}) => {
  const tried: string[] = [];
  page.on('request', (request) => tried.push(new URL(request.url()).pathname));
  const restore = await replaceAnswers(page, '**/api/wallet/generate-address', (route) => route.abort());
  await expectFailure({
    page,
    call: 'POST wallet/regenerate-keys',
    answer: SERVER_ERROR,
    act: async () => void (await page.goto('/wallet')),
    title: 'Oops!',
    text: 'Failed to generate address. Please try again.',
  });
  const order = ['/api/wallet/regenerate-keys', '/api/wallet/generate-address'];
  expect(tried.filter((path) => order.includes(path))).toEqual(order);
  restore();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expectToast(page, 'Address Generated!');
});

test('a check for deposits that fails, finds nothing, and finds a deposit', {
  tag: ['@S8.03', '@S5.02'],
}, async ({ shared: { page }, sandbox }) => {
  const check = () => clickButton(page, 'Check for Deposits');
  await expectFailure({
    page,
    call: 'POST wallet/check-deposits',
    answer: NO_ANSWER,
    act: check,
    title: 'Oops!',
    text: "Couldn't check for new deposits. Please try again",
  });
  await check();
  await expectToast(page, 'No New Deposits', 'Please wait for blockchain confirmations');
  await sandbox.pay(
    (await page
      .getByText(/^rltc1/)
      .first()
      .textContent())!,
    0.5,
  );
  await sandbox.mine(2);
  await check();
  await expectToast(
    page,
    'Deposit Detected!',
    /^0\.50000000 LTC \(\$42\.50\) has been credited to your wallet/,
  );
});

test('a listing that cannot be bought', { tag: ['@S8.03', '@S3.03'] }, async ({ shared: { page } }) => {
  await page.goto('/dashboard?section=marketplace');
  await expectFailure({
    page,
    call: 'POST transactions',
    answer: { status: 409, json: { message: 'Already purchased', code: 'already_purchased' } },
    act: async () => {
      await clickButton(page, 'Purchase Now: Toast Rack');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm Purchase' }).click();
    },
    title: 'Failed to initiate purchase',
    text: "You've already bought this",
  });
});

test('there is one toast at a time, and it closes after 5 s or by a swipe of 50 px', {
  tag: '@S8.01',
}, async ({ shared: { page } }) => {
  await stopClock(page);
  await page.goto('/wallet');
  const copy = page.getByRole('button', { name: 'Copy address' }).first();
  const toasts = page.locator('[data-variant]');
  await runClockUntil(page, () => copy.isVisible());
  await copy.click();
  await runClockUntil(page, () => toasts.isVisible());
  await copy.click();
  for (const _time of [1, 2]) await expectToast(page, 'Copied to clipboard!');
  await expect(toasts).toHaveCount(1);
  await expect(toasts).toHaveAttribute('data-variant', 'default');
  await page.mouse.move(0, 0);
  await page.clock.runFor(4_900);
  await expect(toasts).toHaveCount(1);
  await page.clock.runFor(200);
  await expect(toasts).not.toBeAttached();

  await copy.click();
  await expect(toasts).toBeVisible();
  await page.clock.runFor(400);
  await swipe(page, 40);
  await expect(toasts).toHaveCount(1);
  await swipe(page, 60);
  await expect(toasts).not.toBeAttached();
});

async function swipe(page: Page, pixels: number): Promise<void> {
  const { x, y } = (await page.locator('[data-variant]').boundingBox())!;
  await page.mouse.move(x + 60, y + 12);
  await page.mouse.down();
  for (const part of [0.3, 0.7, 1]) await page.mouse.move(x + 60 + pixels * part, y + 12);
  await page.mouse.up();
}
