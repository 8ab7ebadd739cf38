import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { expectToast } from '../support/toasts.ts';
import { openVisitor, signInAs, type Visitor } from '../support/visitor.ts';

/** A listing from its creation to its rating, for seller and buyer. Each test needs the ones before. */
let browser: Browser;
let sela: Visitor;
let nova: Visitor;

const TITLE = 'Silver Dagger';

beforeAll(async () => {
  browser = await openBrowser();
  sela = await openVisitor(browser, product.origin);
  nova = await openVisitor(browser, product.origin, { width: 390, height: 844, theme: 'light' });
  await signInAs(sela.page, 'sela');
  await signInAs(nova.page, 'nova');
});
afterAll(async () => {
  await browser?.close();
});

test('S3.01 S3.06 sela starts without listings, creates two and sees their figures', async () => {
  const { page } = sela;
  await open(page, 'listings');
  await page.getByText('No listings yet. Create your first listing to start selling!').waitFor();
  await createListing(page, TITLE, '2', '1.25');
  await createListing(page, 'Copper Ring', '3', '0.40');

  const row = page.getByRole('row', { name: new RegExp(TITLE) });
  const sellerId = await idOf(page);
  const seen = await row.getByRole('cell').allTextContents();
  expect(seen.slice(0, 5)).toEqual([
    `${TITLE}Limited Items · Seller ${sellerId.slice(0, 8)}`,
    '2',
    '$1.25',
    '$2.50',
    'Active',
  ]);
  await expect.poll(() => figure(page, 'Active Listings')).toBe('2');
  await expect.poll(() => figure(page, 'Total Inventory')).toBe('5');
  await expect
    .poll(() => page.getByRole('columnheader').allTextContents())
    .toEqual(['Item', 'Quantity', 'Rate', 'Total Value', 'Status', 'Actions']);
});

test('S3.01 sela edits one listing and deletes another', async () => {
  const { page } = sela;
  await page.getByRole('button', { name: 'Edit Copper Ring' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Price per unit').fill('0.55');
  await dialog.getByText('$1.65').waitFor();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Listing updated successfully');
  await page.getByRole('cell', { name: '$1.65' }).waitFor();

  await page.getByRole('button', { name: 'Delete Copper Ring' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Listing deleted successfully');
  await page.getByRole('row', { name: /Copper Ring/ }).waitFor({ state: 'detached' });
});

test('S3.02 nova finds the listing by title and type, and sela does not see her own', async () => {
  const { page } = nova;
  await open(page, 'marketplace');
  const listing = page.getByRole('listitem').filter({ hasText: TITLE });
  await listing.waitFor();
  await page.getByPlaceholder('Search items...').fill('vER dAg');
  await listing.waitFor();
  await page.getByPlaceholder('Search items...').fill('no such thing');
  await page.getByText('No listings available matching your criteria').waitFor();
  await page.getByPlaceholder('Search items...').fill(TITLE);
  await listing.waitFor();
  await page.getByRole('combobox', { name: 'Item type' }).click();
  await expect
    .poll(() => page.getByRole('option').allTextContents())
    .toEqual(['All Items', 'Robux', 'Premium Items', 'Limited Items']);
  await page.getByRole('option', { name: 'Premium Items' }).click();
  await page.getByText('No listings available matching your criteria').waitFor();
  await page.getByRole('combobox', { name: 'Item type' }).click();
  await page.getByRole('option', { name: 'Limited Items' }).click();
  await listing.waitFor();

  await open(sela.page, 'marketplace');
  await sela.page.getByPlaceholder('Search items...').fill(TITLE);
  await sela.page.getByText('No listings available matching your criteria').waitFor();
});

test('S3.03 nova buys the listing with a 5% fee, and the trade opens', async () => {
  const { page } = nova;
  await page.getByRole('button', { name: `Purchase Now: ${TITLE}` }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('$2.50').waitFor();
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await dialog.getByRole('button', { name: 'Confirm Purchase' }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    quantity: 1,
    pricePerUnit: 1.25,
    totalAmount: 2.5,
    platformFee: '0.13',
  });
  await expectToast(page, 'Purchase initiated successfully');
  const sheet = page.getByRole('dialog', { name: 'Trade' });
  await sheet.getByText(/Waiting for the seller to deliver by/).waitFor();
  await sheet.getByLabel('Message to the seller').fill('Hello sela, I am online now.');
  await sheet.getByRole('button', { name: 'Send' }).click();
  await sheet.getByRole('list', { name: 'Timeline' }).getByText('Hello sela, I am online now.').waitFor();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await page.getByText('No listings available matching your criteria').waitFor();
});

test('S3.04 S3.05 sela finds the pending sale in her history, without the fee, and delivers with a note', async () => {
  const { page } = sela;
  await open(page, 'transactions');
  await page.getByRole('columnheader').first().waitFor();
  await expect
    .poll(() => page.getByRole('columnheader').allTextContents())
    .toEqual(['Date', 'Type', 'Description', 'Amount', 'Quantity', 'Status']);
  await page.getByLabel('Search transactions').fill('dagger');
  await page.getByText('Showing 1 to 1 of 1 transactions').waitFor();
  const cells = await page.getByRole('row').nth(1).getByRole('cell').allTextContents();
  expect(cells[0]).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{1,2}:\d\d [AP]M$/);
  expect(cells.slice(1)).toEqual(['Sale', TITLE, '+$2.37', '2', 'Pending']);
  await page.getByRole('link', { name: `Sale: ${TITLE}, open` }).click();
  const sheet = page.getByRole('dialog', { name: 'Trade' });
  await sheet.getByText('Hello sela, I am online now.').waitFor();
  await sheet.getByRole('button', { name: 'Mark as Delivered' }).click();
  const ask = page.getByRole('alertdialog');
  await ask.getByLabel('Note to the buyer').fill('It is in your inventory.');
  await ask.getByRole('button', { name: 'Mark as Delivered' }).click();
  await expectToast(page, 'Marked as delivered');
  await sheet.getByText(/Waiting for the buyer to confirm/).waitFor();
});

test('S3.05 nova reads the note, confirms the receipt and rates with five stars', async () => {
  const { page } = nova;
  await open(page, 'transactions');
  await page.getByRole('link', { name: `Purchase: ${TITLE}, open` }).click();
  const sheet = page.getByRole('dialog', { name: 'Trade' });
  await sheet.getByText('It is in your inventory.').waitFor();
  await sheet.getByRole('button', { name: 'Confirm Receipt' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm Receipt' }).click();
  await sheet.getByText('The seller was paid.').waitFor();
  await sheet.getByRole('button', { name: 'Rate Trade' }).click();
  await sheet.getByText('Choose one to five stars').waitFor();
  await sheet.getByRole('radio', { name: '5 stars' }).click();
  await sheet.getByLabel('Comment').fill('Fast and kind.');
  await sheet.getByRole('button', { name: 'Rate Trade' }).click();
  await sheet.getByRole('img', { name: '5 of 5 stars' }).waitFor();
});

test('S2.07 sela’s overview shows the trade and the rating, and quick actions', async () => {
  const { page } = sela;
  await page.goto(`${product.origin}/dashboard`);
  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByText('5.0', { exact: true }).waitFor();
  const answer = await page.evaluate(async () => (await fetch('/api/users/stats')).json());
  const stats = answer as { totalTransactions: number; successRate: number };
  await expect.poll(() => figure(page, 'Completed Trades')).toBe(String(stats.totalTransactions));
  await page.getByText(`Success Rate ${stats.successRate.toFixed(1)}%`).waitFor();
  for (const name of ['Create New Listing', 'Browse Marketplace', 'Update My Rates']) {
    await page.getByRole('button', { name }).waitFor();
  }
  await page.getByRole('button', { name: 'Create New Listing' }).click();
  await page.getByRole('dialog', { name: 'Create New Listing' }).waitFor();
});

test('S3.03 a seller cannot buy a listing', async () => {
  const mira = await openVisitor(browser, product.origin);
  await signInAs(mira.page, 'mira');
  await open(mira.page, 'listings');
  await createListing(mira.page, 'Iron Shield', '1', '4.00');
  const { page } = sela;
  await open(page, 'marketplace');
  await page.getByRole('button', { name: 'Purchase Now: Iron Shield' }).click();
  await expectToast(page, 'Only buyers can purchase');
  await mira.close();
});

test('the console shows no error', () => {
  expect([...nova.errors, ...sela.errors]).toEqual([]);
});

const open = (page: Page, section: string) => page.goto(`${product.origin}/dashboard?section=${section}`);

async function createListing(page: Page, title: string, quantity: string, price: string): Promise<void> {
  await page.getByRole('button', { name: 'Create New Listing' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create Listing' }).click();
  await dialog.getByText('Enter a title').waitFor();
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Quantity').fill(quantity);
  await dialog.getByLabel('Price per unit').fill(price);
  await dialog.getByRole('button', { name: 'Create Listing' }).click();
  await expectToast(page, 'Listing created successfully');
  await page.getByRole('row', { name: new RegExp(title) }).waitFor();
}

/** The figure of a stat card, by its label. */
async function figure(page: Page, label: string): Promise<string | null> {
  const card = page.locator('section').filter({ has: page.getByText(label, { exact: true }) });
  return card.last().locator('.text-2xl').textContent();
}

async function idOf(page: Page): Promise<string> {
  const user = await page.evaluate(async () => (await fetch('/api/auth/user')).json());
  return (user as { id: string }).id;
}
