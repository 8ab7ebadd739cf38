import { accessibilityViolations } from '../support/accessibility.ts';
import { deposit, offer } from '../support/person.ts';
import { expect, sharing } from '../support/stories.ts';
import { expectToast } from '../support/toasts.ts';
import { DESKTOP, resize } from '../support/visitor.ts';

/** Mila fulfils the orders of one account manually and changes two others together. Her stock is used up or deleted, so that other stories do not buy it. */
const ROBUX = 1_000;

const test = sharing(async ({ sandbox, person, as }) => {
  const mila = await person('mila', 'seller');
  const byHand = await sandbox.makeAccount('MilaHand', ROBUX);
  await offer(mila, byHand, '1.60');
  for (const name of ['MilaTwo', 'MilaThree'])
    await offer(mila, await sandbox.makeAccount(name, 5_000), '5.90');
  const maker = await sandbox.makeAccount('MilaMaker', 0);
  const pass = await sandbox.makePass(maker.id, ROBUX, 'Hand pass');
  const { page, errors } = await as('mila', { path: '/dashboard?section=roblox-accounts' });
  return { errors, page, byHand, pass };
});

test.describe.configure({ mode: 'serial' });

test('an account is set to manual fulfilment in its menu, and the table shows it', async ({
  shared: { page },
}) => {
  await page.getByRole('button', { name: 'Actions for MilaHand' }).click();
  await page.getByRole('menuitemradio', { name: /Manual/ }).click();
  await expectToast(page, 'Fulfilment updated');
  await expect(page.getByText('Manual: you complete orders')).toBeVisible();
});

test('a manual order shows its deadline, checks the seller’s purchase at Roblox, and then pays the seller', {
  tag: '@S4.11',
}, async ({ shared: { page, byHand, pass }, sandbox, person, as }) => {
  const cyra = await person('cyra', 'buyer');
  await deposit(cyra, sandbox, 1);
  const order = await cyra.call<{ id: string }>('POST', '/api/robux/orders', {
    robuxAmount: ROBUX,
    gamepassUrl: pass.url,
    ratePerThousand: '1.60',
  });
  expect(order.status).toBe(201);
  const row = page.getByRole('region', { name: 'Waiting for you' }).getByRole('link');
  await resize(page, { width: 360, height: 740 });
  const cutOff = (text: Element) => [
    text.scrollWidth - text.clientWidth,
    text.scrollHeight - text.clientHeight,
  ];
  expect(await row.getByText(/Hand pass/).evaluate(cutOff)).toEqual([0, 0]);
  await resize(page, DESKTOP);
  await row.click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText(/^(30|2\d) min left \(until .*\)$/)).toBeVisible();
  await expect(sheet.getByText('MilaHand')).toBeVisible();
  const store = await sheet.getByRole('link', { name: "Open the experience's store" }).getAttribute('href');
  expect(store).toMatch(/^https:\/\/www\.roblox\.com\/games\/\d+#!\/store$/);
  expect(await accessibilityViolations(page)).toEqual([]);

  const otto = await as('otto');
  await otto.page.getByRole('button', { name: 'Open command palette' }).click();
  await otto.page.getByRole('combobox').fill(order.body.id);
  await otto.page.getByRole('option', { name: /^Gamepass Hand pass/ }).click();
  await expect(otto.page.getByRole('dialog').getByText(/^The seller has until/)).toBeVisible();
  await expect(otto.page.getByRole('dialog').getByText(order.body.id)).toBeVisible();
  expect(otto.errors).toEqual([]);

  await sheet.getByRole('button', { name: 'I bought it' }).click();
  await expectToast(page, 'Not confirmed yet');
  await sandbox.control('POST', 'game/buy', { accountId: byHand.id, passId: pass.id });
  await sheet.getByRole('button', { name: 'I bought it' }).click();
  await expect(sheet.getByText('Completed', { exact: true }).first()).toBeVisible();
  await expect(sheet.getByText('The total is in your seller wallet.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();
});

test('two accounts are deactivated together and deleted together, with one call each', {
  tag: '@S6.03',
}, async ({ shared: { page } }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') calls.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.getByRole('button', { name: 'Activate selected', exact: true }).click();
  await expectToast(page, 'Please select accounts to activate');
  for (const name of ['MilaTwo', 'MilaThree'])
    await page.getByRole('checkbox', { name: new RegExp(name) }).check();
  await page.getByRole('button', { name: 'Deactivate selected' }).click();
  await expectToast(page, '2 accounts deactivated and removed from sale');
  await expect(page.getByText('Not Active - Not for Sale')).toHaveCount(2);
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Delete/ })
    .click();
  await expectToast(page, 'Deleted 2 accounts');
  await expect(page.getByText('MilaTwo')).not.toBeAttached();
  expect(calls).toEqual(Array(2).fill('POST /api/roblox-accounts/bulk'));
});

test('the console shows no error', ({ shared: { errors } }) => {
  expect(errors).toEqual([]);
});
