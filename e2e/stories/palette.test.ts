import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityViolations } from '../support/accessibility.ts';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { deposit, type Person, signInWithRole } from '../support/person.ts';
import { controlSandbox } from '../support/sandbox.ts';
import { openAs, type Visitor } from '../support/visitor.ts';

/** The palette finds what a person has, and ? lists the shortcuts. */
let browser: Browser;
let [paul, otto]: Visitor[] = [];
let asPaul: Person;
let txid: string;

beforeAll(async () => {
  browser = await openBrowser();
  const seller = await signInWithRole(product.origin, 'petra', 'seller');
  asPaul = await signInWithRole(product.origin, 'paul', 'buyer');
  await deposit(asPaul, controlSandbox(product.sandbox), 0.3);
  const { body: rows } = await asPaul.call<{ txid: string }[]>(
    'GET',
    '/api/wallet/transactions?walletType=buyer',
  );
  txid = rows[0]!.txid;
  for (const title of ['Palette lamp', 'Palette rug']) {
    const item = { title, itemType: 'limited_items', quantity: 1, pricePerUnit: 2, deliveryTime: '1 hour' };
    const { body: listing } = await seller.call<{ id: string; sellerId: string }>(
      'POST',
      '/api/listings',
      item,
    );
    if (title.endsWith('lamp'))
      await asPaul.call('POST', '/api/transactions', {
        ...{ listingId: listing.id, sellerId: listing.sellerId, quantity: 1 },
        ...{ pricePerUnit: 2, totalAmount: 2, platformFee: 0.1 },
      });
  }
  paul = await openAs(browser, product.origin, 'paul');
  otto = await openAs(browser, product.origin, 'otto');
});
afterAll(async () => {
  await browser?.close();
});

async function search(page: Page, text: string) {
  await page.getByRole('button', { name: 'Open command palette' }).click();
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('combobox').fill(text);
  return palette;
}

test('a trade opens from the palette, and a listing leads to the marketplace', async () => {
  const { page } = paul!;
  const palette = await search(page, 'palette l');
  await palette.getByRole('option', { name: /^Palette lamp\s*Purchase · \$2\.00/ }).click();
  await page.getByRole('dialog', { name: 'Trade' }).getByText('Palette lamp').waitFor();
  await page.keyboard.press('Escape');
  await (await search(page, 'palette rug')).getByRole('option', { name: /^Palette rug\s*Listing/ }).click();
  await expect.poll(() => page.getByLabel('Search items...').inputValue()).toBe('Palette rug');
  await page.getByRole('button', { name: 'Purchase Now: Palette rug' }).waitFor();
});

test('a transaction id finds its deposit, and a title finds its section', async () => {
  const { page } = paul!;
  const palette = await search(page, txid.slice(0, 12));
  await palette.getByRole('option', { name: /^Litecoin deposit/ }).click();
  await page.getByRole('dialog').getByText('Transaction ID').waitFor();
  await page.keyboard.press('Escape');
  await (await search(page, 'transaction hist')).getByRole('option', { name: 'Transactions' }).click();
  await page.getByRole('heading', { name: 'Transaction History' }).waitFor();
  await (await search(page, 'no such thing')).getByText('No results.').waitFor();
  await page.keyboard.press('Escape');
});

test('an owner finds a user', async () => {
  const { page } = otto!;
  await (await search(page, 'petra')).getByRole('option', { name: /^petra\s*User/ }).click();
  const people = page.getByRole('region', { name: 'User Management' });
  await people.getByRole('button', { name: 'Edit petra' }).waitFor();
  await expect.poll(() => people.getByRole('row').count()).toBe(2);
});

test('? lists the shortcuts, and not while someone types', async () => {
  const { page } = paul!;
  await page.locator('body').press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await list.getByText('Search and run a command').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  await page.getByLabel('Search transactions').press('?');
  expect(await page.getByLabel('Search transactions').inputValue()).toBe('?');
  expect(await list.count()).toBe(0);
});

test('the console shows no error', () => {
  expect([...paul!.errors, ...otto!.errors]).toEqual([]);
});
