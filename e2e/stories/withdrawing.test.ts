import { replaceAnswers } from '../support/answers.ts';
import { expect, sharing } from '../support/stories.ts';

/** A withdrawal is filled in, checked and reviewed. Nothing is sent, because other stories count sela's money. */
const PAYEE = 'rltc1qd235kc26sq2j6k840672uel805spttn0gpt3nl';
const TYPO = 'rltc1qd235kc26sq2j6k840672uel805spttn0gpt3nm';

/** One address in the form that Bitcoin uses too, and in its present form. */
const OLD_FORM = '2N5oANkF34hZGKnVoZXukd1X6sJR7ayZPad';
const PRESENT_FORM = 'QZ9vVm7H5ocMTyFrBdwmhhxY1grwU3khe1';

const test = sharing(async ({ as }) => {
  const { page, errors } = await as('sela', { path: '/wallet' });

  const dialog = page.getByRole('dialog');
  const review = dialog.getByRole('button', { name: 'Review withdrawal' });

  return { page, errors, dialog, review };
});

test.describe.configure({ mode: 'serial' });

test('the amount in the calculator is the amount of the dialog, with the same fees', {
  tag: ['@S5.04', '@S5.06'],
}, async ({ shared: { page, dialog } }) => {
  const card = page.getByRole('region', { name: 'Fee calculator' });
  await card.getByLabel('Amount to withdraw').fill('25');
  await expect(card.getByText('$27.25', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw Funds' }).click();
  await expect(dialog.getByLabel('Amount')).toHaveValue('25');
  await expect(dialog.getByText('$27.25', { exact: true })).toBeVisible();
});

test('the address is checked when its field is left, even while the amount is wrong', {
  tag: '@S5.06',
}, async ({ shared: { dialog, review } }) => {
  const address = dialog.getByLabel('Litecoin address');
  await dialog.getByLabel('Amount').fill('9');
  await address.fill(TYPO);
  await address.blur();
  await expect(
    dialog.getByText('Please enter a valid Litecoin address. It has a typo, copy it again.'),
  ).toBeVisible();
  await expect(dialog.getByText('Minimum withdrawal is $10', { exact: true })).toBeVisible();
  await address.fill('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
  await review.click();
  await expect(
    dialog.getByText('Please enter a valid Litecoin address. This is a Bitcoin address.'),
  ).toBeVisible();
});

test('rare day 19: an address in the form that Bitcoin uses too is used only after a question', async ({
  shared: { dialog, review },
}) => {
  const address = dialog.getByLabel('Litecoin address');
  await dialog.getByLabel('Amount').fill('25');
  await address.fill(OLD_FORM);
  await review.click();
  const question = dialog.getByRole('alert').filter({ hasText: PRESENT_FORM });
  await expect(question.getByText('This is a Litecoin address in the old format.')).toBeVisible();
  // without an answer there is no review
  await review.click();
  await expect(question).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Withdraw $25.00' })).toHaveCount(0);
  await question.getByRole('button', { name: 'Use this address' }).click();
  await expect(question).not.toBeAttached();
  await expect(address).toHaveValue(PRESENT_FORM);
  await review.click();
  await expect(dialog.getByText(PRESENT_FORM, { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Back' }).click();
});

test('the review shows the whole address, the fees, and what arrives in LTC and dollars', {
  tag: '@S5.06',
}, async ({ shared: { page, dialog, review } }) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  await dialog.getByLabel('Amount').fill('25');
  await dialog.getByLabel('Litecoin address').fill(` litecoin:${PAYEE} `);
  // a double click does not confirm the review that appears under the pointer
  await review.dblclick();
  await expect(dialog.getByText(PAYEE, { exact: true })).toBeVisible();
  for (const text of ['$25.00', '$1.75', '$0.50', '$27.25', '0.29411764 LTC', '$25.00 at $85.00 per LTC'])
    await expect(dialog.getByText(text, { exact: true }).first()).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Withdraw $25.00' })).toBeVisible();
  expect(sent).not.toContain('/api/wallet/withdraw');
});

test('Back returns to the form with what was entered', { tag: '@S5.06' }, async ({ shared: { dialog } }) => {
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(dialog.getByLabel('Amount')).toHaveValue('25');
  await expect(dialog.getByLabel('Litecoin address')).toHaveValue(new RegExp(PAYEE));
});

test('a refusal about a field returns to the form and is shown there', { tag: '@S5.06' }, async ({
  shared: { page, dialog, review },
}) => {
  const body = {
    code: 'insufficient_balance',
    message: 'Insufficient balance',
    hint: 'You can withdraw $5.00.',
  };
  const restore = await replaceAnswers(page, '**/api/wallet/withdraw', (route) =>
    route.fulfill({ status: 409, json: body }),
  );
  await review.click();
  await dialog.getByRole('button', { name: 'Withdraw $25.00' }).click();
  await expect(dialog.getByText('Your balance is too low. You can withdraw $5.00.')).toBeVisible();
  await expect(review).toBeVisible();
  restore();
});

test('a withdrawal without an answer is no longer called unsent, and another one is called a second one', {
  tag: '@S5.06',
}, async ({ shared: { page, dialog, review } }) => {
  const restore = await replaceAnswers(page, '**/api/wallet/withdraw', (route) =>
    route.fulfill({ status: 504, contentType: 'text/html', body: '<h1>504 Gateway Time-out</h1>' }),
  );
  await review.click();
  await expect(dialog.getByText('Nothing has been sent yet.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Withdraw $25.00' }).click();
  await expect(dialog.getByText('It is sent only once', { exact: false })).toBeVisible();
  await expect(dialog.getByText('Nothing has been sent yet.')).toBeHidden();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.getByLabel('Amount').fill('26');
  await review.click();
  await expect(
    dialog.getByText('Your withdrawal of $25.00 got no answer and may have been sent.', { exact: false }),
  ).toBeVisible();
  restore();
  await page.reload();
  await page.getByRole('button', { name: 'Withdraw Funds' }).click();
  await dialog.getByLabel('Amount').fill('25');
  await dialog.getByLabel('Litecoin address').fill(PAYEE);
  await review.click();
  await expect(dialog.getByText('It is sent only once', { exact: false })).toBeVisible();
});

test('the console shows no error', ({ shared: { errors } }) => {
  // Chromium logs the refused addresses and the replaced answer
  expect(errors.filter((error) => !/400|409|504/.test(error))).toEqual([]);
});
