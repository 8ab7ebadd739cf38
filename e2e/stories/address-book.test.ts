import { expect, test } from '../support/stories.ts';
import { expectToast } from '../support/toasts.ts';

const PAYEE = 'rltc1qxt6xaw2rtadcmsrql2c6d98avjzmrkn3v8u45e';
const OTHER_PAYEE = 'rltc1qhy2czslernsjwvafnejw6az9wdg84ma906due0';

test('access 4: a seller saves an address, withdraws to it, sets their own wait, and cancels the withdrawal', async ({
  person,
  as,
}) => {
  const seller = await person('livia', 'seller');
  const { body: livia } = await seller.call<{ id: string }>('GET', '/api/auth/user');
  const otto = await person('otto');
  const gift = { userId: livia.id, walletType: 'seller', amount: '100', reason: 'For a story' };
  expect((await otto.call('POST', '/api/admin/corrections', gift)).status).toBe(201);

  const { page, errors } = await as('livia', { path: '/wallet' });
  const book = page.getByRole('region', { name: 'Withdrawal addresses' });
  await expect(book.getByText('No saved addresses yet')).toBeVisible();
  await book.getByRole('button', { name: 'Add address' }).click();
  const adding = page.getByRole('dialog', { name: 'Save a withdrawal address' });
  await adding.getByLabel('Label').fill('Hardware wallet');
  await adding.getByLabel('Litecoin address').fill('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
  await adding.getByRole('button', { name: 'Save address' }).click();
  await expect(adding.getByText('This is a Bitcoin address.')).toBeVisible();
  await adding.getByLabel('Litecoin address').fill(PAYEE);
  await adding.getByRole('button', { name: 'Save address' }).click();
  await expect(book.getByText(PAYEE)).toBeVisible();

  await book.getByLabel('Wait for new addresses').fill('48');
  await book.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await seller.call('GET', '/api/withdrawal-addresses')).body)
    .toMatchObject({ wait: { hours: 48 } });
  await book.getByLabel('Wait for new addresses').fill('0');
  await book.getByRole('button', { name: 'Save' }).click();
  await expect(book.getByText(/^Now 48 hours\. 0 hours from /)).toBeVisible();

  await page.getByRole('button', { name: 'Withdraw Funds' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Amount').fill('20');
  await form.getByLabel('Saved address').click();
  await page.getByRole('option', { name: 'Hardware wallet' }).click();
  await expect(form.getByLabel('Litecoin address')).toHaveValue(PAYEE);
  await form.getByRole('button', { name: 'Review withdrawal' }).click();
  await form.getByRole('button', { name: 'Withdraw $20.00' }).click();
  await expectToast(page, 'Withdrawal Successful');

  // the list that appears moves the address book
  const pending = page.getByRole('region', { name: 'Pending withdrawals' });
  await expect(pending.getByText(/confirmations$/)).toBeVisible();
  await book.getByRole('button', { name: 'Remove Hardware wallet' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(book.getByText('No saved addresses yet')).toBeVisible();

  // this address was not saved before the longer wait
  await page.getByRole('button', { name: 'Withdraw Funds' }).click();
  await form.getByLabel('Amount').fill('20');
  await form.getByLabel('Litecoin address').fill(OTHER_PAYEE);
  await form.getByRole('button', { name: 'Review withdrawal' }).click();
  await form.getByRole('button', { name: 'Withdraw $20.00' }).click();
  await pending.getByRole('button', { name: 'Cancel withdrawal' }).click();
  const question = page.getByRole('alertdialog', { name: 'Cancel this withdrawal?' });
  await expect(question.getByText(`Nothing is sent to ${OTHER_PAYEE}. $22.10 returns`)).toBeVisible();
  await question.getByRole('button', { name: 'Cancel withdrawal' }).click();
  await expectToast(page, 'Withdrawal cancelled');
  await expect(pending.getByText('Cancelled')).toBeVisible();
  expect((await seller.call('GET', '/api/wallet?type=seller')).body).toMatchObject({ available: 77.9 });
  expect(errors.filter((error) => !error.includes('400'))).toEqual([]);
});
