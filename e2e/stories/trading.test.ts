import type { Locator, Page } from '@playwright/test';
import { expect, sharing } from '../support/stories.ts';
import { expectToast } from '../support/toasts.ts';
import { openSection, PHONE } from '../support/visitor.ts';

/** A listing from its creation to its rating, for seller and buyer. Each test needs the ones before. */

const TITLE = 'Silver Dagger';

const test = sharing(async ({ as }) => {
  const sela = await as('sela', { path: '/dashboard?section=listings' });
  const nova = await as('nova', { size: PHONE, theme: 'light', path: '/wallet' });
  return { sela, nova };
});

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test.describe.configure({ mode: 'serial' });

test('sela starts without listings, creates two and sees their figures', {
  tag: ['@S3.01', '@S3.06'],
}, async ({ shared: { sela } }) => {
  const { page } = sela;
  await expect(page.getByText('No listings yet. Create your first listing to start selling!')).toBeVisible();
  await createListing(page, TITLE, '2', '1.25');
  await createListing(page, 'Copper Ring', '3', '0.40');

  const row = page.getByRole('row', { name: new RegExp(TITLE) });
  const sellerId = await idOf(page);
  const seen = await row.getByRole('cell').allTextContents();
  expect(seen.slice(0, 5)).toEqual([
    `${TITLE}Limited Items · Your ID ${sellerId.slice(0, 8)}`,
    '2',
    '$1.25',
    '$2.50',
    'Active',
  ]);
  await expect(figure(page, 'Active Listings')).toHaveText('2');
  await expect(figure(page, 'Total Inventory')).toHaveText('5');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Item',
    'Quantity',
    'Rate',
    'Total Value',
    'Status',
    'Actions',
  ]);
});

test('sela edits one listing and deletes another', { tag: '@S3.01' }, async ({ shared: { sela } }) => {
  const { page } = sela;
  await page.getByRole('button', { name: 'Edit Copper Ring' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Price per unit').fill('0.55');
  await expect(dialog.getByText('$1.65')).toBeVisible();
  const picture = { name: 'ring.png', mimeType: 'image/png', buffer: await page.screenshot() };
  await dialog.getByLabel('Picture of the item').setInputFiles(picture);
  const preview = dialog.getByRole('img', { name: 'The chosen file' });
  await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1440);
  await dialog.getByRole('button', { name: 'Remove picture' }).click();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expectToast(page, 'Listing updated successfully');
  await expect(page.getByRole('cell', { name: '$1.65' })).toBeVisible();

  await page.getByRole('button', { name: 'Delete Copper Ring' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Listing deleted successfully');
  await expect(page.getByRole('row', { name: /Copper Ring/ })).not.toBeAttached();
});

test('nova finds the listing by title and type, and sela does not see it', { tag: '@S3.02' }, async ({
  shared: { sela, nova },
}) => {
  const { page } = nova;
  await openSection(page, 'marketplace');
  const listing = page.getByRole('listitem').filter({ hasText: TITLE });
  await expect(listing).toBeVisible();
  await page.getByPlaceholder('Search items...').fill('vER dAg');
  await expect(listing).toBeVisible();
  await page.getByPlaceholder('Search items...').fill('no such thing');
  await expect(page.getByText('No listings available matching your criteria')).toBeVisible();
  await page.getByPlaceholder('Search items...').fill(TITLE);
  await expect(listing).toBeVisible();
  await page.getByRole('combobox', { name: 'Item type' }).click();
  await expect(page.getByRole('option')).toHaveText(['All Items', 'Robux', 'Premium Items', 'Limited Items']);
  await page.getByRole('option', { name: 'Premium Items' }).click();
  await expect(page.getByText('No listings available matching your criteria')).toBeVisible();
  await page.getByRole('combobox', { name: 'Item type' }).click();
  await page.getByRole('option', { name: 'Limited Items' }).click();
  await expect(listing).toBeVisible();

  await openSection(sela.page, 'marketplace');
  await sela.page.getByPlaceholder('Search items...').fill(TITLE);
  await expect(sela.page.getByText('No listings available matching your criteria')).toBeVisible();
});

test('nova buys the listing with a 5% fee, and the trade opens', { tag: '@S3.03' }, async ({
  shared: { nova },
}) => {
  const { page } = nova;
  await page.getByRole('button', { name: `Purchase Now: ${TITLE}` }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByText('$2.50')).toBeVisible();
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await dialog.getByRole('button', { name: 'Confirm Purchase' }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    quantity: 1,
    pricePerUnit: 1.25,
    totalAmount: 2.5,
    platformFee: '0.13',
    termsHash: expect.any(String),
  });
  await expectToast(page, 'Purchase initiated successfully');
  const sheet = page.getByRole('dialog', { name: 'Trade' });
  await expect(sheet.getByText(/^Waiting for the seller to deliver\./)).toBeVisible();
  await expect(sheet.getByText('Promised delivery')).toBeVisible();
  const message = sheet.getByLabel('Message to the seller');
  await message.fill('Hello sela, I am online now.');
  await page.keyboard.press('Escape');
  await expect(sheet).not.toBeAttached();
  await page.goForward();
  // what is not sent is there when the sheet opens again
  await expect(message).toHaveValue('Hello sela, I am online now.');
  await sheet.getByRole('button', { name: 'Send' }).click();
  const timeline = sheet.getByRole('list', { name: 'Timeline' });
  await expect(timeline.getByText('Hello sela, I am online now.')).toBeVisible();
  // a screen reader hears what is added
  await expect(timeline).toHaveAttribute('aria-live', 'polite');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('No listings available matching your criteria')).toBeVisible();
});

test('the sold listing opens its trade', { tag: '@S3.01' }, async ({ shared: { sela } }) => {
  const { page } = sela;
  await openSection(page, 'listings');
  await page.getByRole('link', { name: TITLE }).click();
  // in the head, and as what sela receives
  await expect(page.getByRole('dialog', { name: 'Trade' }).getByText('$2.37')).toHaveCount(2);
  await page.keyboard.press('Escape');
});

test('sela finds the pending sale in the history, without the fee, and delivers with a note', {
  tag: ['@S3.04', '@S3.05'],
}, async ({ shared: { sela } }) => {
  const { page } = sela;
  await openSection(page, 'transactions');
  await expect(page.getByRole('columnheader').first()).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Date',
    'Type',
    'Description',
    'Amount',
    'Quantity',
    'Balance after',
    'Status',
  ]);
  await page.getByLabel('Search transactions').fill('dagger');
  await expect(page.getByText('Showing 1 to 1 of 1')).toBeVisible();
  const cells = await page.getByRole('row').nth(1).getByRole('cell').allTextContents();
  expect(cells[0]).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{1,2}:\d\d [AP]M$/);
  expect(cells.slice(1)).toEqual(['Sale', TITLE, '+$2.37', '2', '–', 'Pending']);
  await page.getByRole('link', { name: `Sale: ${TITLE}, open` }).click();
  const sheet = page.getByRole('dialog', { name: 'Trade' });
  await expect(sheet.getByText('Hello sela, I am online now.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Mark as delivered' }).click();
  const ask = page.getByRole('dialog', { name: 'Mark as delivered?' });
  await ask.getByLabel('Note to the buyer').fill('It is in your inventory.');
  await ask.getByRole('button', { name: 'Mark as delivered' }).click();
  await expectToast(page, 'Marked as delivered');
  await expect(sheet.getByText(/Waiting for the buyer to confirm/)).toBeVisible();
});

test('nova reads the note, confirms the receipt and rates with five stars', { tag: '@S3.05' }, async ({
  shared: { nova },
}) => {
  const { page } = nova;
  await openSection(page, 'transactions');
  await page.getByRole('link', { name: `Purchase: ${TITLE}, open` }).click();
  const sheet = page.getByRole('dialog', { name: 'Trade' });
  await expect(sheet.getByText('It is in your inventory.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Confirm receipt' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm receipt' }).click();
  await expect(sheet.getByText('The seller was paid.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Rate trade' }).click();
  await expect(sheet.getByText('Choose one to five stars')).toBeVisible();
  await sheet.getByRole('radio', { name: '5 stars' }).click();
  await sheet.getByLabel('Comment').fill('Fast and kind.');
  await sheet.getByRole('button', { name: 'Rate trade' }).click();
  await expect(sheet.getByRole('img', { name: '5 of 5 stars' })).toBeVisible();
});

test('sela’s overview shows the trade and the rating, and quick actions', { tag: '@S2.07' }, async ({
  shared: { sela },
}) => {
  const { page } = sela;
  await page.goto('/dashboard');
  await page.getByRole('tab', { name: 'Overview' }).click();
  await expect(page.getByText('5.0', { exact: true })).toBeVisible();
  const answer = await page.evaluate(async () => (await fetch('/api/users/stats')).json());
  const stats = answer as { totalTransactions: number; successRate: number };
  await expect(figure(page, 'Completed Trades')).toHaveText(String(stats.totalTransactions));
  await expect(page.getByText(`Success Rate ${stats.successRate.toFixed(1)}%`)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Browse Marketplace' })).toBeVisible();
  for (const name of ['Create New Listing', 'Update My Rates']) {
    await expect(page.getByRole('button', { name })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Create New Listing' }).click();
  await expect(page.getByRole('dialog', { name: 'Create New Listing' })).toBeVisible();
});

test('a seller cannot buy a listing', { tag: '@S3.03' }, async ({ shared: { sela }, person }) => {
  const mira = await person('mira');
  const terms = { itemType: 'limited_items', quantity: 1, pricePerUnit: 4, deliveryTime: '1 hour' };
  await mira.call('POST', '/api/listings', { title: 'Iron Shield', ...terms });
  const { page } = sela;
  await page.goto('/dashboard?section=marketplace');
  await page.getByRole('button', { name: 'Purchase Now: Iron Shield' }).click();
  await expectToast(page, 'Only buyers can purchase');
});

test('the console shows no error', ({ shared: { sela, nova } }) => {
  expect([...nova.errors, ...sela.errors]).toEqual([]);
});

async function createListing(page: Page, title: string, quantity: string, price: string): Promise<void> {
  await page.getByRole('button', { name: 'Create New Listing' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create listing' }).click();
  await expect(dialog.getByText('Enter a title')).toBeVisible();
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Quantity').fill(quantity);
  await dialog.getByLabel('Price per unit').fill(price);
  await dialog.getByRole('button', { name: 'Create listing' }).click();
  await expectToast(page, 'Listing created successfully');
  await expect(page.getByRole('row', { name: new RegExp(title) })).toBeVisible();
}

/** The figure of a stat card, by its label. */
function figure(page: Page, label: string): Locator {
  const card = page.locator('section').filter({ has: page.getByText(label, { exact: true }) });
  return card.last().locator('.text-2xl');
}

async function idOf(page: Page): Promise<string> {
  const user = await page.evaluate(async () => (await fetch('/api/auth/user')).json());
  return (user as { id: string }).id;
}
