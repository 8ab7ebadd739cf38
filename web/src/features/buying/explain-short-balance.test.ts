import { expect, test } from 'vitest';
import { ApiError } from '../../data/call.ts';
import { explainShortBalance } from './explain-short-balance.ts';

test('S4.12 a low balance shows the missing amount if the browser knows it and the server sent no hint', () => {
  const tooLow = (hint?: string) =>
    new ApiError(409, {
      code: 'insufficient_balance',
      message: 'Insufficient balance',
      ...(hint && { hint }),
    });
  expect(explainShortBalance(tooLow(), 2465)).toBe('Your balance is too low. Please deposit $24.65 more.');
  expect(explainShortBalance(tooLow('Please deposit $3.00 more.'), 2465)).toBe(
    'Your balance is too low. Please deposit $3.00 more.',
  );
  expect(explainShortBalance(tooLow(), 0)).toBe('Your balance is too low');
});
