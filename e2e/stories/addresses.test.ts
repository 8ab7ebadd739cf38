import { expect, sharing } from '../support/stories.ts';

/** The address of a page restores it: by Back, by a reload, and in another window. Nova has the demo's history. */

const test = sharing(async ({ as }) => {
  const nova = await as('nova', { path: '/dashboard?section=transactions' });

  const params = () => Object.fromEntries(new URL(nova.page.url()).searchParams);
  const table = nova.page.getByRole('region', { name: 'Transactions', exact: true });
  const sheet = nova.page.getByRole('dialog', { name: 'Order' });

  return { nova, params, table, sheet };
});

test('a list keeps its search, filter, order and page in the address', async ({
  shared: { nova, params, table },
}) => {
  const { page } = nova;
  await expect(page.getByText(/^Showing 1 to 10 of/)).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText(/^Showing 11 to/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Showing 11 to/)).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/^Showing 1 to 10 of/)).toBeVisible();
  await page.getByLabel('Search transactions').fill('robux');
  await table.getByRole('button', { name: 'Amount' }).click();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Status', { exact: true }).click();
  await page.getByRole('option', { name: 'Completed', exact: true }).click();
  const wanted = {
    section: 'transactions',
    search: 'robux',
    sort: 'amount',
    dir: 'desc',
    status: 'completed',
  };
  await expect.poll(params).toEqual(wanted);
  const first = await table.locator('tbody tr').first().textContent();
  await page.reload();
  await expect(page.getByLabel('Search transactions')).toHaveValue('robux');
  await expect(table.locator('tbody tr').first()).toHaveText(first!);
  await expect(page.getByRole('button', { name: 'Filters, in use' })).toBeVisible();
  await page.getByRole('link', { name: 'Transactions', exact: true }).first().click();
  await expect.poll(params).toEqual({ section: 'transactions' });
  await expect(page.getByLabel('Search transactions')).toHaveValue('');
});

test('an open order has an address, and closing it leaves the page as it was', async ({
  shared: { nova, params, table, sheet },
  as,
}) => {
  const { page } = nova;
  await page.getByLabel('Search transactions').fill('robux purchase');
  const link = table.getByRole('link', { name: /^Robux Purchase/ }).first();
  await link.click();
  await expect(sheet.getByRole('button', { name: 'Print receipt' })).toBeVisible();
  const address = page.url();
  expect(params().open).toMatch(/^order:/);
  await page.goBack();
  await expect(sheet).not.toBeAttached();
  await page.goForward();
  await expect(sheet).toBeVisible();
  await page.reload();
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).not.toBeAttached();
  expect(params()).toEqual({ section: 'transactions', search: 'robux purchase' });

  const { page: shared } = await as('nova', { path: '/healthz' });
  await shared.goto(address);
  await expect(shared.getByRole('dialog', { name: 'Order' })).toBeVisible();
  await shared.keyboard.press('Escape');
  await expect(shared.getByRole('dialog', { name: 'Order' })).not.toBeAttached();
  expect(new URL(shared.url()).searchParams.get('search')).toBe('robux purchase');
});

test('a parameter that means nothing is ignored', async ({ shared: { nova } }) => {
  const { page } = nova;
  await page.goto('/dashboard?section=transactions&page=-3&sort=secret&status=lost&open=user:1');
  await expect(page.getByText(/^Showing 1 to 10 of/)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the range of the rates survives a reload', async ({ shared: { nova } }) => {
  const { page } = nova;
  await page.goto('/dashboard?section=rates');
  await page.getByRole('button', { name: '7 days' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: '7 days', pressed: true })).toBeVisible();
  expect(nova.errors).toEqual([]);
});
