import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { signIn } from '../support/person.ts';
import { BROKEN, OFF, press, refused } from '../support/refused.ts';
import { openAs, type Visitor } from '../support/visitor.ts';

/** The required toasts that an owner meets when their tools are refused; what they do otherwise is in the admin's stories. */

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

test('S8.03 S7.05 the owner’s tools, each refused', async () => {
  const { page } = otto;
  await page.getByRole('heading', { name: 'Owner Panel' }).waitFor();
  const typed = (button: string, word: string) => async () => {
    await press(page, button);
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel(`Type "${word}" to confirm`).fill(word);
    await dialog.getByRole('button', { name: button }).click();
  };
  await refused({
    page,
    call: 'POST admin/clean-database',
    answer: BROKEN,
    act: typed('Clean Database', 'CLEAN'),
    title: 'Error',
    text: /^Failed to clean database/,
  });
  for (const [status, code, message, text] of [
    [403, 'owner_required', 'Owner access required', 'Only the platform owner can clear test balances.'],
    [401, 'authentication_required', 'Authentication required', 'Please log in to perform this action.'],
  ] as const) {
    await refused({
      page,
      call: 'POST admin/clear-test-balances',
      answer: { status, json: { message, code } },
      act: typed('Clear Test Balances', 'CLEAR'),
      title: 'Clear Failed',
      text,
    });
  }
});

test('S8.03 S7.03 S7.07 people and settings that are not saved', async () => {
  const { page } = otto;
  await page.getByRole('textbox', { name: 'Search users' }).fill('tamsin');
  await press(page, 'Edit tamsin');
  const dialog = page.getByRole('dialog');
  await refused({
    page,
    call: 'PATCH admin/users/*',
    answer: BROKEN,
    act: () => dialog.getByRole('button', { name: 'Save Changes' }).click(),
    title: 'Update Failed',
    text: /^Could not update user settings\./,
  });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await refused({
    page,
    call: 'PATCH admin/users/*',
    answer: BROKEN,
    act: async () => {
      await press(page, 'Ban tamsin');
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: /Ban|Delete/ })
        .click();
    },
    title: 'Delete Failed',
    text: /^Could not delete account/,
  });
  await page.goto(`${product.origin}/dashboard?section=system`);
  await refused({
    page,
    call: 'PUT admin/settings/*',
    answer: OFF,
    act: () => page.getByRole('switch', { name: 'Maintenance mode' }).click(),
    title: 'Error',
    text: /^Failed to update setting/,
  });
});
