/// <reference lib="dom" />
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityViolations } from '../support/accessibility.ts';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { signInWithRole } from '../support/person.ts';
import { controlSandbox, type Sandbox } from '../support/sandbox.ts';
import { openAs, type Visitor, waitForContent } from '../support/visitor.ts';

/** Vera's program receives her events: the receiver of the sandbox. Each test needs the ones before. */
let browser: Browser;
let sandbox: Sandbox;
let visitor: Visitor;
let page: Page;
const address = `${product.sandbox}/receiver/vera`;

beforeAll(async () => {
  browser = await openBrowser();
  sandbox = controlSandbox(product.sandbox);
  await signInWithRole(product.origin, 'vera', 'buyer');
  visitor = await openAs(browser, product.origin, 'vera', undefined, '/dashboard?section=discord');
  page = visitor.page;
  await waitForContent(page);
});
afterAll(async () => {
  await browser?.close();
});

const card = () => page.getByRole('region', { name: 'Webhooks' });
const sheet = () => page.getByRole('dialog', { name: 'Deliveries' });
const act = async (name: string) => {
  await card()
    .getByRole('button', { name: `Actions for ${address}` })
    .click();
  await page.getByRole('menuitem', { name }).click();
};

test('a webhook is added, and its secret is shown once', async () => {
  await card().getByText('No webhooks yet').waitFor();
  await card().getByRole('button', { name: 'Add webhook' }).click();
  const form = page.getByRole('dialog', { name: 'Add a webhook' });
  await form.getByLabel('Address').fill('https://10.0.0.1/events');
  await form.getByRole('button', { name: 'Add webhook' }).click();
  await form.getByText('This address must not lead to a private address').waitFor();
  await form.getByLabel('Address').fill(address);
  await form.getByRole('button', { name: 'Add webhook' }).click();
  const shown = page.getByRole('dialog', { name: 'Save the secret of your webhook' });
  await shown.getByRole('button', { name: 'Copy secret' }).click();
  const secret = await page.evaluate(() => navigator.clipboard.readText());
  expect(secret).toMatch(/^whsec_/);
  await shown.getByText(secret).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await shown.getByRole('button', { name: 'I have saved it' }).click();
  await card().getByText(address).waitFor();
  expect(await page.content()).not.toContain(secret);
});

test('a test event arrives, and its delivery shows what was sent and answered', async () => {
  await act('Send a test event');
  const row = sheet().getByRole('listitem').first();
  await row.getByText('Delivered').waitFor();
  await row.getByRole('button', { name: 'Request and answer' }).click();
  await row.getByText('"type": "webhook.test"').waitFor();
  await row.getByText('"received": true').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
});

test('an event that fails is retried, and "Send again" sends it now', async () => {
  await sandbox.fault({ service: 'receiver', times: 1, kind: 'status', status: 503 });
  const row = sheet().getByRole('listitem').first();
  await row.getByRole('button', { name: 'Send again' }).click();
  await row.getByText('Will be retried').waitFor();
  await row
    .getByText(/^503 in/)
    .first()
    .waitFor();
  await row.getByRole('button', { name: 'Send again' }).click();
  await row.getByText('Delivered').waitFor();
  await sheet().getByRole('button', { name: 'Close' }).click();
});

test('the secret changes, and the webhook is turned off and on', async () => {
  await act('Change the secret');
  await page.getByRole('button', { name: 'Make a new secret' }).click();
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await card()
    .getByText(/The old secret also signs until/)
    .waitFor();
  await act('Turn off');
  await card().getByText('You turned it off.').waitFor();
  await act('Turn on');
  await card().getByText('On', { exact: true }).waitFor();
});

test('a receiver that answers 410 switches the webhook off, with a reason', async () => {
  await sandbox.fault({ service: 'receiver', times: 1, kind: 'status', status: 410 });
  await act('Send a test event');
  await sheet()
    .getByText(/^410 in/)
    .first()
    .waitFor();
  await sheet().getByRole('button', { name: 'Close' }).click();
  await card().getByText('Switched off, because your receiver answered 410 Gone.').waitFor();
});

test('a webhook is removed', async () => {
  await act('Remove');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await card().getByText('No webhooks yet').waitFor();
  expect(visitor.errors.filter((error) => !error.includes('400'))).toEqual([]);
});
