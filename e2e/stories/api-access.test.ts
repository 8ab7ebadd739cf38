import { expect, sharing } from '../support/stories.ts';
import { expectToast } from '../support/toasts.ts';
import { totpCode } from '../support/totp.ts';

/** A person creates an API token in the account menu, uses it, and revokes it. */
const test = sharing(async ({ product }) => {
  const callWith = async (token: string) => {
    const answer = await fetch(`${product.origin}/api/wallet?type=buyer`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  };

  return { callWith };
});

test('access 18: a token is created with a second factor, shown once, used and revoked', {
  tag: '@S9.01',
}, async ({ shared: { callWith }, as }) => {
  const { page, errors } = await as('tessa');
  await page.getByRole('button', { name: /tessa.*account menu/ }).click();
  await page.getByRole('menuitem', { name: 'API access' }).click();
  const sheet = page.getByRole('dialog', { name: 'API access' });
  await expect(sheet.getByText('API access needs a second factor')).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Create a token' })).toHaveCount(0);

  await sheet.getByRole('button', { name: 'Add an app' }).click();
  const adding = page.getByRole('dialog', { name: 'Add an authenticator app' });
  const secret = await adding.locator('code').textContent();
  await adding.getByLabel('Code from the app').fill(totpCode(secret!));
  await adding.getByRole('button', { name: 'Add app' }).click();
  // the recovery codes stay although the second factor is there now
  await expect(page.getByRole('dialog', { name: 'Save your recovery codes' })).toBeVisible();
  await page.getByRole('button', { name: 'I have saved them' }).click();

  await sheet.getByRole('button', { name: 'Create a token' }).click();
  const form = page.getByRole('dialog', { name: 'Create a token' });
  await form.getByLabel('Name').fill('Shop bot');
  await form.getByLabel('Allowed networks').fill('home');
  await form.getByRole('button', { name: 'Create token' }).click();
  await expect(form.getByText('Invalid network: home')).toBeVisible();
  await form.getByLabel('Allowed networks').fill('127.0.0.0/8, ::1');
  await form.getByRole('button', { name: 'Create token' }).click();
  const shown = page.getByRole('dialog', { name: 'Copy your token' });
  await shown.getByRole('button', { name: 'Copy token' }).click();
  const token = await page.evaluate(() => navigator.clipboard.readText());
  expect(token).toMatch(/^sterling_/);
  await shown.getByRole('button', { name: 'I have saved it' }).click();
  expect(await callWith(token)).toEqual([200, undefined]);
  await expect.poll(() => page.content()).not.toContain(token);

  const row = sheet.getByRole('listitem').filter({ hasText: 'Shop bot' });
  await expect(row.getByText('127.0.0.0/8')).toBeVisible();
  await row.getByRole('button', { name: 'Revoke Shop bot' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expectToast(page, 'Token revoked', '“Shop bot” no longer works.');
  await expect(sheet.getByText('No tokens yet')).toBeVisible();
  expect(await callWith(token)).toEqual([401, 'token_revoked']);
  expect(errors.filter((error) => !error.includes('400'))).toEqual([]);
});
