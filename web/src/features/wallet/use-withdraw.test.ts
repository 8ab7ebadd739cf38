import { cents, ltcPrice } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { ApiError } from '../../data/call.ts';
import { presentFormIn } from './queries.ts';
import { explainWithdrawal, fieldOf, inputOf } from './use-withdraw.ts';

const refused = (status: number, code: string, message: string, hint?: string) =>
  new ApiError(status, { code, message, ...(hint && { hint }) });

test('S5.06 the request contains the price on the screen', () => {
  const { body } = inputOf({ amountCents: cents(2500), ltcAddress: 'ltc1q', price: ltcPrice(8500) });
  expect(body).toEqual({ amount: '25.00', ltcAddress: 'ltc1q', walletType: 'seller', price: 85 });
});

test('S5.06 a refusal shows the required text and its hint at its field', () => {
  const address = refused(400, 'invalid_ltc_address', 'Invalid LTC address');
  expect(fieldOf(address)).toBe('ltcAddress');
  expect(explainWithdrawal(address)).toBe('Please enter a valid Litecoin address');
  const balance = refused(409, 'insufficient_balance', 'Insufficient balance', 'You can withdraw $5.00.');
  expect(fieldOf(balance)).toBe('amount');
  expect(explainWithdrawal(balance)).toBe('Your balance is too low. You can withdraw $5.00.');
  const closed = refused(503, 'service_unavailable', 'Service unavailable');
  expect(fieldOf(closed)).toBeUndefined();
  expect(explainWithdrawal(closed)).toBe('Service is temporarily down');
});

test('a price change has its own message', () => {
  const error = refused(409, 'price_mismatch', 'Price mismatch', 'The price is now $86.00.');
  expect(explainWithdrawal(error)).toBe(
    'The LTC price changed. The price is now $86.00. Review the new amount and confirm.',
  );
});

test('rare day 19: an old address that Bitcoin uses too is confirmed in its present form', () => {
  const canonical = 'MVcg9uEvtWuP5N6V48EHfEtbz48qR8TKZ9';
  const body = { code: 'address_ambiguous', message: 'Invalid LTC address', details: { canonical } };
  expect(presentFormIn(new ApiError(409, body))).toBe(canonical);
  expect(presentFormIn(refused(400, 'invalid_ltc_address', 'Invalid LTC address'))).toBeNull();
});
