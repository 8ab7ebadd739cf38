import { accessibilityViolations } from '../support/accessibility.ts';
import { expect, sharing } from '../support/stories.ts';
import { waitForContent } from '../support/visitor.ts';

/** Wendy's program, which the sandbox plays, receives Wendy's events. Each test needs the ones before. */

const test = sharing(async ({ product, person, as }) => {
  const address = `${product.sandbox}/receiver/wendy`;
  await person('wendy', 'buyer');
  const visitor = await as('wendy', { path: '/dashboard?section=discord' });
  const page = visitor.page;
  await waitForContent(page);

  const card = page.getByRole('region', { name: 'Webhooks' });
  const sheet = page.getByRole('dialog', { name: 'Deliveries' });
  const act = async (name: string) => {
    await card.getByRole('button', { name: `Actions for ${address}` }).click();
    await page.getByRole('menuitem', { name }).click();
  };

  return { visitor, page, address, card, sheet, act };
});

test.describe.configure({ mode: 'serial' });

test('a webhook is added, and its secret is shown once', async ({ shared: { page, address, card } }) => {
  await expect(card.getByText('No webhooks yet')).toBeVisible();
  await card.getByRole('button', { name: 'Add webhook' }).click();
  const form = page.getByRole('dialog', { name: 'Add a webhook' });
  await form.getByLabel('Address').fill('https://10.0.0.1/events');
  await form.getByRole('button', { name: 'Add webhook' }).click();
  await expect(form.getByText('This must not lead to a private address')).toBeVisible();
  await form.getByLabel('Address').fill(address);
  await form.getByRole('button', { name: 'Add webhook' }).click();
  const shown = page.getByRole('dialog', { name: 'Save your webhook secret' });
  await shown.getByRole('button', { name: 'Copy secret' }).click();
  const secret = await page.evaluate(() => navigator.clipboard.readText());
  expect(secret).toMatch(/^whsec_/);
  await expect(shown.getByText(secret)).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
  await shown.getByRole('button', { name: 'I have saved it' }).click();
  await expect(card.getByText(address)).toBeVisible();
  await expect.poll(() => page.content()).not.toContain(secret);
});

test('a test event arrives, and its delivery shows what was sent and answered', { tag: '@S9.03' }, async ({
  shared: { page, sheet, act },
}) => {
  await act('Send a test event');
  const row = sheet.getByRole('listitem').first();
  await expect(row.getByText('Delivered')).toBeVisible();
  await row.getByRole('button', { name: 'Request and response' }).click();
  await expect(row.getByText('"type": "webhook.test"')).toBeVisible();
  await expect(row.getByText('"received": true')).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
});

test('an event that fails is retried, and "Send again" sends it now', async ({
  shared: { sheet },
  sandbox,
}) => {
  await sandbox.fault({ service: 'receiver', times: 1, kind: 'status', status: 503 });
  const row = sheet.getByRole('listitem').first();
  await row.getByRole('button', { name: 'Send again' }).click();
  await expect(row.getByText('Will be retried')).toBeVisible();
  await expect(row.getByText(/^503 in/).first()).toBeVisible();
  await row.getByRole('button', { name: 'Send again' }).click();
  await expect(row.getByText('Delivered')).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();
});

test('the secret changes, and the webhook is turned off and on', async ({ shared: { page, card, act } }) => {
  await act('Change the secret');
  await page.getByRole('button', { name: 'Make a new secret' }).click();
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await expect(card.getByText(/The old secret also signs until/)).toBeVisible();
  await act('Turn off');
  await expect(card.getByText('You turned it off.')).toBeVisible();
  await act('Turn on');
  await expect(card.getByText('On', { exact: true })).toBeVisible();
});

test('a receiver that answers 410 switches the webhook off, with a reason', async ({
  shared: { card, sheet, act },
  sandbox,
}) => {
  await sandbox.fault({ service: 'receiver', times: 1, kind: 'status', status: 410 });
  await act('Send a test event');
  await expect(sheet.getByText(/^410 in/).first()).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(card.getByText('Switched off, because your receiver answered 410 Gone.')).toBeVisible();
});

test('a webhook is removed', async ({ shared: { visitor, page, card, act } }) => {
  await act('Remove');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(card.getByText('No webhooks yet')).toBeVisible();
  expect(visitor.errors.filter((error) => !error.includes('400'))).toEqual([]);
});
