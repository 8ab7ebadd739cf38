import type { Page } from '@playwright/test';
import { replaceAnswers } from '../support/answers.ts';
import { runClockUntil, stopClock } from '../support/clock.ts';
import { deposit, eventually } from '../support/person.ts';
import { recordedRequests, recordRequests } from '../support/request-log.ts';
import { expect, sharing } from '../support/stories.ts';
import { expectToast } from '../support/toasts.ts';
import type { Visitor } from '../support/visitor.ts';

/** The wallet of a buyer with a dozen deposits, of sellers with and without money, of an owner, and without a session. */
const DEPOSITS = ['0.2', '0.3', '0.4', '0.5', '0.6', '0.7', '0.8', '0.9', '1.1', '1.2', '1.3', '1.4'];

const test = sharing(async ({ sandbox, person, as }) => {
  const dora = await person('dora', 'buyer');
  await deposit(dora, sandbox, 0.12345678);
  const { body } = await dora.call<{ ltcAddress: string }>('GET', '/api/wallet?walletType=buyer');
  for (const ltc of DEPOSITS) await sandbox.pay(body.ltcAddress, ltc);
  await sandbox.mine(2);
  await eventually(
    () => dora.call<{ transactionCount: number }>('GET', '/api/wallet?walletType=buyer'),
    ({ body: wallet }) => wallet.transactionCount === DEPOSITS.length + 1,
  );
  const waiting = await openWaiting();
  const buyer = await as('dora', { path: '/wallet' });
  const seller = await as('sela', { path: '/wallet' });

  async function openWaiting(): Promise<Visitor> {
    const visitor = await as('dora', { path: '/healthz' });
    const { page } = visitor;
    for (const path of ['ltc-price', 'transactions**']) await page.route(`**/api/wallet/${path}`, () => {});
    await recordRequests(page);
    await page.goto('/wallet');
    return visitor;
  }

  return { buyer, seller, waiting };
});

test('a buyer sees the balance in dollars and LTC, and the totals of the server', { tag: '@S5.01' }, async ({
  shared: { buyer },
}) => {
  const { page } = buyer;
  await expectFigures(page, 'buyer', 'Buyer wallet balance');
  await expect(page.getByText('Min: $10 (owner $1) and 2 confirmations', { exact: true })).toBeVisible();
  await expect(page.getByText('Fee calculator')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Withdraw Funds' })).toHaveCount(0);
});

test('a seller sees their balance with Withdraw Funds instead of an address', {
  tag: ['@S5.01', '@S5.04'],
}, async ({ shared: { seller } }) => {
  const { page } = seller;
  await expectFigures(page, 'seller', 'Seller wallet balance');
  await expect(page.getByRole('button', { name: 'Withdraw Funds' })).toBeEnabled();
  await expect(page.getByText('Your Litecoin address', { exact: true })).toHaveCount(0);
});

test('the fee calculator shows the tier and the cost of an amount', { tag: ['@S5.04', '@S5.05'] }, async ({
  shared: { seller },
}) => {
  const { page } = seller;
  const card = page.getByRole('region', { name: 'Fee calculator' });
  await expect(card.getByText('$100+ withdrawals pay 4%')).toBeVisible();
  const field = card.getByLabel('Amount to withdraw');
  await expect(field).toHaveAttribute('step', '0.01');
  for (const [typed, tier, percent, deducted] of [
    ['9.99', 'Below Minimum', null, null],
    ['10', 'Small', '8%', '$11.30'],
    ['24.99', 'Small', '8%', '$27.49'],
    ['25', 'Medium', '7%', '$27.25'],
    ['50', 'Large', '6%', '$53.50'],
    ['100', 'Extra Large', '4%', '$104.50'],
  ] as const) {
    await field.fill(typed);
    const lines = card.locator('dl');
    await expect(lines.getByText(tier, { exact: true })).toBeVisible();
    if (!percent) {
      await expect(card.getByText('Minimum withdrawal is $10', { exact: true })).toBeVisible();
      continue;
    }
    await expect(lines.getByText(`Percentage fee (${percent})`)).toBeVisible();
    await expect(lines.getByText('$0.50')).toBeVisible();
    await expect(lines.getByText(deducted, { exact: true })).toBeVisible();
    await expect(card.locator('tr[aria-current]')).toContainText(tier);
  }
});

test('below the minimum, Withdraw Funds is disabled and the minimum is shown', { tag: '@S5.04' }, async ({
  person,
  as,
}) => {
  await person('wade', 'seller');
  const { page } = await as('wade', { path: '/wallet' });
  await expect(page.getByText('Minimum withdrawal: $10', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Withdraw Funds' })).toBeDisabled();
  await expect(page.getByText('No transactions yet', { exact: true })).toBeVisible();
});

test('an owner withdraws from $1 on at the Owner Rate', { tag: ['@S5.04', '@S5.05'] }, async ({ as }) => {
  const { page } = await as('otto', { path: '/wallet' });
  const card = page.getByRole('region', { name: 'Fee calculator' });
  await card.getByLabel('Amount to withdraw').fill('0.99');
  await expect(card.getByText('Minimum withdrawal is $1 (Owner rate)', { exact: true })).toBeVisible();
  await card.getByLabel('Amount to withdraw').fill('1');
  await expect(card.locator('dl').getByText('Owner Rate', { exact: true })).toBeVisible();
  await expect(card.locator('dl').getByText('$1.50', { exact: true })).toBeVisible();
});

test('the history has its columns and ten rows per page', { tag: '@S5.08' }, async ({
  shared: { buyer },
}) => {
  const { page } = buyer;
  const history = page.getByRole('region', { name: 'Transaction History' });
  const heads = () => history.getByRole('columnheader').allTextContents();
  await expect.poll(heads).toEqual(['Date', 'Type', 'Amount', 'LTC', 'Balance after', 'Address', 'Status']);
  const shown = (text: string) => expect(history.getByText(text, { exact: true })).toBeVisible();
  await shown('Showing 1 to 10 of 13 transactions');
  const [previous, next] = ['Previous', 'Next'].map((name) => history.getByRole('button', { name }));
  await expect(previous!).toBeDisabled();
  await next!.click();
  await shown('Showing 11 to 13 of 13 transactions');
  await expect(history.locator('tbody tr')).toHaveCount(3);
  await expect(next!).toBeDisabled();
  const oldest = await history.locator('tbody tr').last().getByRole('cell').allTextContents();
  expect(oldest[0]).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{1,2}:\d\d [AP]M$/);
  expect(oldest.slice(1, 4)).toEqual(['Deposit', '+$10.49', '0.12345678 LTC']);
  // the first row of the ledger: the balance is the amount, and a completed row counts no confirmations
  expect(oldest[4]).toBe('$10.49');
  expect(oldest[6]).toBe('Completed');
  await previous!.click();
  await shown('Showing 1 to 10 of 13 transactions');
});

test('the search finds type, amount, address and status, and an address can be copied', {
  tag: '@S5.08',
}, async ({ shared: { buyer } }) => {
  const { page } = buyer;
  const history = page.getByRole('region', { name: 'Transaction History' });
  const search = history.getByLabel('Search transactions');
  const address = await history
    .getByTitle(/^rltc1/)
    .first()
    .getAttribute('title');
  for (const [text, count] of [
    ['DEPOSIT', 13],
    ['17', 1],
    ['17.00', 1],
    [address!, 13],
    ['completed', 13],
  ] as const) {
    await search.fill(text);
    await expect(
      history.getByText(new RegExp(`^Showing 1 to ${Math.min(count, 10)} of ${count} `)),
    ).toBeVisible();
  }
  await search.fill('withdrawal');
  await expect(history.getByText('No transactions match "withdrawal"')).toBeVisible();
  await search.fill('');
  await history.getByRole('button', { name: 'Copy address' }).first().click();
  await expectToast(page, 'Copied to clipboard!');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address);
});

test('a visitor without a session is asked to log in', { tag: '@S5.09' }, async ({ visit }) => {
  const { page } = await visit({ path: '/wallet' });
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible();
  const href = await page.getByRole('link', { name: 'Login with Discord' }).getAttribute('href');
  expect(href).toMatch(/^\/auth\/discord(\?|$)/);
});

test('a 401 shows a balance of 0 without an address, and other failures are retried twice, 1 s apart', {
  tag: '@S5.09',
}, async ({ product, as }) => {
  const { page } = await as('dora', { path: '/healthz' });
  const balance = page.getByRole('region', { name: /balance/ });
  await stopClock(page);
  const restoreSession = await replaceAnswers(page, '**/api/wallet?**', 401);
  await page.goto('/wallet');
  await runClockUntil(page, () => balance.getByText('$0.00').first().isVisible());
  // the history below also contains addresses
  const deposit = page.getByRole('region', { name: 'Deposit Litecoin' });
  await expect(deposit).toBeVisible();
  await expect(deposit.getByText(/^rltc1/)).toHaveCount(0);

  restoreSession();
  const restore = await replaceAnswers(page, '**/api/wallet?**', 500);
  await recordRequests(page);
  await page.reload();
  await runClockUntil(page, () => page.getByText('The wallet could not be loaded').isVisible());
  const sentAt = (await recordedRequests(page, '/api/wallet')).map(({ atMs }) => atMs);
  expect(sentAt).toHaveLength(3);
  for (const [index, atMs] of sentAt.slice(1).entries()) {
    expect(atMs - sentAt[index]!).toBeGreaterThanOrEqual(1_000);
    expect(atMs - sentAt[index]!).toBeLessThan(3_000);
  }
  restore();
  await page.getByRole('button', { name: 'Retry' }).click();
  for (const shown of [balance.getByText(/^\$[1-9]/).first(), balance.getByText(/^1 LTC = /)])
    await runClockUntil(page, () => shown.isVisible());
  const again = ['/api/wallet?walletType=buyer', '/api/wallet/ltc-price'].map((path) =>
    page.waitForRequest(product.origin + path),
  );
  await page.clock.runFor(30_000);
  await Promise.all(again);
});

test('the price times out after 5 s and the transactions after 10 s, with a message and Retry', {
  tag: ['@S5.09', '@S5.10'],
}, async ({ shared: { waiting } }) => {
  for (const [path, afterMs] of [
    ['/api/wallet/ltc-price', 5_000],
    ['/api/wallet/transactions', 10_000],
  ] as const) {
    const gaveUp = await eventually(
      () => recordedRequests(waiting.page, path),
      ([first]) => first?.gaveUpAtMs !== undefined,
    );
    const waitedMs = gaveUp[0]!.gaveUpAtMs! - gaveUp[0]!.atMs;
    // a busy browser is late, and its timer starts a little before the call
    expect(waitedMs).toBeGreaterThan(afterMs - 1_000);
    expect(waitedMs).toBeLessThan(4 * afterMs);
  }
  await expect(waiting.page.getByText('LTC price unavailable')).toBeVisible();
  await expect(waiting.page.getByRole('button', { name: 'Retry' }).first()).toBeVisible();
});

test('the console shows no error', ({ shared: { buyer, seller } }) => {
  expect([...buyer.errors, ...seller.errors]).toEqual([]);
});

async function expectFigures(page: Page, walletType: 'buyer' | 'seller', title: string): Promise<void> {
  const card = page.getByRole('region', { name: title });
  await expect(card).toBeVisible();
  const [wallet, { price }] = await page.evaluate(async (type) => {
    const read = async (path: string) => (await fetch(path)).json();
    return [await read(`/api/wallet?walletType=${type}`), await read('/api/wallet/ltc-price')] as const;
  }, walletType);
  const usd = (dollars: number) => dollars.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  await expect(card.getByText(usd(wallet.balance), { exact: true }).first()).toBeVisible();
  const litoshi = Math.floor((Math.round(wallet.balance * 100) * 1e8) / Math.round(price * 100));
  await expect(card.getByText(`${(litoshi / 1e8).toFixed(8)} LTC`)).toBeVisible();
  for (const [name, value] of [
    ['Total Deposits', usd(wallet.totalDeposits)],
    ['Total Withdrawals', usd(wallet.totalWithdrawals)],
    ['Transactions', String(wallet.transactionCount)],
  ]) {
    const figure = card.locator('dl > div').filter({ hasText: name });
    await expect(figure.locator('dd')).toHaveText(value ?? '');
  }
}
