import { replaceAnswers } from '../support/answers.ts';
import { deposit, eventually, offer } from '../support/person.ts';
import { expect, test } from '../support/stories.ts';
import { expectToast } from '../support/toasts.ts';

/** An order whose answer never reached the page. */
test('an order that got no answer and took the last stock is found by another try, even after a reload', {
  tag: '@S4.09',
}, async ({ person, sandbox, as }) => {
  const seller = await person('petra', 'seller');
  const buyer = await person('pascal', 'buyer');
  const accountId = await offer(seller, await sandbox.makeAccount('PetraStock', 2_000), '1.03');
  const maker = await sandbox.makeAccount('PascalMaker', 0);
  await deposit(buyer, sandbox, 0.5);
  const ordersOf = async () => (await buyer.call<unknown[]>('GET', '/api/robux/orders')).body;
  const { page } = await as('pascal', { path: '/buy-robux' });
  const summary = page.getByRole('region', { name: 'Order Summary' });
  const complete = page.getByRole('button', { name: 'Complete Purchase' });

  for (const [placed, isReloaded] of [
    [1, false],
    [2, true],
  ] as const) {
    const pass = await sandbox.makePass(maker.id, 1_000, `Pascal pass ${placed}`);
    await page.getByLabel('Gamepass URL').fill(pass.url);
    await expect(page.getByText(`Valid: Pascal pass ${placed}`)).toBeVisible();
    const restore = await replaceAnswers(page, '**/api/robux/orders', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.fetch();
      await route.abort();
    });
    await complete.click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm Purchase' }).click();
    await expectToast(page, 'No answer');
    restore();
    await seller.call('PATCH', `/api/roblox-accounts/${accountId}`, { isActive: false });
    if (isReloaded) await page.reload();
    await expect(summary.getByText('your order may have gone through')).toBeVisible();
    await expect(summary.getByText('$1.03', { exact: true })).toBeVisible();
    await expect(page.getByText('Choose another')).toHaveCount(0);
    await summary.getByRole('button', { name: 'Try again' }).click();
    await expectToast(page, 'Purchase Successful');
    await expect(complete).toBeVisible();
    await seller.call('PATCH', `/api/roblox-accounts/${accountId}`, { isActive: true });
    await eventually(ordersOf, (orders) => orders.length === placed);
  }

  await page.reload();
  await expect(page.getByRole('region', { name: 'Your order' })).toBeVisible();
  await page.getByRole('region', { name: 'Your order' }).getByRole('button', { name: 'Dismiss' }).click();
  await page.reload();
  await expect(complete).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your order' })).toHaveCount(0);
  await seller.call('DELETE', `/api/roblox-accounts/${accountId}`);
});

test('an order whose answer arrives after the buyer has left the page is no longer in the form', {
  tag: '@S4.09',
}, async ({ person, sandbox, as }) => {
  const seller = await person('pelle', 'seller');
  const buyer = await person('paola', 'buyer');
  const accountId = await offer(seller, await sandbox.makeAccount('PelleStock', 4_000), '1.02');
  const maker = await sandbox.makeAccount('PaolaMaker', 0);
  await deposit(buyer, sandbox, 0.5);
  const { page } = await as('paola', { path: '/buy-robux' });
  for (const returns of ['before', 'after'] as const) {
    const pass = await sandbox.makePass(maker.id, 1_000, `Paola pass ${returns}`);
    await page.getByLabel('Gamepass URL').fill(pass.url);
    await expect(page.getByText(`Valid: Paola pass ${returns}`)).toBeVisible();
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
    const restore = await replaceAnswers(page, '**/api/robux/orders', async (route) => {
      if (route.request().method() === 'POST') await asked;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Complete Purchase' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm Purchase' }).click();
    await page.getByRole('link', { name: 'Wallet', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Wallet' })).toBeVisible();
    if (returns === 'after') {
      answer();
      await expectToast(page, 'Purchase Successful');
    }
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Buy Robux' }).click();
    if (returns === 'before') {
      await expect(page.getByLabel('Gamepass URL')).toHaveValue(pass.url);
      answer();
    }
    await expect(page.getByLabel('Gamepass URL')).toHaveValue('');
    await page.getByRole('region', { name: 'Your order' }).getByRole('button', { name: 'Dismiss' }).click();
    restore();
  }
  expect((await buyer.call<unknown[]>('GET', '/api/robux/orders')).body).toHaveLength(2);
  await seller.call('DELETE', `/api/roblox-accounts/${accountId}`);
});
