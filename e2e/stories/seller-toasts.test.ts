import { expectFailure, SERVER_ERROR } from '../support/answers.ts';
import { offer } from '../support/person.ts';
import { expect, sharing } from '../support/stories.ts';
import { expectToast } from '../support/toasts.ts';
import { clickButton } from '../support/visitor.ts';

/** The required toasts of a seller. Failures come from replaced answers, successes from the real server. Other stories cover withdrawals and proxies. */

const test = sharing(async ({ sandbox, person, as }) => {
  const asToby = await person('toby', 'seller');
  const stock = await sandbox.makeAccount('TobyOne', 900);
  await offer(asToby, stock, '5.81');
  await offer(asToby, await sandbox.makeAccount('TobyTwo', 900), '5.82');
  await asToby.call('POST', '/api/listings', {
    title: 'Toast Fork',
    itemType: 'limited_items',
    quantity: 1,
    pricePerUnit: '3.00',
    deliveryTime: '1 hour',
  });
  const { page } = await as('toby', { path: '/dashboard?section=cookies' });
  return { page, asToby, stock };
});

test('an empty form and an invalid cookie are refused', { tag: ['@S8.03', '@S6.01'] }, async ({
  shared: { page },
}) => {
  await clickButton(page, 'Add account');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add account' }).click();
  await expectToast(page, 'Error', 'Please fill in all fields');
  await dialog.getByLabel('Roblox cookie').fill('_|WARNING:-DO-NOT-SHARE-THIS.|_nonsense');
  await dialog.getByLabel(/This account is my own/).check();
  await dialog.getByRole('button', { name: 'Add account' }).click();
  await expectToast(page, "Couldn't add the account. Please check the cookie");
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
});

test('an account is deactivated and activated, a failure changes nothing, and the balance is refreshed', {
  tag: ['@S8.03', '@S6.04'],
}, async ({ shared: { page } }) => {
  const choose = (item: string) => async () => {
    await clickButton(page, 'Actions for TobyOne');
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  const status = page.getByRole('row').filter({ hasText: 'TobyOne' });
  await expect(status.getByText('Active - For Sale')).toBeVisible();
  await expectFailure({
    page,
    call: 'PUT roblox-accounts/*',
    answer: SERVER_ERROR,
    act: choose('Deactivate'),
    title: 'Status Update Failed',
  });
  await choose('Deactivate')();
  await expectToast(page, 'Status Updated', 'Account deactivated and removed from sale');
  await expect(status.getByText('Not Active - Not for Sale')).toBeVisible();
  await choose('Activate')();
  await expectToast(page, 'Status Updated', 'Account activated and listed for sale');
  await clickButton(page, 'Refresh balance of TobyOne');
  await expectToast(page, 'Balance Updated');
});

test('a rate is checked, cancelled with Esc, refused, and saved with Enter', {
  tag: ['@S8.03', '@S6.02'],
}, async ({ shared: { page } }) => {
  const field = page.getByLabel('Price per 1K of TobyOne');
  const edit = (text: string) => async () => {
    if (!(await field.isVisible())) await clickButton(page, /edit price of TobyOne/);
    await field.fill(text);
    await field.press('Enter');
  };
  await edit('6.01')();
  await expect(page.getByText('Rate must be between $1 and $6', { exact: true })).toBeVisible();
  await field.press('Escape');
  await expect(field).not.toBeAttached();
  await expect(page.getByRole('button', { name: /^\$5\.81, edit price/ })).toBeVisible();
  await expectFailure({
    page,
    call: 'PUT roblox-accounts/*',
    answer: { status: 400, json: { message: 'Invalid amount', code: 'invalid_amount' } },
    act: edit('5.80'),
    title: 'Update Failed',
    text: 'Failed to update rate. Rate must be between $1 and $6.',
  });
  await edit('5.80')();
  await expectToast(page, 'Rate Updated');
  await expect(page.getByRole('button', { name: /^\$5\.80, edit price/ })).toBeVisible();
});

test('an expired cookie is shown, a wrong new cookie is refused, and a valid one is accepted', {
  tag: ['@S8.03', '@S6.04', '@S6.05'],
}, async ({ shared: { page, stock }, sandbox }) => {
  await sandbox.control('PATCH', `game/accounts/${stock.id}`, { cookieValid: false });
  await clickButton(page, 'Refresh balance of TobyOne');
  await expectToast(page, 'Invalid Cookie');
  await page.getByRole('button', { name: 'Update Cookie', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel('New Roblox cookie');
  await dialog.getByRole('button', { name: 'Update Cookie' }).click();
  await expect(dialog.getByText('Enter the new cookie')).toBeVisible();
  await field.fill('nonsense');
  await dialog.getByRole('button', { name: 'Update Cookie' }).click();
  await expectToast(page, 'Update Failed', 'Failed to update cookie. Please check the cookie and try again.');
  await sandbox.control('PATCH', `game/accounts/${stock.id}`, { cookieValid: true });
  const { cookie } = await sandbox.account(stock.id);
  await field.fill(cookie);
  await dialog.getByRole('button', { name: 'Update Cookie' }).click();
  await expectToast(page, 'Cookie Updated');
});

test('deletions of one and of several accounts fail, fail in part, and succeed', {
  tag: ['@S8.03', '@S6.03'],
}, async ({ shared: { page, asToby } }) => {
  const confirm = () => page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectFailure({
    page,
    call: 'DELETE roblox-accounts/*',
    answer: SERVER_ERROR,
    act: async () => {
      await clickButton(page, 'Actions for TobyOne');
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await confirm();
    },
    title: 'Delete Failed',
    text: "Couldn't delete the account. Please try again",
  });
  const selectBoth = async () => {
    for (const name of ['TobyOne', 'TobyTwo'])
      await page.getByRole('checkbox', { name: new RegExp(name) }).check();
  };
  await selectBoth();
  const deleteBoth = async () => {
    await clickButton(page, 'Delete selected');
    await confirm();
  };
  await expectFailure({
    page,
    call: 'POST roblox-accounts/bulk',
    answer: SERVER_ERROR,
    act: deleteBoth,
    title: 'Delete Failed',
    text: 'Server is having issues. Please try again',
  });
  const { body } = await asToby.call<{ id: string }[]>('GET', '/api/roblox-accounts');
  const results = body.map(({ id }, index) => ({ id, ok: index === 0, message: 'Open orders' }));
  await expectFailure({
    page,
    call: 'POST roblox-accounts/bulk',
    answer: { status: 200, json: { results } },
    act: deleteBoth,
    title: 'Partial Success',
    text: /^Deleted 1, 1 failed/,
  });
  // the deleted account is no longer selected
  await expect(page.getByText('1 selected', { exact: true })).toBeVisible();
  await selectBoth();
  await deleteBoth();
  await expectToast(page, 'Accounts Deleted', 'Deleted 2 accounts');
});

test('deleting a listing fails and then succeeds', { tag: ['@S8.03', '@S3.01'] }, async ({
  shared: { page },
}) => {
  await page.goto('/dashboard?section=listings');
  const remove = async () => {
    await clickButton(page, 'Delete Toast Fork');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  };
  await expectFailure({
    page,
    call: 'DELETE listings/*',
    answer: SERVER_ERROR,
    act: remove,
    title: 'Error',
    text: /^Failed to delete listing/,
  });
  await remove();
  await expectToast(page, 'Success', 'Listing deleted successfully');
  await expect(page.getByRole('row', { name: /Toast Fork/ })).not.toBeAttached();
});
