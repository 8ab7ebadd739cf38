import { expect, test } from 'vitest';
import { ApiError } from '../api.ts';
import { explainRefusal } from './explain-refusal.ts';

const refused = (status: number, code: string, message: string, hint?: string) =>
  explainRefusal(new ApiError(status, { code, message, ...(hint && { hint }) }));

test('S4.12 a refusal that the seed has no phrase for is said in its own words, never as "This already exists"', () => {
  expect(refused(409, 'price_mismatch', 'Price mismatch', 'Set its price to 500 Robux.')).toBe(
    'Price mismatch. Set its price to 500 Robux.',
  );
  expect(refused(409, 'wallet_frozen', 'This wallet is frozen')).toBe('This wallet is frozen.');
});

test('S8.02 every other one is said in the seed’s words, with the hint', () => {
  expect(refused(409, 'insufficient_balance', 'Insufficient balance', 'Please deposit $3.00 more.')).toBe(
    'Your balance is too low. Please deposit $3.00 more.',
  );
});
