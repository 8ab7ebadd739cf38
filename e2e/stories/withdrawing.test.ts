import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { openAs, type Visitor } from '../support/visitor.ts';

/** A withdrawal is filled in, checked and reviewed. Nothing is sent, because other stories count sela's money. */
const PAYEE = 'rltc1qq6hag67dl53wl99vzg42z8eyzfz2xlkvsmqqf9';
const TYPO = 'rltc1qq6hag67dl53wl99vzg42z8eyzfz2xlkvsmqqf8';

/** One address in the form that Bitcoin uses too, and in its present form. */
const OLD_FORM = '2N5oANkF34hZGKnVoZXukd1X6sJR7ayZPad';
const PRESENT_FORM = 'QZ9vVm7H5ocMTyFrBdwmhhxY1grwU3khe1';

let browser: Browser;
let sela: Visitor;

beforeAll(async () => {
  browser = await openBrowser();
  sela = await openAs(browser, product.origin, 'sela', undefined, '/wallet');
});
afterAll(async () => {
  await browser?.close();
});

const dialog = () => sela.page.getByRole('dialog');
const review = () => dialog().getByRole('button', { name: 'Review withdrawal' });

test('S5.04 S5.06 the amount in the calculator is the amount of the dialog, with the same fees', async () => {
  const { page } = sela;
  const card = page.getByRole('region', { name: 'Fee calculator' });
  await card.getByLabel('Amount to withdraw').fill('25');
  await card.getByText('$27.25', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Withdraw Funds' }).click();
  expect(await dialog().getByLabel('Amount').inputValue()).toBe('25');
  await dialog().getByText('$27.25', { exact: true }).waitFor();
});

test('S5.06 the address is checked when its field is left, also while the amount is wrong', async () => {
  const address = dialog().getByLabel('Litecoin address');
  await dialog().getByLabel('Amount').fill('9');
  await address.fill(TYPO);
  await address.blur();
  await dialog().getByText('Please enter a valid Litecoin address. It has a typo, copy it again.').waitFor();
  await dialog().getByText('Minimum withdrawal is $10', { exact: true }).waitFor();
  await address.fill('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
  await review().click();
  await dialog().getByText('Please enter a valid Litecoin address. This is a Bitcoin address.').waitFor();
});

test('rare day 19: an address in the form that Bitcoin uses too is used only after a question', async () => {
  const address = dialog().getByLabel('Litecoin address');
  await dialog().getByLabel('Amount').fill('25');
  await address.fill(OLD_FORM);
  await review().click();
  const question = dialog().getByRole('alert').filter({ hasText: PRESENT_FORM });
  await question.getByText('This is a Litecoin address in the old format.').waitFor();
  // without an answer there is no review
  await review().click();
  await question.waitFor();
  expect(await dialog().getByRole('button', { name: 'Withdraw $25.00' }).count()).toBe(0);
  await question.getByRole('button', { name: 'Use This Address' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await address.inputValue()).toBe(PRESENT_FORM);
  await review().click();
  await dialog().getByText(PRESENT_FORM, { exact: true }).waitFor();
  await dialog().getByRole('button', { name: 'Back' }).click();
});

test('S5.06 the review shows the whole address, the fees, and what arrives in LTC and dollars', async () => {
  const sent: string[] = [];
  sela.page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  await dialog().getByLabel('Amount').fill('25');
  await dialog().getByLabel('Litecoin address').fill(` litecoin:${PAYEE} `);
  // a double click does not confirm the review that appears under the pointer
  await review().dblclick();
  await dialog().getByText(PAYEE, { exact: true }).waitFor();
  for (const text of ['$25.00', '$1.75', '$0.50', '$27.25', '0.29411764 LTC', '$25.00 at $85.00 per LTC'])
    await dialog().getByText(text, { exact: true }).first().waitFor();
  await dialog().getByRole('button', { name: 'Withdraw $25.00' }).waitFor();
  expect(sent).not.toContain('/api/wallet/withdraw');
});

test('S5.06 Back returns to the form with what was entered', async () => {
  await dialog().getByRole('button', { name: 'Back' }).click();
  expect(await dialog().getByLabel('Amount').inputValue()).toBe('25');
  expect(await dialog().getByLabel('Litecoin address').inputValue()).toContain(PAYEE);
});

test('S5.06 a refusal about a field returns to the form and is shown there', async () => {
  const { page } = sela;
  const body = {
    code: 'insufficient_balance',
    message: 'Insufficient balance',
    hint: 'You can withdraw $5.00.',
  };
  await page.route('**/api/wallet/withdraw', (route) => route.fulfill({ status: 409, json: body }));
  await review().click();
  await dialog().getByRole('button', { name: 'Withdraw $25.00' }).click();
  await dialog().getByText('Your balance is too low. You can withdraw $5.00.').waitFor();
  await review().waitFor();
  await page.unroute('**/api/wallet/withdraw');
});

test('the console shows no error', () => {
  // Chromium logs the refused addresses and the replaced answer
  expect(sela.errors.filter((error) => !/400|409/.test(error))).toEqual([]);
});
