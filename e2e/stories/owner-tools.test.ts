import { balanceOf, eventually, type Person } from '../support/person.ts';
import { expect, sharing } from '../support/stories.ts';
import { expectToast } from '../support/toasts.ts';
import { PHONE, searchFor } from '../support/visitor.ts';

/** Tools for owners only: withdrawal limits, manual price, corrections and disputes. Each test undoes its changes. */

const test = sharing(async ({ person, as }) => {
  const asOtto = await person('otto');
  const { page, errors } = await as('otto', { path: '/admin' });

  const setting = async (key: string) => {
    const { body } = await asOtto.call<{ key: string; value: unknown }[]>('GET', '/api/admin/settings');
    return body.find((row) => row.key === key)!.value;
  };

  return { page, errors, asOtto, setting };
});

test('a withdrawal limit is set with Enter, checked, restored with Esc, and turned off when empty', async ({
  shared: { page, setting },
}) => {
  const field = page.getByLabel('Limit per user');
  await field.fill('2000');
  await field.press('Enter');
  await expectToast(page, 'Setting updated successfully', 'Withdrawal limits · Per day: none → $2,000.00');
  expect(await setting('withdrawal_limits')).toEqual({ perDayUsd: 2000, allPerDayUsd: null });

  await field.fill('0');
  await expect(page.getByText('1 to 100,000,000, or empty for off')).toBeVisible();
  await field.press('Enter');
  await field.press('Escape');
  await expect(field).toHaveValue('2000');

  await field.fill('');
  await field.blur();
  await eventually(
    () => setting('withdrawal_limits'),
    (value) => (value as { perDayUsd: number | null }).perDayUsd === null,
  );

  const toggle = page.getByRole('switch', { name: 'Review new addresses' });
  for (const on of [true, false]) {
    await toggle.click();
    await expect(toggle).toBeChecked({ checked: on });
    await eventually(
      () => setting('withdrawal_review'),
      (value) => (value as { newAddress: boolean }).newAddress === on,
    );
  }
});

test('the open menu of a user lies above the users below', async ({ shared: { page } }) => {
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
});

test('a wallet correction needs an amount and a reason, shows the new balance, and is in the audit log', async ({
  shared: { page },
  person,
  as,
}) => {
  const juno = await person('juno', 'seller');
  const before = await balanceOf(juno, 'seller');
  await searchFor(page, 'Search users', 'juno');
  await page.getByRole('button', { name: "Correct juno's wallet" }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Apply correction' }).click();
  await expect(dialog.getByText('Enter dollars above 0, with at most two decimals')).toBeVisible();
  await expect(dialog.getByText('Enter a reason')).toBeVisible();

  await dialog.getByLabel('Amount').fill('12.50');
  await expect(
    dialog.getByText(`$${before.toFixed(2)} now, $${(before + 12.5).toFixed(2)} after this.`),
  ).toBeVisible();
  await dialog.getByLabel('Reason').fill('Goodwill for an outage');
  await dialog.getByRole('button', { name: 'Apply correction' }).click();
  await expectToast(page, 'Correction booked');
  expect(await balanceOf(juno, 'seller')).toBe(before + 12.5);
  const { page: own } = await as('juno', { path: '/dashboard?section=transactions' });
  await own.getByRole('link', { name: /^Correction/ }).click();
  const entry = own.getByRole('dialog', { name: 'Transaction' });
  await expect(entry.getByText('+$12.50', { exact: true })).toBeVisible();
  await expect(entry.getByText('Balance after').locator('xpath=following-sibling::dd')).toHaveText(
    `$${(before + 12.5).toFixed(2)}`,
  );

  await page.getByRole('button', { name: "Correct juno's wallet" }).click();
  await dialog.getByLabel('Direction').click();
  await page.getByRole('option', { name: 'Debit' }).click();
  await dialog.getByLabel('Amount').fill('12.50');
  await dialog.getByLabel('Reason').fill('Given twice');
  await dialog.getByRole('button', { name: 'Apply correction' }).click();
  await eventually(
    () => balanceOf(juno, 'seller'),
    (balance) => balance === before,
  );
  const log = page.getByRole('region', { name: 'Audit log' });
  await expect(
    log.getByRole('row').filter({ hasText: 'Given twice' }).filter({ hasText: 'Wallet corrected' }),
  ).toBeVisible();
});

test('a manual LTC price replaces the market’s price for some minutes', async ({
  shared: { page, asOtto },
}) => {
  const { body } = await asOtto.call<{ price: number }>('GET', '/api/wallet/ltc-price');
  await page.getByRole('button', { name: 'Set price' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('For how long').fill('0');
  await dialog.getByRole('button', { name: 'Set price' }).click();
  await expect(dialog.getByText('This must be a whole number from 1 to 1440')).toBeVisible();
  // the price must not change, because other stories buy and withdraw at the same time
  await dialog.getByLabel('Dollars per LTC').fill(String(body.price));
  await dialog.getByLabel('For how long').fill('1');
  await dialog.getByRole('button', { name: 'Set price' }).click();
  await expectToast(page, 'Price set');
  await expect(page.getByText(/^LTC price, by hand until /)).toBeVisible();
});

test('an owner sees a dispute with its reason and decides it', async ({
  shared: { page, asOtto },
  person,
}) => {
  const juno = await person('juno', 'seller');
  const runa = await person('runa', 'buyer');
  const { body: runaUser } = await runa.call<{ id: string }>('GET', '/api/auth/user');
  const before = await balanceOf(runa);
  const correction = { userId: runaUser.id, walletType: 'buyer', amount: 20, reason: 'To buy a helmet' };
  expect((await asOtto.call('POST', '/api/admin/corrections', correction)).status).toBe(201);

  const trade = await openDispute(runa, juno, 'Disputed helmet');
  await page.reload();
  const waiting = page.getByRole('listitem').filter({ hasText: 'Disputed helmet' });
  await expect(waiting.getByText('It is another one')).toBeVisible();
  await expect(waiting.getByText('1 hour')).toBeVisible();
  const buyer = waiting.getByRole('region', { name: 'Buyer runa' });
  for (const fact of ['Completed trades', 'Disputes won', 'Disputes lost'])
    await expect(buyer.getByText(fact)).toBeVisible();
  await expect(waiting.getByRole('region', { name: 'Seller juno' }).getByText('No ratings')).toBeVisible();
  await expect(waiting.getByRole('button', { name: 'Pay $19.00 to juno' })).toBeVisible();

  const dialog = page.getByRole('dialog');
  await waiting.getByRole('button', { name: 'Ask a question' }).click();
  await dialog.getByRole('button', { name: 'Send question' }).click();
  await expect(dialog.getByText('Enter a question')).toBeVisible();
  await dialog.getByLabel('Question').fill('Which helmet did you receive?');
  await dialog.getByRole('button', { name: 'Send question' }).click();
  await expectToast(page, 'Question sent');
  await runa.call('POST', `/api/transactions/${trade.id}/messages`, { text: 'The blue one' });
  await waiting.getByRole('link', { name: 'Open trade' }).click();
  const timeline = page.getByRole('dialog', { name: 'Trade' }).getByRole('list', { name: 'Timeline' });
  for (const said of ['Which helmet did you receive?', 'The blue one'])
    await expect(timeline.getByText(said)).toBeVisible();
  await page.getByRole('dialog', { name: 'Trade' }).getByRole('button', { name: 'Close' }).click();

  await waiting.getByRole('button', { name: 'Refund $20.00 to runa' }).click();
  await expect(dialog.getByText('Disputed helmet, sold by juno to runa.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('The picture shows another one');
  await dialog.getByRole('button', { name: 'Refund $20.00 to runa' }).click();
  await expectToast(page, 'Dispute decided', '$20.00 refunded to runa');
  await expect(waiting).not.toBeAttached();
  expect(await balanceOf(runa)).toBe(before + 20);
  await page.getByRole('textbox', { name: 'Search the audit log' }).fill('Disputed helmet');
  for (const what of ['Dispute decided for the buyer', 'Trade decided: buyer refunded', 'Question asked']) {
    const row = page.getByRole('row').filter({ hasText: what });
    await expect(row.filter({ hasText: 'Disputed helmet (runa from juno)' }).first()).toBeVisible();
  }
  await asOtto.call('POST', '/api/admin/corrections', {
    ...correction,
    amount: -20,
    reason: 'The story is over',
  });
});

test('a decision about people with the longest names fits a phone', async ({
  shared: { asOtto },
  person,
  as,
}) => {
  const seller = await person('W'.repeat(32), 'seller');
  const buyer = await person('maximilian_alexander_of_habsburg', 'buyer');
  const { body: user } = await buyer.call<{ id: string }>('GET', '/api/auth/user');
  const correction = { userId: user.id, walletType: 'buyer', amount: 20, reason: 'To buy a crown' };
  expect((await asOtto.call('POST', '/api/admin/corrections', correction)).status).toBe(201);
  await openDispute(buyer, seller, 'Disputed crown');
  const { page } = await as('otto', { size: PHONE, path: '/admin' });
  await page.getByRole('button', { name: /^Pay \$19\.00 to W/ }).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: /^Pay \$19\.00 to W/ });
  await expect(confirm).toBeVisible();
  for (const button of await page
    .getByRole('button', { name: /^(Pay|Refund) \$/, includeHidden: true })
    .all()) {
    const { x, width } = (await button.boundingBox())!;
    expect(x + width).toBeLessThanOrEqual(PHONE.width);
  }
  await page.getByRole('dialog').getByLabel('Reason').fill('It was delivered');
  await confirm.click();
  await expectToast(page, 'Dispute decided');
});

test('the console shows no error', ({ shared: { errors } }) => {
  expect(errors).toEqual([]);
});

interface Listing {
  readonly id: string;
  readonly sellerId: string;
}

/** Sells an item for $20.00, which is delivered and disputed. */
async function openDispute(buyer: Person, seller: Person, title: string): Promise<{ id: string }> {
  const { body: listing } = await seller.call<Listing>('POST', '/api/listings', {
    title,
    itemType: 'limited_items',
    quantity: 1,
    pricePerUnit: 20,
    deliveryTime: '1 hour',
  });
  const { body: trade, status } = await buyer.call<{ id: string }>('POST', '/api/transactions', {
    listingId: listing.id,
    sellerId: listing.sellerId,
    quantity: 1,
    pricePerUnit: 20,
    totalAmount: 20,
    platformFee: 1,
  });
  expect([status, trade]).toEqual([201, expect.objectContaining({ stage: 'pending' })]);
  await seller.call('POST', `/api/transactions/${trade.id}/deliver`, {});
  await buyer.call('POST', `/api/transactions/${trade.id}/dispute`, { reason: 'It is another one' });
  return trade;
}
