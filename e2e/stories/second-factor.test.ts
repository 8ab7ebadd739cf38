import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { eventually } from '../support/person.ts';
import { expect, test } from '../support/stories.ts';
import { expectToast } from '../support/toasts.ts';
import { totpCode } from '../support/totp.ts';
import { PHONE, signInAs } from '../support/visitor.ts';

/**
 * A second factor is set up, and then asked for before what it protects. No other story uses theo and fenja, because they keep
 * their second factors. Each test needs the ones before.
 */
const PAYEE = 'rltc1qpvc9275lcn5suv6c0k3v0mq3xedcpfw28jwsjj';

test.describe.configure({ mode: 'serial' });

async function openSecurity(page: Page, name: string) {
  await page.getByRole('button', { name: new RegExp(`${name}.*account menu`) }).click();
  await page.getByRole('menuitem', { name: 'Security and data' }).click();
  return page.getByRole('dialog', { name: 'Security and data' });
}

const check = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });

/** Gives the page an authenticator of the platform that answers without a person. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
}

test('access 3: a passkey is set up, and a new session must use it before an export', async ({ visit }) => {
  const { page, errors } = await visit();
  await addAuthenticator(page);
  await signInAs(page, 'theo');
  const sheet = await openSecurity(page, 'theo');
  await sheet.getByRole('button', { name: 'Add a passkey' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a passkey' });
  await adding.getByLabel('Name').fill('My laptop');
  await adding.getByRole('button', { name: 'Add passkey' }).click();
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await expect(codes).toBeVisible();
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const saved = page.waitForEvent('download');
  await codes.getByRole('button', { name: 'Download' }).click();
  const file = await readFile(await (await saved).path(), 'utf8');
  expect(file.match(/^\w{4}-\w{4}-\w{4}$/gm)).toHaveLength(10);
  await codes.getByRole('button', { name: 'I have saved them' }).click();
  await expect(sheet.getByText('My laptop')).toBeVisible();
  await expect(sheet.getByText('10 recovery codes left')).toBeVisible();
  // the enrolment itself was a check
  const first = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Export my data' }).click();
  await first;

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Logout' }).click();
  await signInAs(page, 'theo');
  const again = await openSecurity(page, 'theo');
  await again.getByRole('button', { name: 'Export my data' }).click();
  const exported = page.waitForEvent('download');
  await check(page).getByRole('button', { name: 'Use a passkey' }).click();
  const data = JSON.parse(await readFile(await (await exported).path(), 'utf8'));
  expect(data.user.username).toContain('theo');
  await expect(check(page)).not.toBeAttached();
  // requests that were in progress at the logout may be refused
  expect(errors.filter((error) => !/40[13]/.test(error))).toEqual([]);
});

test('access 3: an authenticator app confirms a withdrawal, which is sent once more with the same key', async ({
  person,
  as,
}) => {
  const seller = await person('fenja', 'seller');
  const { body: fenja } = await seller.call<{ id: string }>('GET', '/api/auth/user');
  const otto = await person('otto');
  const gift = { userId: fenja.id, walletType: 'seller', amount: '100', reason: 'For a story' };
  expect((await otto.call('POST', '/api/admin/corrections', gift)).status).toBe(201);

  const setUp = await as('fenja');
  const sheet = await openSecurity(setUp.page, 'fenja');
  await sheet.getByRole('button', { name: 'Add an app' }).click();
  const adding = setUp.page.getByRole('dialog', { name: 'Add an authenticator app' });
  await expect(adding.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = await adding.locator('code').textContent();
  await adding.getByLabel('Code from the app').fill('000000');
  await adding.getByRole('button', { name: 'Add app' }).click();
  await expect(adding.getByText('The check was not passed')).toBeVisible();
  await adding.getByLabel('Code from the app').fill(totpCode(secret!));
  await adding.getByRole('button', { name: 'Add app' }).click();
  await setUp.page.getByRole('button', { name: 'I have saved them' }).click();
  await setUp.close();

  const { page } = await as('fenja', { path: '/wallet' });
  const sent: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/wallet/withdraw')) sent.push(request.headers()['idempotency-key']);
  });
  await page.getByRole('button', { name: 'Withdraw Funds' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Amount').fill('20');
  await form.getByLabel('Litecoin address').fill(PAYEE);
  await form.getByRole('button', { name: 'Review withdrawal' }).click();
  await form.getByRole('button', { name: 'Withdraw $20.00' }).click();
  const code = check(page).getByLabel('Code from your authenticator app');
  await code.fill('12345');
  await check(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(check(page).getByRole('alert')).toBeVisible();
  await code.fill(totpCode(secret!, 1));
  await check(page).getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'Withdrawal Successful');
  expect(sent).toHaveLength(2);
  expect(new Set(sent).size).toBe(1);
});

test('access 3: a person who cancels the check withdraws nothing, and cancels a reset that staff requested', async ({
  person,
  as,
}) => {
  const otto = await person('otto');
  const { page } = await as('fenja', { size: PHONE, path: '/wallet' });
  const { body: fenja } = await (await person('fenja')).call<{ id: string }>('GET', '/api/auth/user');
  const reset = { reason: 'Says that the phone is lost' };
  expect((await otto.call('POST', `/api/admin/users/${fenja.id}/factor-reset`, reset)).status).toBe(201);
  await page.getByRole('button', { name: 'Open menu' }).click();
  const sheet = await openSecurity(page, 'fenja');
  await expect(sheet.getByText('someone reported them as lost')).toBeVisible();
  await sheet.getByRole('button', { name: 'Keep my second factors' }).click();
  await expectToast(page, 'Reset cancelled');
  await sheet.getByRole('button', { name: 'New recovery codes' }).click();
  await page.getByRole('button', { name: 'Make new codes' }).click();
  await check(page).getByRole('button', { name: 'Close' }).click();
  await expectToast(page, 'No new codes');
  await eventually(
    () => otto.call<{ rows: unknown }[]>('GET', `/api/admin/users?search=${fenja.id}`),
    ({ body }) => JSON.stringify(body).includes('"factorResetDueAt":null'),
  );
});
