import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { expectFailure, NO_ANSWER, SERVER_ERROR } from '../support/failed-call.ts';
import { product } from '../support/own-product.ts';
import { signIn } from '../support/person.ts';
import { clickButton, openAs, type Visitor } from '../support/visitor.ts';

/** The required failure toasts of an owner. admin.test.ts covers the successes. */

let browser: Browser;
let otto: Visitor;

beforeAll(async () => {
  browser = await openBrowser();
  await signIn(product.origin, 'tamsin');
  otto = await openAs(browser, product.origin, 'otto', undefined, '/admin');
});
afterAll(async () => {
  await browser?.close();
});

test('S8.03 S7.05 the owner’s tools when the server refuses', async () => {
  const { page } = otto;
  await page.getByRole('heading', { name: 'Owner Panel' }).waitFor();
  const typed = (button: string, word: string) => async () => {
    await clickButton(page, button);
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel(`Type "${word}" to confirm`).fill(word);
    await dialog.getByRole('button', { name: button }).click();
  };
  await expectFailure({
    page,
    call: 'POST admin/clean-database',
    answer: SERVER_ERROR,
    act: typed('Clean Database', 'CLEAN'),
    title: 'Error',
    text: /^Failed to clean database/,
  });
  for (const [status, code, message, text] of [
    [403, 'owner_required', 'Owner access required', 'Only the platform owner can clear test balances.'],
    [401, 'authentication_required', 'Authentication required', 'Please log in to perform this action.'],
  ] as const) {
    await expectFailure({
      page,
      call: 'POST admin/clear-test-balances',
      answer: { status, json: { message, code } },
      act: typed('Clear Test Balances', 'CLEAR'),
      title: 'Clear Failed',
      text,
    });
  }
});

test('S8.03 S7.03 S7.07 users and settings that cannot be saved', async () => {
  const { page } = otto;
  await page.getByRole('textbox', { name: 'Search users' }).fill('tamsin');
  await clickButton(page, 'Edit tamsin');
  const dialog = page.getByRole('dialog');
  await expectFailure({
    page,
    call: 'PATCH admin/users/*',
    answer: SERVER_ERROR,
    act: () => dialog.getByRole('button', { name: 'Save Changes' }).click(),
    title: 'Update Failed',
    text: /^Could not update user settings\./,
  });
  await expectFailure({
    page,
    call: 'PATCH admin/users/*',
    answer: SERVER_ERROR,
    act: async () => {
      await dialog.getByRole('button', { name: 'Ban tamsin' }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: /Ban|Delete/ })
        .click();
    },
    title: 'Delete Failed',
    text: /^Could not delete account/,
  });
  await page.goto(`${product.origin}/dashboard?section=system`);
  await expectFailure({
    page,
    call: 'PUT admin/settings/*',
    answer: NO_ANSWER,
    act: () => page.getByRole('switch', { name: 'Maintenance mode' }).click(),
    title: 'Error',
    text: /^Failed to update setting/,
  });
});
