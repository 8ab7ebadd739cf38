import { type Cents, cents, minimumTransfer, withdrawalFees } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { amountOf, findAmountError, largestWithdrawal, minimumText } from './withdrawal.ts';

const seller = (dollars: number) => ({ withdrawableCents: cents(dollars * 100), isOwner: false });
const owner = (dollars: number) => ({ withdrawableCents: cents(dollars * 100), isOwner: true });

test.each([
  ['25', 2500],
  [' 25.5 ', 2550],
  ['0.01', 1],
])('an amount typed as %j is %i cents', (text, amountCents) => {
  expect(amountOf(text)).toBe(amountCents);
});

test.each(['', 'abc', '1e3', '0', '-5', '10.001', '0x10'])('%j is not an amount', (text) => {
  expect(amountOf(text)).toBeNull();
});

test('S5.06 the amount must be present, valid, at least the minimum, and covered with its fees', () => {
  expect(findAmountError('', seller(100))).toBe('Enter the amount to withdraw');
  expect(findAmountError('ten', seller(100))).toBe('Please enter a valid amount');
  expect(findAmountError('9.99', seller(100))).toBe('Minimum withdrawal is $10');
  expect(findAmountError('0.99', owner(100))).toBe('Minimum withdrawal is $1 (Owner rate)');
  expect(findAmountError('10', seller(11.29))).toBe(
    '$11.30 including fees is more than your available $11.29',
  );
  expect(findAmountError('10', seller(11.3))).toBeUndefined();
  expect(findAmountError('1', owner(1.5))).toBeUndefined();
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
