import { readFile } from 'node:fs/promises';
import { deposit } from '../support/person.ts';
import { expect, sharing } from '../support/stories.ts';

/** Rows of money open with their details and a receipt. Mona has two deposits, nova has the demo's history. */
const EXPLORER = 'https://explorer.example/tx/{txid}';

interface Row {
  readonly id: string;
  readonly txid: string;
  readonly address: string;
  readonly blockHeight: number;
  readonly balanceAfter: number;
}

const test = sharing(async ({ sandbox, person, as }) => {
  const mona = await person('mona', 'buyer');
  await deposit(mona, sandbox, 0.3);
  await deposit(mona, sandbox, 0.5);
  const { page, errors } = await as('mona', { path: '/healthz' });
  await page.route('**/api/status', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), litecoinExplorerUrl: EXPLORER },
    });
  });
  await page.goto('/wallet');
  return { page, errors, mona };
});

test.describe.configure({ mode: 'serial' });

test('a wallet row shows direction and balance, and opens with its block, txid and explorer', {
  tag: '@S5.08',
}, async ({ shared: { page, mona } }) => {
  const { body } = await mona.call<Row[]>('GET', '/api/wallet/transactions?walletType=buyer');
  const [newest, oldest] = body;
  expect([newest!.balanceAfter, oldest!.balanceAfter]).toEqual([68, 25.5]);
  const rows = page.getByRole('region', { name: 'Transaction History' }).locator('tbody tr');
  await expect(rows).toHaveCount(2);
  await expect(rows.first().getByText('+$42.50', { exact: true })).toBeVisible();
  await expect(rows.first().getByText('$68.00', { exact: true })).toBeVisible();
  await expect(rows.first().getByText('confirmations')).toHaveCount(0);
  // a press anywhere in the row opens it
  await rows.first().getByText('0.50000000 LTC').click();
  const sheet = page.getByRole('dialog', { name: 'Transaction' });
  for (const text of ['+$42.50', '$85.00 per LTC', '$68.00', newest!.address, newest!.txid])
    await expect(sheet.getByText(text, { exact: true })).toBeVisible();
  await expect(sheet.getByText(newest!.blockHeight.toLocaleString('en-US'), { exact: true })).toBeVisible();
  await expect(sheet.getByText('This deposit is final and was credited.')).toBeVisible();
  const link = sheet.getByRole('link', { name: /in the explorer$/ });
  await expect(link).toHaveAttribute('href', `https://explorer.example/tx/${newest!.txid}`);
});

test('the receipt is all that is printed', { tag: '@S5.08' }, async ({ shared: { page } }) => {
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  const receipt = page.locator('.receipt');
  await expect(receipt).toBeHidden();
  await page.getByRole('button', { name: 'Print receipt' }).click();
  await expect(page.locator('body[data-printed]')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(receipt.getByText('Receipt: Deposit')).toBeVisible();
  await expect(receipt.getByText('0.50000000 LTC')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Transaction History' })).toBeHidden();
  await expect(page.getByText('This deposit is final')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.keyboard.press('Escape');
});

test('copying an address does not open its row', { tag: '@S5.08' }, async ({ shared: { page } }) => {
  await page.getByRole('button', { name: 'Copy address' }).last().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('every row of the history opens, and Robux are exact', { tag: ['@S3.04', '@S2.04'] }, async ({ as }) => {
  const { page } = await as('nova', { path: '/dashboard?section=transactions' });
  const table = page.getByRole('region', { name: 'Transactions', exact: true });
  const link = (name: RegExp) => table.getByRole('link', { name }).first();
  await expect(link(/, open$/)).toBeVisible();
  const links = await table.getByRole('link', { name: /, open$/ }).count();
  expect(links).toBe(await table.locator('tbody tr').count());
  await expect(table.getByText(/[KM] R\$$/)).toHaveCount(0);
  await page.getByLabel('Search transactions').fill('deposit');
  await link(/^Deposit/).click();
  await expect(page.getByRole('dialog', { name: 'Transaction' }).getByText('Balance after')).toBeVisible();
  await page.keyboard.press('Escape');
  for (const [search, name, sheet] of [
    ['robux purchase', /^Robux Purchase/, 'Order'],
    ['frostbite crown', /^Purchase/, 'Trade'],
  ] as const) {
    await page.getByLabel('Search transactions').fill(search);
    const row = table
      .locator('tbody tr', { has: page.getByRole('link', { name }) })
      .filter({ hasText: 'Completed' })
      .first();
    // the amount stands before it
    const [, balance] = (await row.textContent())!.match(/\$[\d,.]+/g)!;
    await row.getByRole('link').click();
    const opened = page.getByRole('dialog', { name: sheet });
    const shown = opened.getByText('Balance after').locator('xpath=following-sibling::dd');
    await expect(shown).toHaveText(balance!);
    await expect(opened.getByRole('button', { name: 'Print receipt' })).toBeVisible();
    await page.keyboard.press('Escape');
  }
});

test('the history can be filtered by type, status and day, and exported as it is filtered', {
  tag: '@S3.04',
}, async ({ as }) => {
  const { page } = await as('mona', { path: '/dashboard?section=transactions' });
  const rows = page.getByRole('region', { name: 'Transactions', exact: true }).locator('tbody tr');
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Filters' }).click();
  const choose = async (label: string, choice: string) => {
    await page.getByLabel(label, { exact: true }).click();
    await page.getByRole('option', { name: choice, exact: true }).click();
  };
  await choose('Type', 'Robux Purchase');
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  await choose('Type', 'Deposit');
  await choose('Status', 'Completed');
  await expect(rows).toHaveCount(2);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toBe('sterling-history.csv');
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/,deposit,Litecoin deposit,in,42\.5,0,68,,completed,/);
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows).toHaveCount(2);
});

test('the console shows no error', ({ shared: { errors } }) => {
  expect(errors).toEqual([]);
});
