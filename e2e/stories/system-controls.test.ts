import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { eventually, type Person, personWith, signIn } from '../support/person.ts';
import { expectToast } from '../support/toasts.ts';
import { openVisitor, signInAs, type Visitor } from '../support/visitor.ts';

/** The System Controls, used by an admin on a phone and by the owner. Each setting is restored. */
let browser: Browser;
let otto: Visitor;
let ada: Visitor;
let asOtto: Person;
const signedOut = personWith(product.origin, '');

beforeAll(async () => {
  browser = await openBrowser();
  asOtto = await signIn(product.origin, 'otto');
  otto = await openVisitor(browser, product.origin);
  ada = await openVisitor(browser, product.origin, { width: 390, height: 844, theme: 'light' });
  await signInAs(otto.page, 'otto');
  await signInAs(ada.page, 'ada');
});
afterAll(async () => {
  await browser?.close();
  // also after a failed test, because other stories need an open product
  await asOtto.call('POST', '/api/admin/emergency-shutdown', { enabled: false });
  await asOtto.call('PUT', '/api/admin/settings/maintenance_mode', { value: { enabled: false } });
});

test('S7.07 S7.09 an admin switches maintenance mode and changes limit and fee', async () => {
  const { page } = ada;
  await page.goto(`${product.origin}/dashboard?section=admin`);
  await page.getByRole('heading', { name: 'Admin Panel' }).waitFor();
  await page.getByRole('textbox', { name: 'Search users' }).fill('nova');
  await page.getByText('nova@example.test').first().waitFor();
  const maintenance = page.getByRole('switch', { name: 'Maintenance mode' });
  await maintenance.click();
  await expectToast(page, 'Setting updated successfully');
  await expect.poll(() => maintenance.isChecked()).toBe(true);
  await page.getByText(/^Maintenance in progress: viewing only/).waitFor();
  expect(await setting('maintenance_mode')).toMatchObject({ enabled: true });
  await maintenance.click();
  await page.getByText(/^Maintenance in progress: viewing only/).waitFor({ state: 'detached' });

  await choose(page, 'Rate limit', '500 per hour');
  await eventually(
    () => setting('action_limit'),
    ({ perHour }) => perHour === 500,
  );
  await choose(page, 'Rate limit', '100 per hour');

  const fee = page.getByLabel('Transaction fee');
  await fee.fill('10.1');
  await fee.blur();
  await page.getByText('0 to 10 in steps of 0.1').waitFor();
  expect(await setting('marketplace_fee')).toEqual({ percent: 5 });
  await fee.fill('4.9');
  await fee.blur();
  await eventually(
    () => setting('marketplace_fee'),
    ({ percent }) => percent === 4.9,
  );
  await fee.fill('5');
  await fee.press('Enter');
  await eventually(
    () => setting('marketplace_fee'),
    ({ percent }) => percent === 5,
  );
});

test('S7.07 an emergency shutdown asks first, stops the platform, and only an owner can lift it', async () => {
  const { page } = ada;
  await page.getByRole('button', { name: 'Emergency Shutdown' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('This will shut down the entire system. Are you sure?').waitFor();
  await dialog.getByRole('button', { name: 'Shut down' }).click();
  await expectToast(page, 'Emergency Shutdown');
  expect((await signedOut.call('GET', '/api/status')).body).toMatchObject({ stopped: true });
  expect(await page.getByRole('button', { name: 'Lift shutdown' }).count()).toBe(0);

  await otto.page.goto(`${product.origin}/dashboard?section=system`);
  await otto.page.getByRole('button', { name: 'Lift shutdown' }).click();
  await expectToast(otto.page, 'Shutdown lifted');
  expect((await signedOut.call('GET', '/api/status')).body).toMatchObject({ stopped: false });
});

test('the console shows no error', () => {
  expect([...ada.errors, ...otto.errors]).toEqual([]);
});

async function setting(key: string): Promise<Record<string, unknown>> {
  const { body } = await asOtto.call<{ key: string; value: Record<string, unknown> }[]>(
    'GET',
    '/api/admin/settings',
  );
  return body.find((row) => row.key === key)!.value;
}

async function choose(page: Page, label: string, choice: string): Promise<void> {
  await page.getByLabel(label).click();
  await page.getByRole('option', { name: choice }).click();
  await page.getByText(choice).first().waitFor();
}
