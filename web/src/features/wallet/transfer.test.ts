import { expect, test } from 'vitest';
import { deductedOf, outlookOf, receiptOf } from './transfer.ts';

const deposit = {
  ...({
    id: 'd1',
    type: 'deposit',
    status: 'pending',
    amount: 85,
    fee: 0,
    ltcAmount: 1,
    price: null,
  } as const),
  ...{
    address: 'ltc1q',
    ltcAddress: 'ltc1q',
    txid: 'ab',
    blockHeight: null,
    balanceAfter: null,
    reason: null,
  },
  ...{ confirmations: 0, requiredConfirmations: 2, createdAt: '2026-03-04T17:07:08Z' },
};
const withdrawal = {
  ...deposit,
  ...({ type: 'withdrawal', amount: 25, fee: 2.25, price: 85, requiredConfirmations: 6 } as const),
};

test('a pending transfer tells the confirmations until it is final', () => {
  expect(outlookOf(deposit)).toBe('Final after 2 more confirmations, about 5 minutes.');
  expect(outlookOf({ ...deposit, confirmations: 1 })).toBe(
    'Final after 1 more confirmation, about 2.5 minutes.',
  );
  expect(outlookOf({ ...withdrawal, txid: null })).toBe('This withdrawal will be sent in a moment.');
  expect(outlookOf({ ...withdrawal, txid: null, reason: 'Waits for a review' })).toBe('Waits for a review');
});

test('an ended transfer says whether the money has moved', () => {
  expect(outlookOf({ ...deposit, status: 'completed' })).toBe('This deposit is final and was credited.');
  expect(outlookOf({ ...withdrawal, status: 'completed' })).toBe('This withdrawal is final.');
  expect(outlookOf({ ...withdrawal, status: 'failed' })).toBe('No money has moved.');
});

test('a receipt has fees only for a withdrawal, which deducts them', () => {
  expect(deductedOf(withdrawal)).toBe(27.25);
  expect(deductedOf({ amount: 0.1, fee: 0.2 })).toBe(0.3);
  expect(Object.fromEntries(receiptOf(withdrawal))).toMatchObject({
    ...{ Amount: '$25.00', Fees: '$2.25', 'Total deducted': '$27.25', Litecoin: '1.00000000 LTC' },
    ...{ Price: '$85.00 per LTC', Block: null },
  });
  expect(Object.fromEntries(receiptOf(deposit))).toMatchObject({ Fees: null, 'Total deducted': null });
});
