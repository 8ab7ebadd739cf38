import type { Page } from '@playwright/test';
import { accessibilityViolations } from '../support/accessibility.ts';
import { deposit } from '../support/person.ts';
import { expect, sharing } from '../support/stories.ts';
import { waitForContent } from '../support/visitor.ts';

/** The palette finds what a person has, and ? lists the shortcuts. Each test needs the ones before. */

const test = sharing(async ({ sandbox, person, as }) => {
  const seller = await person('petra', 'seller');
  const asPaul = await person('paul', 'buyer');
  await deposit(asPaul, sandbox, 0.3);
  const { body: rows } = await asPaul.call<{ txid: string }[]>(
    'GET',
    '/api/wallet/transactions?walletType=buyer',
  );
  const txid = rows[0]!.txid;
  for (const title of ['Palette lamp', 'Palette rug']) {
    const item = { title, itemType: 'limited_items', quantity: 1, pricePerUnit: 2, deliveryTime: '1 hour' };
    const { body: listing } = await seller.call<{ id: string; sellerId: string }>(
      'POST',
      '/api/listings',
      item,
    );
    if (title.endsWith('lamp'))
      await asPaul.call('POST', '/api/transactions', {
        listingId: listing.id,
        sellerId: listing.sellerId,
        quantity: 1,
        pricePerUnit: 2,
        totalAmount: 2,
        platformFee: 0.1,
      });
  }
  const paul = await as('paul');
  const [petra, otto] = [await as('petra'), await as('otto')];
  return { paul, petra, otto, txid };
});

test.describe.configure({ mode: 'serial' });

async function search(page: Page, text: string) {
  await page.getByRole('button', { name: 'Open command palette' }).click();
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('combobox').fill(text);
  return palette;
}

test('a trade opens from the palette, and a listing leads to the marketplace', async ({
  shared: { paul },
}) => {
  const { page } = paul;
  const palette = await search(page, 'palette l');
  await palette.getByRole('option', { name: /^Palette lamp\s*Purchase · \$2\.00/ }).click();
  await expect(page.getByRole('dialog', { name: 'Trade' }).getByText('Palette lamp')).toBeVisible();
  await page.keyboard.press('Escape');
  await (await search(page, 'palette rug')).getByRole('option', { name: /^Palette rug\s*Listing/ }).click();
  await expect(page.getByLabel('Search items...')).toHaveValue('Palette rug');
  await expect(page.getByRole('button', { name: 'Purchase Now: Palette rug' })).toBeVisible();
});

test('sheets about the account open from the palette, a reload keeps them, and Back closes them', async ({
  shared: { paul },
}) => {
  const { page } = paul;
  await (await search(page, 'export')).getByRole('option', { name: 'Security and data' }).click();
  const sheet = page.getByRole('dialog', { name: 'Security and data' });
  await expect(sheet.getByRole('button', { name: 'Export my data' })).toBeVisible();
  await page.reload();
  await expect(sheet.getByRole('button', { name: 'Export my data' })).toBeVisible();
  await page.goBack();
  await expect(sheet).not.toBeAttached();
});

test('a seller finds their own listing among their listings', async ({ shared: { petra } }) => {
  const { page } = petra;
  await (await search(page, 'palette rug')).getByRole('option', { name: /^Palette rug\s*Listing/ }).click();
  await page.waitForURL('**/dashboard?section=listings&search=Palette+rug');
  await expect(page.getByRole('table').getByText('Palette rug')).toBeVisible();
});

test('a transaction id finds its deposit, and a title finds its section', async ({
  shared: { paul, txid },
}) => {
  const { page } = paul;
  const palette = await search(page, txid.slice(0, 12));
  await palette.getByRole('option', { name: /^Litecoin deposit/ }).click();
  await expect(page.getByRole('dialog').getByText('Transaction ID')).toBeVisible();
  await page.keyboard.press('Escape');
  await (await search(page, 'transaction hist')).getByRole('option', { name: 'Transactions' }).click();
  await expect(page.getByRole('heading', { name: 'Transaction History' })).toBeVisible();
  await expect((await search(page, 'no such thing')).getByText('No results.')).toBeVisible();
  await page.keyboard.press('Escape');
});

test('an owner finds a user, and the deposit of a user by its transaction id', async ({
  shared: { otto, txid },
}) => {
  const { page } = otto;
  await (await search(page, txid)).getByRole('option', { name: /^Litecoin deposit\s*paul/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Transaction' });
  await expect(sheet.getByText('paul', { exact: true })).toBeVisible();
  await expect(sheet.getByText(txid, { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect((await search(page, 'petra')).getByRole('option', { name: /^petra\s*User/ })).toBeVisible();
  await page.keyboard.press('Enter');
  const people = page.getByRole('region', { name: 'User Management' });
  await expect(people.getByRole('button', { name: 'Edit petra' })).toBeInViewport();
  await expect(people.getByRole('row')).toHaveCount(2);
});

test('? lists the shortcuts, and not while someone types', async ({ shared: { paul } }) => {
  const { page } = paul;
  await page.locator('body').press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list.getByText('Search and run a command')).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(list).not.toBeAttached();
  await page.getByLabel('Search transactions').press('?');
  await expect(page.getByLabel('Search transactions')).toHaveValue('?');
  await expect(list).toHaveCount(0);
});

test('people who speak to their computer can turn the key ? off', async ({ shared: { paul } }) => {
  const { page } = paul;
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const choice = list.getByRole('switch', { name: 'Use the key ?' });
  await page.getByLabel('Search transactions').blur();
  await page.locator('body').press('?');
  await choice.click();
  await page.keyboard.press('Escape');
  await page.reload();
  await waitForContent(page);
  await page.locator('body').press('?');
  const found = (await search(page, 'shortcuts')).getByRole('option', { name: 'Keyboard shortcuts' });
  await expect(found).toBeVisible();
  await expect(list).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(choice).not.toBeChecked();
  await choice.click();
  await page.keyboard.press('Escape');
  await page.locator('body').press('?');
  await expect(list).toBeVisible();
  await page.keyboard.press('Escape');
});

test('the console shows no error', ({ shared: { paul, otto } }) => {
  expect([...paul.errors, ...otto.errors]).toEqual([]);
});
