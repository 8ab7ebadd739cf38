import type { Locator } from '@playwright/test';
import { offer } from '../support/person.ts';
import { expect, sharing } from '../support/stories.ts';
import { PHONE } from '../support/visitor.ts';

/** A new user on a phone, from the landing page to the first Robux. They use only what the pages offer. */
const RATE = '1.32';
const MAX_CLICKS = 12;

const test = sharing(async ({ sandbox, person, visit, atEnd }) => {
  const host = await person('host', 'seller');
  const id = await offer(host, await sandbox.makeAccount('HostStock', 5_000), RATE);
  atEnd(() => host.call('DELETE', `/api/roblox-accounts/${id}`));
  const { page, errors } = await visit({ size: PHONE });

  let clicks = 0;
  const countClicks = () => clicks;
  async function click(target: Locator): Promise<void> {
    await target.click();
    clicks += 1;
  }
  const clickNamed = (name: string | RegExp) => click(page.getByRole('button', { name }).first());

  return { page, errors, countClicks, click, clickNamed };
});

test.describe.configure({ mode: 'serial' });

test('the user signs in and chooses a role', { tag: ['@S1.01', '@S1.05'] }, async ({
  shared: { page, click, clickNamed },
}) => {
  await click(page.getByRole('link', { name: 'Continue with Discord' }));
  await page.getByLabel('Someone new').fill('greenhorn');
  await clickNamed('Approve');
  await clickNamed(/Become a Buyer/);
  await expect(page.getByRole('heading', { name: 'Buyer Dashboard' })).toBeVisible();
});

test('the dashboard leads to the first deposit, and the wallet shows its progress', {
  tag: ['@S2.02', '@S5.02'],
}, async ({ shared: { page, click, clickNamed }, sandbox }) => {
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByText('0 of 3 done')).toBeVisible();
  await click(steps.getByRole('link', { name: 'Deposit now' }));
  await clickNamed(/^Copy address/);
  const address = await page.evaluate(() => navigator.clipboard.readText());
  await sandbox.pay(address, 0.5);
  for (const confirmations of [0, 1, 2]) {
    if (confirmations > 0) await sandbox.mine(1);
    await expect(page.getByText(`${confirmations}/2 confirmations`).first()).toBeVisible();
  }
  await expect(page.getByRole('banner').getByText('$42.50')).toBeVisible();
});

test('the wallet leads to the purchase, which needs an amount, a rate and a gamepass', {
  tag: ['@S4.07', '@S4.11'],
}, async ({ shared: { page, click, clickNamed }, sandbox }) => {
  await click(page.getByRole('main').getByRole('link', { name: 'Buy Robux' }));
  await click(page.getByRole('button', { name: '1,000', exact: true }));
  await clickNamed(new RegExp(`^\\$${RATE}`));
  await clickNamed('No gamepass yet?');
  await expect(page.getByText('Put it on sale at exactly 1,000 Robux.')).toBeVisible();
  const maker = await sandbox.makeAccount('GreenMaker', 0);
  const { url } = await sandbox.makePass(maker.id, 1_000, 'Green pass');
  await page.getByLabel('Gamepass URL').fill(url);
  await expect(page.getByText('Valid: Green pass').first()).toBeVisible();
  await clickNamed('Complete Purchase');
  await click(page.getByRole('alertdialog').getByRole('button', { name: 'Confirm Purchase' }));
  await expect(page.getByText('Gamepass bought for 1,000 Robux')).toBeVisible();
  await expect.poll(async () => (await sandbox.account(maker.id)).pendingRobux).toBe(700);
  await page.goto('/dashboard');
  await expect(page.getByText('Completed Orders')).toBeVisible();
  await expect(page.getByText('Out of 1 total')).toBeVisible();
  await expect(page.getByText('First steps')).toHaveCount(0);
});

test('the first purchase takes at most twelve clicks, and the console shows no error', ({
  shared: { errors, countClicks },
}) => {
  expect(countClicks()).toBeLessThanOrEqual(MAX_CLICKS);
  expect(errors).toEqual([]);
});
