import { expect, test } from '../support/stories.ts';

/** The required messages for the server's phrases and statuses, shown in the place of a list. */

test('each server phrase shows its friendly message, in upper and lower case', { tag: '@S8.02' }, async ({
  as,
}) => {
  const { page } = await as('nova', { path: '/healthz' });
  let answer = { status: 418, json: {} };
  await page.route('**/api/listings?**', (route) => route.fulfill(answer));
  await page.goto('/dashboard?section=marketplace');
  const alert = page.getByRole('alert');
  for (const [phrase, shown] of PHRASES) {
    answer = { status: 418, json: { error: `We regret: ${phrase.toUpperCase()}!` } };
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(alert.getByText(shown, { exact: true })).toBeVisible();
  }
  for (const [status, shown] of BY_STATUS) {
    answer = { status, json: { message: 'no such phrase' } };
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(alert.getByText(shown, { exact: true })).toBeVisible();
  }
  answer = { status: 418, json: { message: 'x'.repeat(101) } };
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(alert.getByText('Something went wrong. Please try again', { exact: true })).toBeVisible();
});

const PHRASES = [
  ['Authentication required', 'Please log in to continue'],
  ['Not authenticated', 'Your session has expired. Please log in again'],
  ['Unauthorized', "You don't have permission to do this"],
  ['Invalid credentials', 'Wrong username or password'],
  ['Invalid cookie', 'The Roblox cookie is invalid or expired'],
  ['Cookie expired', 'The Roblox cookie has expired'],
  ['Invalid cookie - please check and try again', "The Roblox cookie doesn't work. Please get a new one"],
  ['Cookie validation failed', 'The Roblox cookie is not valid'],
  ['User not found', 'Account not found'],
  ['Account not found', "This account doesn't exist"],
  ['Account banned', 'This account has been suspended'],
  ['Account suspended', 'This account is temporarily unavailable'],
  ['Insufficient funds', 'Not enough balance'],
  ['Insufficient balance', 'Your balance is too low'],
  ['Invalid amount', 'Please enter a valid amount'],
  ['Minimum deposit', 'Amount is below the minimum required'],
  ['Maximum withdrawal', 'Amount exceeds your available balance'],
  ['Invalid LTC address', 'Please enter a valid Litecoin address'],
  ['Listing not found', 'This listing no longer exists'],
  ['Already purchased', "You've already bought this"],
  ['Out of stock', 'This item is no longer available'],
  ['Order not found', "Can't find this order"],
  ['Too many requests', 'Please slow down and try again'],
  ['Rate limit exceeded', 'Too many attempts. Please wait a moment'],
  ['Network error', 'Connection problem. Please check your internet'],
  ['Server error', 'Something went wrong. Please try again'],
  ['Service unavailable', 'Service is temporarily down'],
  ['Owner access required', 'Only the owner can do this'],
  ['Admin access required', 'Admin permission needed'],
  ['Seller access required', 'Only sellers can do this'],
  ['2FA required', 'This account needs 2-factor authentication'],
  ['Invalid gamepass', 'The gamepass URL is not valid'],
  ['Purchase failed', "Couldn't complete the purchase"],
  ['Invalid Roblox user', "Can't find this Roblox user"],
] as const;

const BY_STATUS = [
  [400, 'Something went wrong. Please check your information'],
  [403, "You don't have permission to do this"],
  [404, "Can't find what you're looking for"],
  [409, 'This already exists'],
  [429, 'Too many attempts. Please wait a moment'],
  [500, 'Server is having issues. Please try again'],
  [502, 'Server is having issues. Please try again'],
  [503, 'Server is having issues. Please try again'],
  [418, 'no such phrase'],
] as const;
