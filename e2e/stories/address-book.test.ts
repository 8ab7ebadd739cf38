import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { signIn, signInWithRole } from '../support/person.ts';
import { expectToast } from '../support/toasts.ts';
import { openAs } from '../support/visitor.ts';

const PAYEE = 'rltc1qq6hag67dl53wl99vzg42z8eyzfz2xlkvsmqqf9';
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

test('access 4: a seller saves an address, chooses it for a withdrawal, and sets their own wait', async () => {
  const seller = await signInWithRole(product.origin, 'livia', 'seller');
  const { body: livia } = await seller.call<{ id: string }>('GET', '/api/auth/user');
  const otto = await signIn(product.origin, 'otto');
  const gift = { userId: livia.id, walletType: 'seller', amount: '100', reason: 'For a story' };
  expect((await otto.call('POST', '/api/admin/corrections', gift)).status).toBe(201);

  const { page, errors, close } = await openAs(browser, product.origin, 'livia', undefined, '/wallet');
  const book = page.getByRole('region', { name: 'Withdrawal addresses' });
  await book.getByText('No saved addresses yet').waitFor();
  await book.getByRole('button', { name: 'Add address' }).click();
  const adding = page.getByRole('dialog', { name: 'Save a withdrawal address' });
  await adding.getByLabel('Label').fill('Hardware wallet');
  await adding.getByLabel('Litecoin address').fill('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
  await adding.getByRole('button', { name: 'Save address' }).click();
  await adding.getByText('This is a Bitcoin address.').waitFor();
  await adding.getByLabel('Litecoin address').fill(PAYEE);
  await adding.getByRole('button', { name: 'Save address' }).click();
  await book.getByText(PAYEE).waitFor();

  await book.getByLabel('Wait for new addresses').fill('48');
  await book.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await seller.call('GET', '/api/withdrawal-addresses')).body)
    .toMatchObject({ wait: { hours: 48 } });
  await book.getByLabel('Wait for new addresses').fill('0');
  await book.getByRole('button', { name: 'Save' }).click();
  await book.getByText(/^Now 48 hours\. 0 hours from /).waitFor();

  await page.getByRole('button', { name: 'Withdraw Funds' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Amount').fill('20');
  await form.getByLabel('Saved address').click();
  await page.getByRole('option', { name: 'Hardware wallet' }).click();
  expect(await form.getByLabel('Litecoin address').inputValue()).toBe(PAYEE);
  await form.getByRole('button', { name: 'Review withdrawal' }).click();
  await form.getByRole('button', { name: 'Withdraw $20.00' }).click();
  await expectToast(page, 'Withdrawal Successful');

  await book.getByRole('button', { name: 'Remove Hardware wallet' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await book.getByText('No saved addresses yet').waitFor();
  expect(errors.filter((error) => !error.includes('400'))).toEqual([]);
  await close();
});
