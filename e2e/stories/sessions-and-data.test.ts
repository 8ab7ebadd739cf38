import { readFile } from 'node:fs/promises';
import { eventually, offer } from '../support/person.ts';
import { expect, test } from '../support/stories.ts';
import { expectToast } from '../support/toasts.ts';
import { PHONE } from '../support/visitor.ts';

/** A user's own sessions and data, and reports of Roblox accounts that someone else sells. */

test('a user sees their sessions, ends the other ones and exports their data', async ({ person, as }) => {
  const elsewhere = await person('tilda', 'seller');
  const { page, errors } = await as('tilda');
  await page.getByRole('button', { name: /tilda/ }).click();
  await page.getByRole('menuitem', { name: 'Security and data' }).click();
  const sheet = page.getByRole('dialog', { name: 'Security and data' });
  await expect(sheet.getByText('This browser')).toBeVisible();
  await expect(sheet.getByRole('button', { name: /^Sign out .+, last seen/ }).first()).toBeVisible();
  await sheet.getByRole('button', { name: 'Sign out everywhere else' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('API tokens are revoked, webhooks are switched off');
  await question.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expectToast(page, 'Signed out');
  await expect(question).not.toBeAttached();
  await expect(sheet.getByRole('button', { name: /^Sign out .+, last seen/ })).toHaveCount(0);
  await eventually(
    () => elsewhere.call('GET', '/api/auth/user'),
    ({ status }) => status === 401,
  );

  const download = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Export my data' }).click();
  const exported = JSON.parse(await readFile(await (await download).path(), 'utf8'));
  expect(exported).toMatchObject({
    user: { username: expect.stringContaining('tilda') },
    orders: expect.any(Array),
  });
  expect(errors).toEqual([]);
});

test('the buttons of a question keep their text on one line on a phone', async ({ as }) => {
  const { page } = await as('nova', { size: PHONE });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('menuitem', { name: 'Security and data' }).click();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  const question = page.getByRole('alertdialog');
  const [cancel, confirm] = ['Cancel', 'Sign out everywhere else'].map((name) =>
    question.getByRole('button', { name }),
  );
  const heightOf = async (button = cancel) => (await button!.boundingBox())!.height;
  expect(await heightOf(confirm)).toBe(await heightOf(cancel));
});

test('a visitor reports a stolen account and takes it off sale with a code in its profile', async ({
  sandbox,
  person,
  visit,
}) => {
  const account = await sandbox.makeAccount('stolen_one', 5_000);
  const thief = await person('tilda', 'seller');
  const id = await offer(thief, account, '5.90');

  const { page, errors } = await visit({ size: PHONE });
  await page.getByRole('link', { name: 'Report misuse' }).click();
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Name the Roblox account')).toBeVisible();
  await page.getByLabel('Roblox username').fill('stolen_one');
  await page.getByLabel('How can we reach you?').fill('owner@example.org');
  await page.getByLabel('What happened?').fill('I never gave my cookie to anybody.');
  await page.getByRole('button', { name: 'Send report' }).click();
  const code = await page.locator('code').textContent();

  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('alert').getByText('public profile')).toBeVisible();
  await sandbox.control('PATCH', `game/accounts/${account.id}`, { description: `Hello ${code}` });
  await page.reload();
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('stolen_one is off sale')).toBeVisible();
  const { body } = await thief.call<{ id: string }[]>('GET', '/api/roblox-accounts');
  expect(body.map((each) => each.id)).not.toContain(id);
  // Chromium logs the refused check
  expect(errors.filter((error) => !error.includes('409'))).toEqual([]);
});
