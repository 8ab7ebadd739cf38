import { expect, test } from 'vitest';
import { ApiError } from '../../data/call.ts';
import { explainRefusal } from './explain-refusal.ts';

const refused = (status: number, code: string, message: string, hint?: string) =>
  explainRefusal(new ApiError(status, { code, message, ...(hint && { hint }) }));

test("S4.12 a refusal without a required text shows its own message, never 'This already exists'", () => {
  expect(refused(409, 'price_mismatch', 'Price mismatch', 'Set its price to 500 Robux.')).toBe(
    'Price mismatch. Set its price to 500 Robux.',
  );
  expect(refused(409, 'wallet_frozen', 'This wallet is frozen')).toBe('This wallet is frozen.');
});

test('S8.02 all other refusals show the required text and the hint', () => {
  expect(refused(409, 'insufficient_balance', 'Insufficient balance', 'Please deposit $3.00 more.')).toBe(
    'Your balance is too low. Please deposit $3.00 more.',
  );
});

test('S4.12 a low balance shows the missing amount if the browser knows it and the server sent no hint', () => {
  const tooLow = (hint?: string) =>
    new ApiError(409, {
      code: 'insufficient_balance',
      message: 'Insufficient balance',
      ...(hint && { hint }),
    });
  expect(explainRefusal(tooLow(), 2465)).toBe('Your balance is too low. Please deposit $24.65 more.');
  expect(explainRefusal(tooLow('Please deposit $3.00 more.'), 2465)).toBe(
    'Your balance is too low. Please deposit $3.00 more.',
  );
  expect(explainRefusal(tooLow())).toBe('Your balance is too low');
});
