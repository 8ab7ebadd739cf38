import type { Page } from '@playwright/test';
import { eventually, personWith } from '../support/person.ts';
import { expect, sharing } from '../support/stories.ts';
import { expectToast } from '../support/toasts.ts';
import { PHONE, searchFor } from '../support/visitor.ts';

/** The System Controls, used by an admin on a phone and by the owner. Each setting is restored. */

const test = sharing(async ({ product, person, as, atEnd }) => {
  const signedOut = personWith(product.origin, '');
  const asOtto = await person('otto');
  const otto = await as('otto', { path: '/dashboard?section=system' });
  const ada = await as('ada', { size: PHONE, theme: 'light', path: '/dashboard?section=admin' });
  atEnd(async () => {
    await asOtto.call('POST', '/api/admin/emergency-shutdown', { enabled: false });
    await asOtto.call('PUT', '/api/admin/settings/maintenance_mode', { value: { enabled: false } });
  });

  async function setting(key: string): Promise<Record<string, unknown>> {
    const { body } = await asOtto.call<{ key: string; value: Record<string, unknown> }[]>(
      'GET',
      '/api/admin/settings',
    );
    return body.find((row) => row.key === key)!.value;
  }

  // an answer from before the change may be kept until its news has reached the server
  const expectStopped = (stopped: boolean) =>
    eventually(
      () => signedOut.call<{ stopped: boolean }>('GET', '/api/status'),
      ({ body }) => body.stopped === stopped,
    );

  return { otto, ada, setting, expectStopped };
});

test.describe.configure({ mode: 'serial' });

test('an admin switches maintenance mode and changes limit and fee', { tag: ['@S7.07', '@S7.09'] }, async ({
  shared: { ada, setting },
}) => {
  const { page } = ada;
  await expect(page.getByRole('heading', { name: 'Admin Panel' })).toBeVisible();
  await searchFor(page, 'Search users', 'nova');
  await expect(page.getByText('nova@example.test').first()).toBeVisible();
  const maintenance = page.getByRole('switch', { name: 'Maintenance mode' });
  await maintenance.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Switch on' }).click();
  await expectToast(page, 'Setting updated successfully');
  await expect(maintenance).toBeChecked();
  await expect(page.getByText(/^Maintenance in progress: viewing only/)).toBeVisible();
  expect(await setting('maintenance_mode')).toMatchObject({ enabled: true });
  await maintenance.click();
  await expect(page.getByText(/^Maintenance in progress: viewing only/)).not.toBeAttached();

  await choose(page, 'Rate limit', '500 per hour');
  await eventually(
    () => setting('action_limit'),
    ({ perHour }) => perHour === 500,
  );
  await choose(page, 'Rate limit', '100 per hour');

  const fee = page.getByLabel('Transaction fee');
  await fee.fill('10.1');
  await fee.blur();
  await expect(page.getByText('0 to 10 in steps of 0.1')).toBeVisible();
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

test('an emergency shutdown asks first, stops the platform, and only an owner can lift it', {
  tag: '@S7.07',
}, async ({ shared: { otto, ada, expectStopped } }) => {
  const { page } = ada;
  await page.getByRole('button', { name: 'Emergency Shutdown' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByText('This will shut down the entire system. Are you sure?')).toBeVisible();
  await dialog.getByRole('button', { name: 'Shut down' }).click();
  await expectToast(page, 'Emergency Shutdown');
  await expectStopped(true);
  await expect(page.getByRole('button', { name: 'Lift shutdown' })).toHaveCount(0);

  await otto.page.getByRole('button', { name: 'Lift shutdown' }).click();
  await otto.page.getByRole('button', { name: 'Resume payments' }).click();
  await expectToast(otto.page, 'Shutdown lifted');
  await expectStopped(false);
});

test('the console shows no error', ({ shared: { otto, ada } }) => {
  expect([...ada.errors, ...otto.errors]).toEqual([]);
});

async function choose(page: Page, label: string, choice: string): Promise<void> {
  await page.getByLabel(label).click();
  await page.getByRole('option', { name: choice }).click();
  await expect(page.getByText(choice).first()).toBeVisible();
}
