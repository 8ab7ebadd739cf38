import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { friendlyMessage, REFUSALS } from './errors.ts';

/** The 34 required phrases with their friendly messages. */
const PHRASES: readonly [phrase: string, shown: string][] = [
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
];

describe('S8.02 friendly messages', () => {
  test('the list has all 34 phrases', () => {
    expect(PHRASES).toHaveLength(34);
  });

  test.each(PHRASES)('%s', (phrase, shown) => {
    expect(friendlyMessage(400, phrase)).toBe(shown);
    expect(friendlyMessage(500, `Oh: ${phrase.toUpperCase()}!`)).toBe(shown);
  });

  test.each([
    [400, 'Something went wrong. Please check your information'],
    [401, 'Please log in to continue'],
    [403, "You don't have permission to do this"],
    [404, "Can't find what you're looking for"],
    [409, 'This already exists'],
    [429, 'Too many attempts. Please wait a moment'],
    [500, 'Server is having issues. Please try again'],
    [502, 'Server is having issues. Please try again'],
    [503, 'Server is having issues. Please try again'],
  ])('without a known phrase, status %i shows: %s', (status, shown) => {
    expect(friendlyMessage(status, 'xyzzy')).toBe(shown);
  });

  test('any other status shows the raw text if it has at most 100 characters', () => {
    expect(friendlyMessage(418, 'a'.repeat(100))).toBe('a'.repeat(100));
    expect(friendlyMessage(418, 'a'.repeat(101))).toBe('Something went wrong. Please try again');
  });
});

test('no refusal contains a phrase whose friendly message is wrong for it', () => {
  const shown = Object.entries(REFUSALS).map(([code, [status, message]]) => [
    code,
    friendlyMessage(status, message),
  ]);
  expect(Object.fromEntries(shown)).toMatchObject({
    insufficient_balance: 'Your balance is too low',
    invalid_ltc_address: 'Please enter a valid Litecoin address',
    gamepass_not_found: 'The gamepass URL is not valid',
    two_factor_required: 'This account needs 2-factor authentication',
    account_not_found: "This account doesn't exist",
  });
});

test('S9.15 without a friendly message, a refusal is shown in the language of the page', () => {
  const translated = 'Hay pedidos abiertos';
  expect(friendlyMessage(409, 'There are open orders', 'open_orders', translated)).toBe(translated);
  expect(friendlyMessage(409, 'Out of stock', 'out_of_stock', 'Agotado')).toBe(
    'This item is no longer available',
  );
  expect(friendlyMessage(409, 'a'.repeat(101), 'open_orders', translated)).toBe(
    'Something went wrong. Please try again',
  );
});

test('the module imports only texts, so that it stays small in the browser', () => {
  const imports = readFileSync(new URL('./errors.ts', import.meta.url), 'utf8').match(/^import .*/gm);
  expect(imports).toEqual(["import { t, text } from './texts.ts';"]);
});
