import type { Page } from '@playwright/test';
import { eventually } from '../support/person.ts';
import { expect, sharing } from '../support/stories.ts';
import { expectToast } from '../support/toasts.ts';
import { PHONE, signInAs } from '../support/visitor.ts';

/** The main flow with two users: deposit, purchase, withdrawal. Each test needs the ones before. */

const RATE = '1.90';
const PAYEE = 'rltc1qq6hag67dl53wl99vzg42z8eyzfz2xlkvsmqqf9';

const test = sharing(async ({ sandbox, visit }) => {
  const maker = await sandbox.makeAccount('StoryMaker', 0);
  const passUrl = (await sandbox.makePass(maker.id, 1_000, 'Story pass')).url;
  const nova = await visit();
  const sela = await visit({ size: PHONE, theme: 'light' });

  /** The balance of sela's seller wallet in cents. */
  async function sellerBalance(): Promise<number> {
    const wallet = await sela.page.evaluate(async () =>
      (await fetch('/api/wallet?walletType=seller')).json(),
    );
    return Math.round((wallet as { balance: number }).balance * 100);
  }

  return { nova, sela, maker, passUrl, sellerBalance };
});

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test.describe.configure({ mode: 'serial' });

test('one button signs nova in with Discord', { tag: '@S1.01' }, async ({ shared: { nova } }) => {
  await signInAs(nova.page, 'nova');
  await expect(nova.page.getByRole('heading', { name: 'Buyer Dashboard' })).toBeVisible();
});

test('nova copies the address, deposits, and sees the confirmations and the dollars', {
  tag: ['@S5.02', '@S5.03'],
}, async ({ shared: { nova }, sandbox }) => {
  const { page } = nova;
  await page.goto('/wallet');
  const before = await figure(page, 'Total Deposits');
  await page
    .getByRole('button', { name: /^Copy.*address/i })
    .first()
    .click();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toMatch(/^rltc1q/);
  await expectToast(page, 'Copied to clipboard!');

  await sandbox.pay(address, '0.47058824');
  for (const confirmations of [0, 1, 2]) {
    if (confirmations > 0) await sandbox.mine(1);
    await expect(page.getByText(`${confirmations}/2 confirmations`).first()).toBeVisible();
  }
  await eventually(
    () => figure(page, 'Total Deposits'),
    (now) => now === before + 4_000,
  );
});

test('sela adds an account with its cookie and a rate and confirms the ownership', { tag: '@S6.01' }, async ({
  shared: { sela },
  sandbox,
}) => {
  const { page } = sela;
  await signInAs(page, 'sela');
  const { cookie } = await sandbox.makeAccount('StoryStock', 5_000);
  await page.goto('/dashboard?section=cookies');
  await page.getByRole('button', { name: 'Add account' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Roblox cookie').fill(cookie);
  await dialog.getByLabel('Rate per 1K Robux').fill(RATE);
  await dialog.getByRole('button', { name: 'Add account' }).click();
  await expect(dialog.getByText('Please confirm that this account is yours')).toBeVisible();
  await expect(dialog.getByText('How to revoke it')).toBeVisible();
  await dialog.getByLabel(/This account is my own/).check();
  await dialog.getByRole('button', { name: 'Add account' }).click();
  await expectToast(page, 'Account Added');
  await expect(page.getByText('StoryStock').first()).toBeVisible();
});

test('nova buys 1,000 Robux at sela’s rate, and the order completes', { tag: ['@S4.07', '@S4.11'] }, async ({
  shared: { nova, maker, passUrl, sellerBalance },
  sandbox,
}) => {
  const { page } = nova;
  const earned = await sellerBalance();
  await page.goto('/buy-robux');
  await page.getByRole('button', { name: '1,000', exact: true }).click();
  await page.getByRole('button', { name: new RegExp(`^\\$${RATE}`) }).click();
  await page.getByLabel('Gamepass URL').fill(passUrl);
  await expect(page.getByText('Valid: Story pass').first()).toBeVisible();
  await page.getByRole('button', { name: 'Complete Purchase' }).first().click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(dialog.getByText('Know the risk.')).toBeVisible();
  await dialog.getByRole('button', { name: /Confirm/ }).click();
  await expectToast(page, 'Purchase Successful');

  await eventually(sellerBalance, (now) => now === earned + 190);
  const owner = await sandbox.account(maker.id);
  expect(owner.pendingRobux).toBe(700);
  await expect(page.getByText('Gamepass bought').or(page.getByText('Completed')).first()).toBeVisible();
});

test('sela withdraws $25, and the address receives the right amount', { tag: ['@S5.06', '@S5.07'] }, async ({
  shared: { sela },
  sandbox,
}) => {
  const { page } = sela;
  await page.goto('/wallet');
  await page.getByRole('button', { name: 'Withdraw Funds' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('25');
  await dialog.getByLabel('Litecoin address').fill('rltc1qtypo');
  await dialog.getByRole('button', { name: 'Review withdrawal' }).click();
  await expect(page.getByText(/valid Litecoin address/i).first()).toBeVisible();
  await dialog.getByLabel('Litecoin address').fill(PAYEE);
  await expect(dialog.getByText('$27.25').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Review withdrawal' }).click();
  await expect(dialog.getByText(PAYEE, { exact: true })).toBeVisible();
  await expect(dialog.getByText('$27.25').first()).toBeVisible();
  await expect(dialog.getByText('0.29411764 LTC')).toBeVisible();
  await dialog.getByRole('button', { name: 'Withdraw $25.00' }).click();
  await expectToast(page, 'Withdrawal Successful');

  // $25.00 at $85.00 per LTC, rounded down to a litoshi
  const paid = await eventually(
    () => sandbox.received(PAYEE),
    (now) => now.outputs.length > 0,
  );
  expect(paid.outputs).toHaveLength(1);
  expect(paid.ltc).toBe(0.29411764);
  await sandbox.mine(6);
  await expect(page.getByText('6/6 confirmations').first()).toBeVisible();
});

test('the console shows no error', ({ shared: { nova, sela } }) => {
  expect(nova.errors).toEqual([]);
  // Chromium logs the refused withdrawal to the invalid address
  expect(sela.errors.filter((error) => !error.includes('400'))).toEqual([]);
});

/** The figure with this label, in cents. */
async function figure(page: Page, label: string): Promise<number> {
  const text = await page.getByText(label, { exact: true }).first().locator('xpath=..').textContent();
  const [, dollars] = /\$([\d,]+\.\d\d)/.exec(text ?? '') ?? [];
  return dollars ? Math.round(Number(dollars.replaceAll(',', '')) * 100) : Number.NaN;
}
