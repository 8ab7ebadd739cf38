import { expect, test } from 'vitest';
import { confirmationsText, findPending, fingerprintOf, isInProgress } from './pending.ts';

const deposit = {
  id: 'd',
  status: 'pending',
  confirmations: 0,
  requiredConfirmations: 2,
  reason: null,
} as const;

test('S5.02 a deposit moves from 0/2 to 2/2 confirmations and never above', () => {
  expect([0, 1, 2, 7].map((confirmations) => confirmationsText({ ...deposit, confirmations }))).toEqual([
    '0/2 confirmations',
    '1/2 confirmations',
    '2/2 confirmations',
    '2/2 confirmations',
  ]);
});

test('a completed deposit and a deposit below the minimum are not in progress', () => {
  const small = { ...deposit, reason: 'Below the minimum deposit' };
  expect(isInProgress(deposit)).toBe(true);
  expect(isInProgress({ ...deposit, confirmations: 2 })).toBe(true);
  expect(isInProgress({ ...small, confirmations: 1 })).toBe(true);
  expect(isInProgress({ ...small, confirmations: 2 })).toBe(false);
  expect(isInProgress({ ...deposit, status: 'completed', confirmations: 2 })).toBe(false);
});

test('a visible pending payment stays visible when it completes, and older completed payments stay hidden', () => {
  const done = { ...deposit, status: 'completed', confirmations: 2 } as const;
  const rows = [
    { ...deposit, id: 'pending' },
    { ...done, id: 'done since' },
    { ...done, id: 'done before' },
    { ...deposit, id: 'pending again' },
  ];
  const found = findPending(rows, new Set(['done before', 'pending again']));
  expect(found.map(({ id }) => id)).toEqual(['pending', 'done since', 'pending again']);
});

test('a new row, confirmation or status counts as progress, and confirmations above the required number do not', () => {
  const at = (confirmations: number, status: 'pending' | 'completed' = 'pending') =>
    fingerprintOf([{ ...deposit, confirmations, status }]);
  expect(new Set([fingerprintOf([]), at(0), at(1), at(2), at(2, 'completed')]).size).toBe(5);
  expect(at(6, 'completed')).toBe(at(7, 'completed'));
});
