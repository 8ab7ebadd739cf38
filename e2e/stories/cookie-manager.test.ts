import type { GameAccount } from '../support/sandbox.ts';
import { expect, sharing } from '../support/stories.ts';
import { expectToast } from '../support/toasts.ts';
import { clickButton } from '../support/visitor.ts';

/** The Cookie Manager. Its form has a checkbox for the proxy. */

const test = sharing(async ({ product, person, as }) => {
  const port = new URL(product.sandbox).port;
  const proxyAddress = `127.0.0.1:${port}`;
  const asCleo = await person('cleo', 'seller');
  await asCleo.call('POST', '/api/proxies', { host: '127.0.0.1', port, username: 'cleo', password: 'x' });
  const { page } = await as('cleo', { path: '/cookies' });
  return { page, asCleo, proxyAddress };
});

test.describe.configure({ mode: 'serial' });

test('the Cookie Manager adds an account through an active proxy and shows its card', {
  tag: '@S6.06',
}, async ({ shared: { page, asCleo, proxyAddress }, sandbox }) => {
  const { cookie, id } = await sandbox.makeAccount('CleoCard', 1_234);
  await page.getByLabel('Roblox cookie').fill(cookie);
  await page.getByLabel('Rate per 1K Robux').fill('5.55');
  await page.getByLabel('Use proxy').check();
  await page.getByLabel(/This account is my own/).check();
  await clickButton(page, 'Add account');
  await expectToast(page, 'Account Added', 'CleoCard is for sale at $5.55 per 1K');
  const card = page.getByRole('listitem').filter({ hasText: 'CleoCard' });
  for (const part of [`ID ${id}`, '1.2K R$', '$5.55 per 1K', 'Active - For Sale', `${proxyAddress} · cleo`])
    await expect(card.getByText(part, { exact: true })).toBeVisible();
  await expect(card.locator('img')).toHaveCount(1);
  await sandbox.control('PATCH', `game/accounts/${id}`, { cookieValid: false });
  const [account] = (await asCleo.call<{ id: string }[]>('GET', '/api/roblox-accounts')).body;
  await asCleo.call('POST', `/api/roblox-accounts/${account!.id}/balance`);
  await page.reload();
  await expect(card.getByText('Invalid Cookie')).toBeVisible();
  await expect(card.getByText(/Roblox no longer accepts this cookie/)).toBeVisible();
});

test('an account with an expired cookie gets a new one on its card and is for sale again', {
  tag: '@S6.05',
}, async ({ shared: { page, asCleo }, sandbox }) => {
  const card = page.getByRole('listitem').filter({ hasText: 'CleoCard' });
  await card.getByRole('button', { name: 'Update Cookie' }).click();
  const dialog = page.getByRole('dialog');
  const send = () => dialog.getByRole('button', { name: 'Update Cookie' }).click();
  await send();
  await expect(dialog.getByText('Enter the new cookie')).toBeVisible();
  await dialog.getByLabel('New Roblox cookie').fill('no cookie at all');
  await send();
  await expectToast(page, 'Update Failed', 'Failed to update cookie. Please check the cookie and try again.');
  const [account] = (await asCleo.call<{ robloxUserId: string }[]>('GET', '/api/roblox-accounts')).body;
  const path = `game/accounts/${account!.robloxUserId}`;
  const { cookie } = await sandbox.control<GameAccount>('PATCH', path, { cookieValid: true });
  await dialog.getByLabel('New Roblox cookie').fill(cookie);
  await send();
  await expectToast(page, 'Cookie Updated', "CleoCard's cookie works and it's on sale");
  await expect(dialog).not.toBeAttached();
  await expect(card.getByText('Active - For Sale')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Update Cookie' })).toHaveCount(0);
});

test('an account is deleted on its card', { tag: '@S6.06' }, async ({ shared: { page } }) => {
  const card = page.getByRole('listitem').filter({ hasText: 'CleoCard' });
  await page.getByRole('button', { name: 'Delete CleoCard' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, /^Accounts? Deleted$/);
  await expect(card).not.toBeAttached();
});

test('the form shows an error if there is no active proxy', { tag: '@S6.06' }, async ({
  shared: { page, asCleo },
  sandbox,
}) => {
  for (const proxy of (await asCleo.call<{ id: string }[]>('GET', '/api/proxies')).body)
    await asCleo.call('DELETE', `/api/proxies/${proxy.id}`);
  const { cookie } = await sandbox.makeAccount('CleoNone', 10);
  await page.getByLabel('Roblox cookie').fill(cookie);
  await page.getByLabel('Use proxy').check();
  await page.getByLabel(/This account is my own/).check();
  await clickButton(page, 'Add account');
  await expect(page.getByText('Invalid proxy. You have no active proxy.').first()).toBeVisible();
});
