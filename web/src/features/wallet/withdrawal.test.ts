import { type Cents, cents, ltcPrice, minimumTransfer, withdrawalFees } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { ApiError } from '../../data/call.ts';
import { canonicalFormIn } from './wallet.ts';
import {
  explainWithdrawal,
  findAmountError,
  inputOf,
  largestWithdrawal,
  minimumText,
  refusedField,
} from './withdrawal.ts';

const seller = (dollars: number) => ({ withdrawableCents: cents(dollars * 100), isOwner: false });
const owner = (dollars: number) => ({ withdrawableCents: cents(dollars * 100), isOwner: true });

test('S5.06 the amount must be present, valid, at least the minimum, and covered with its fees', () => {
  expect(findAmountError('', seller(100))).toBe('Enter the amount to withdraw');
  expect(findAmountError('ten', seller(100))).toBe('Please enter a valid amount');
  expect(findAmountError('20.123', seller(100))).toBe('Use at most two decimals');
  expect(findAmountError('9.99', seller(100))).toBe('Minimum withdrawal is $10');
  expect(findAmountError('0.99', owner(100))).toBe('Minimum withdrawal is $1 (Owner rate)');
  expect(findAmountError('10', seller(11.29))).toBe(
    '$11.30 including fees is more than your available $11.29',
  );
  expect(findAmountError('10', seller(11.3))).toBeUndefined();
  expect(findAmountError('1', owner(1.5))).toBeUndefined();
});

test('an amount of more dollars than can be counted exactly is no valid amount', () => {
  expect(findAmountError('33333333333333', seller(100))).toBe('Please enter a valid amount');
  expect(findAmountError('1000000000000', seller(100))).toMatch(/^\$1,040,000,000,000\.50 including fees/);
});

test('the minimum has no cents', () => {
  expect(minimumText(false)).toBe('Minimum withdrawal is $10');
});

/** A brute-force search over every amount. */
function largestByTrying(withdrawableCents: Cents, isOwner: boolean): number | null {
  for (let amount = Number(withdrawableCents); amount >= minimumTransfer(isOwner); amount -= 1) {
    if (withdrawalFees(cents(amount), isOwner).totalDeducted <= withdrawableCents) return amount;
  }
  return null;
}

test.each([false, true])('the largest withdrawal equals a brute-force search (owner: %s)', (isOwner) => {
  for (let dollarsTimes100 = 0; dollarsTimes100 <= 16_000; dollarsTimes100 += 1) {
    const withdrawableCents = cents(dollarsTimes100);
    const found = largestWithdrawal({ withdrawableCents, isOwner });
    const expected = largestByTrying(withdrawableCents, isOwner);
    if (found !== expected)
      expect({ withdrawableCents, found }).toEqual({ withdrawableCents, found: expected });
  }
});

const refused = (status: number, code: string, message: string, hint?: string) =>
  new ApiError(status, { code, message, ...(hint && { hint }) });

test('S5.06 the request contains the price on the screen', () => {
  const { body } = inputOf({ amountCents: cents(2500), ltcAddress: 'ltc1q', price: ltcPrice(8500) });
  expect(body).toEqual({ amount: '25.00', ltcAddress: 'ltc1q', walletType: 'seller', price: 85 });
});

test('S5.06 a refusal shows the required text and its hint at its field', () => {
  const address = refused(400, 'invalid_ltc_address', 'Invalid LTC address');
  expect(refusedField(address)).toBe('ltcAddress');
  expect(explainWithdrawal(address)).toBe('Please enter a valid Litecoin address');
  const balance = refused(409, 'insufficient_balance', 'Insufficient balance', 'You can withdraw $5.00.');
  expect(refusedField(balance)).toBe('amount');
  expect(explainWithdrawal(balance)).toBe('Your balance is too low. You can withdraw $5.00.');
  const closed = refused(503, 'service_unavailable', 'Service unavailable');
  expect(refusedField(closed)).toBeUndefined();
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
  expect(canonicalFormIn(new ApiError(409, body))).toBe(canonical);
  expect(canonicalFormIn(refused(400, 'invalid_ltc_address', 'Invalid LTC address'))).toBeNull();
});
