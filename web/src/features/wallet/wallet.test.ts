import { cents, LITOSHI_PER_LTC, litoshi, ltcPrice } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { formatTime } from '../../kit/format/format-time.ts';
import { isEstimate } from '../../kit/ui/movement-cells.tsx';
import {
  confirmationsText,
  deductedOf,
  findPending,
  fingerprintOf,
  isCancellable,
  isInProgress,
  outlookOf,
  reasonOf,
  receiptOf,
} from './wallet.ts';

const deposit = {
  ...({
    id: 'd1',
    type: 'deposit',
    status: 'pending',
    amount: cents(8500),
    fee: cents(0),
    ltcAmount: litoshi(LITOSHI_PER_LTC),
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
  confirmations: 0,
  requiredConfirmations: 2,
  createdAt: new Date('2026-03-04T17:07:08Z'),
};
const withdrawal = {
  ...deposit,
  ...({
    type: 'withdrawal',
    amount: cents(2500),
    fee: cents(225),
    price: ltcPrice(8500),
    requiredConfirmations: 6,
  } as const),
};

const NOW = deposit.createdAt.getTime();

test('a pending transfer tells the confirmations until it is final', () => {
  expect(outlookOf(deposit, NOW)).toBe('Final after 2 more confirmations, about 5 minutes.');
  expect(outlookOf({ ...deposit, confirmations: 1 }, NOW)).toBe(
    'Final after 1 more confirmation, about 2.5 minutes.',
  );
  expect(outlookOf({ ...withdrawal, txid: null }, NOW)).toBe('This withdrawal will be sent in a moment.');
  expect(outlookOf({ ...withdrawal, txid: null, reason: 'Waits for a review' }, NOW)).toBe(
    'Waits for a review',
  );
});

test('a withdrawal that the signer does not sign for minutes is not promised for a moment later', () => {
  const unsigned = { ...withdrawal, txid: null };
  expect(outlookOf(unsigned, NOW + 119_999)).toContain('will be sent in a moment');
  expect(outlookOf(unsigned, NOW + 120_000)).toContain('waits for its signature');
});

test('a withdrawal can be cancelled while something delays its signature, with or without a reason', () => {
  const unsigned = { ...withdrawal, txid: null };
  expect(isCancellable(unsigned, NOW + 119_999)).toBe(false);
  expect(isCancellable(unsigned, NOW + 120_000)).toBe(true);
  expect(isCancellable({ ...unsigned, reason: 'Signing is being retried' }, NOW)).toBe(true);
  expect(isCancellable({ ...withdrawal, reason: 'Being sent again' }, NOW + 120_000)).toBe(false);
  expect(isCancellable({ ...unsigned, status: 'failed', reason: 'Not approved' }, NOW)).toBe(false);
  expect(isCancellable({ ...deposit, reason: 'Below the minimum' }, NOW + 120_000)).toBe(false);
});

test('a withdrawal to a new address tells when it is sent in local time, not in the words of the server', () => {
  const sendAfter = new Date(2026, 2, 5, 18, 7);
  const waiting = { ...withdrawal, txid: null, reason: 'It will be sent after 17:07 UTC', sendAfter };
  const words = `First withdrawal to a new address. It will be sent after ${formatTime(sendAfter)}.`;
  expect([outlookOf(waiting, NOW), reasonOf(waiting)]).toEqual([words, words]);
  expect(isCancellable(waiting, NOW)).toBe(true);
});

test('an ended transfer says whether the money has moved', () => {
  expect(outlookOf({ ...deposit, status: 'completed' }, NOW)).toBe('This deposit is final and was credited.');
  expect(outlookOf({ ...withdrawal, status: 'completed' }, NOW)).toBe('This withdrawal is final.');
  expect(outlookOf({ ...withdrawal, status: 'failed' }, NOW)).toBe('No money has moved.');
  const cancelled = { ...withdrawal, status: 'cancelled' } as const;
  expect(outlookOf(cancelled, NOW)).toBe('You cancelled this withdrawal.');
  expect(outlookOf(cancelled, NOW, true)).toBe('The user cancelled this withdrawal.');
});

test('a receipt has fees only for a withdrawal, which deducts them', () => {
  expect(deductedOf(withdrawal)).toBe(2725);
  expect(Object.fromEntries(receiptOf(withdrawal))).toMatchObject({
    Amount: '$25.00',
    Fees: '$2.25',
    'Total deducted': '$27.25',
    Litecoin: '1.00000000 LTC',
    Price: '$85.00 per LTC',
    Block: null,
  });
  expect(Object.fromEntries(receiptOf(deposit))).toMatchObject({ Fees: null, 'Total deducted': null });
});

const arriving = {
  id: 'd',
  status: 'pending',
  confirmations: 0,
  requiredConfirmations: 2,
  reason: null,
} as const;

test('S5.02 a deposit moves from 0/2 to 2/2 confirmations and never above', () => {
  expect([0, 1, 2, 7].map((confirmations) => confirmationsText({ ...arriving, confirmations }))).toEqual([
    '0/2 confirmations',
    '1/2 confirmations',
    '2/2 confirmations',
    '2/2 confirmations',
  ]);
});

test('a completed deposit and a deposit below the minimum are not in progress', () => {
  const small = { ...arriving, reason: 'Below the minimum deposit' };
  expect(isInProgress(arriving)).toBe(true);
  expect(isInProgress({ ...arriving, confirmations: 2 })).toBe(true);
  expect(isInProgress({ ...small, confirmations: 1 })).toBe(true);
  expect(isInProgress({ ...small, confirmations: 2 })).toBe(false);
  expect(isInProgress({ ...arriving, status: 'completed', confirmations: 2 })).toBe(false);
});

test('a visible pending payment stays visible when it completes, and older completed payments stay hidden', () => {
  const done = { ...arriving, status: 'completed', confirmations: 2 } as const;
  const rows = [
    { ...arriving, id: 'pending' },
    { ...done, id: 'done since' },
    { ...done, id: 'done before' },
    { ...arriving, id: 'pending again' },
  ];
  const found = findPending(rows, new Set(['done before', 'pending again']));
  expect(found.map(({ id }) => id)).toEqual(['pending', 'done since', 'pending again']);
});

test('a new row, confirmation or status counts as progress, and confirmations above the required number do not', () => {
  const at = (confirmations: number, status: 'pending' | 'completed' = 'pending') =>
    fingerprintOf([{ ...arriving, confirmations, status }]);
  expect(new Set([fingerprintOf([]), at(0), at(1), at(2), at(2, 'completed')]).size).toBe(5);
  expect(at(6, 'completed')).toBe(at(7, 'completed'));
});

test('S5.02 the dollars of a deposit are an estimate until it is credited, in the wallet and in the history', () => {
  expect(isEstimate({ type: 'deposit', status: 'pending' })).toBe(true);
  expect(isEstimate({ type: 'deposit', status: 'completed' })).toBe(false);
  expect(isEstimate({ type: 'withdrawal', status: 'pending' })).toBe(false);
});
