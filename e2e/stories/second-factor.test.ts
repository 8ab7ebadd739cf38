import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { eventually, signIn, signInWithRole } from '../support/person.ts';
import { expectToast } from '../support/toasts.ts';
import { totpCode } from '../support/totp.ts';
import { openAs, openVisitor, signInAs } from '../support/visitor.ts';

/** A second factor is set up, and then asked for before what it protects. */
const PAYEE = 'rltc1qpvc9275lcn5suv6c0k3v0mq3xedcpfw28jwsjj';
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

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

test('access 3: a passkey is set up, and a new session must use it before an export', async () => {
  const { page, errors, close } = await openVisitor(browser, product.origin);
  await addAuthenticator(page);
  await signInAs(page, 'theo');
  const sheet = await openSecurity(page, 'theo');
  await sheet.getByRole('button', { name: 'Add a passkey' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a passkey' });
  await adding.getByLabel('Name').fill('My laptop');
  await adding.getByRole('button', { name: 'Add passkey' }).click();
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await codes.waitFor();
  expect(await codes.getByRole('listitem').allTextContents()).toHaveLength(10);
  const saved = page.waitForEvent('download');
  await codes.getByRole('button', { name: 'Download' }).click();
  const file = await readFile(await (await saved).path(), 'utf8');
  expect(file.match(/^\w{4}-\w{4}-\w{4}$/gm)).toHaveLength(10);
  await codes.getByRole('button', { name: 'I have saved them' }).click();
  await sheet.getByText('My laptop').waitFor();
  await sheet.getByText('10 recovery codes left').waitFor();
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
  await check(page).waitFor({ state: 'detached' });
  expect(errors.filter((error) => !error.includes('403'))).toEqual([]);
  await close();
});

test('access 3: an authenticator app confirms a withdrawal, which is sent once more with the same key', async () => {
  const seller = await signInWithRole(product.origin, 'juno', 'seller');
  const { body: juno } = await seller.call<{ id: string }>('GET', '/api/auth/user');
  const otto = await signIn(product.origin, 'otto');
  const gift = { userId: juno.id, walletType: 'seller', amount: '100', reason: 'For a story' };
  expect((await otto.call('POST', '/api/admin/corrections', gift)).status).toBe(201);

  const setUp = await openAs(browser, product.origin, 'juno');
  const sheet = await openSecurity(setUp.page, 'juno');
  await sheet.getByRole('button', { name: 'Add an app' }).click();
  const adding = setUp.page.getByRole('dialog', { name: 'Add an authenticator app' });
  await adding.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const secret = await adding.locator('code').textContent();
  await adding.getByLabel('Code from the app').fill('000000');
  await adding.getByRole('button', { name: 'Add app' }).click();
  await adding.getByText('The check was not passed').waitFor();
  await adding.getByLabel('Code from the app').fill(totpCode(secret!));
  await adding.getByRole('button', { name: 'Add app' }).click();
  await setUp.page.getByRole('button', { name: 'I have saved them' }).click();
  await setUp.close();

  const { page, close } = await openAs(browser, product.origin, 'juno', undefined, '/wallet');
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
  await check(page).getByRole('alert').waitFor();
  await code.fill(totpCode(secret!, 1));
  await check(page).getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'Withdrawal Successful');
  expect(sent).toHaveLength(2);
  expect(new Set(sent).size).toBe(1);
  await close();
});

test('access 3: a person who cancels the check withdraws nothing, and cancels a reset that staff requested', async () => {
  const otto = await signIn(product.origin, 'otto');
  const { page, close } = await openAs(
    browser,
    product.origin,
    'juno',
    { width: 390, height: 844 },
    '/wallet',
  );
  const { body: juno } = await (await signIn(product.origin, 'juno')).call<{ id: string }>(
    'GET',
    '/api/auth/user',
  );
  const reset = { reason: 'Says that the phone is lost' };
  expect((await otto.call('POST', `/api/admin/users/${juno.id}/factor-reset`, reset)).status).toBe(201);
  await page.getByRole('button', { name: 'Open menu' }).click();
  const sheet = await openSecurity(page, 'juno');
  await sheet.getByText('someone reported them as lost').waitFor();
  await sheet.getByRole('button', { name: 'Keep my second factors' }).click();
  await expectToast(page, 'Reset Cancelled');
  await sheet.getByRole('button', { name: 'New recovery codes' }).click();
  await page.getByRole('button', { name: 'Make new codes' }).click();
  await check(page).getByRole('button', { name: 'Close' }).click();
  await expectToast(page, 'No New Codes');
  await eventually(
    () => otto.call<{ rows: unknown }[]>('GET', `/api/admin/users?search=${juno.id}`),
    ({ body }) => JSON.stringify(body).includes('"factorResetDueAt":null'),
  );
  await close();
});
