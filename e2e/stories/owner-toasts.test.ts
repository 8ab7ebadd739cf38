import { expectFailure, SERVER_ERROR } from '../support/answers.ts';
import { expect, sharing } from '../support/stories.ts';
import { clickButton, searchFor } from '../support/visitor.ts';

/** The required failure toasts of an owner. admin.test.ts covers the successes. */

const test = sharing(async ({ person, as }) => {
  await person('tamsin');
  const { page } = await as('otto', { path: '/admin' });
  return { page };
});

test('the owner’s tools when the server refuses', { tag: ['@S8.03', '@S7.05'] }, async ({
  shared: { page },
}) => {
  await expect(page.getByRole('heading', { name: 'Owner Panel' })).toBeVisible();
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
    act: typed('Clean database', 'CLEAN'),
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
      act: typed('Clear test balances', 'CLEAR'),
      title: 'Clear Failed',
      text,
    });
  }
});

test('users and settings that cannot be saved', { tag: ['@S8.03', '@S7.03', '@S7.07'] }, async ({
  shared: { page },
}) => {
  await searchFor(page, 'Search users', 'tamsin');
  await clickButton(page, 'Edit tamsin');
  const dialog = page.getByRole('dialog');
  await expectFailure({
    page,
    call: 'PATCH admin/users/*',
    answer: SERVER_ERROR,
    act: () => dialog.getByRole('button', { name: 'Save changes' }).click(),
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
  await page.goto('/dashboard?section=system');
  await expectFailure({
    page,
    call: 'PUT admin/settings/*',
    answer: SERVER_ERROR,
    act: async () => {
      await page.getByRole('switch', { name: 'Maintenance mode' }).click();
      await clickButton(page, 'Switch on');
    },
    title: 'Error',
    text: /^Failed to update setting/,
  });
});
