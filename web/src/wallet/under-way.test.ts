import { expect, test } from 'vitest';
import { confirmationsText, findUnderWay, isMoving, movementOf } from './under-way.ts';

const deposit = {
  id: 'd',
  status: 'pending',
  confirmations: 0,
  requiredConfirmations: 2,
  reason: null,
} as const;

test('S5.02 a deposit moves from 0/2 to 2/2, and no further', () => {
  expect([0, 1, 2, 7].map((confirmations) => confirmationsText({ ...deposit, confirmations }))).toEqual([
    '0/2 confirmations',
    '1/2 confirmations',
    '2/2 confirmations',
    '2/2 confirmations',
  ]);
});

test('what is done or waits below the minimum does not move', () => {
  const small = { ...deposit, reason: 'Below the minimum deposit' };
  expect(isMoving(deposit)).toBe(true);
  expect(isMoving({ ...deposit, confirmations: 2 })).toBe(true);
  expect(isMoving({ ...small, confirmations: 1 })).toBe(true);
  expect(isMoving({ ...small, confirmations: 2 })).toBe(false);
  expect(isMoving({ ...deposit, status: 'completed', confirmations: 2 })).toBe(false);
});

test('what comes in sight stays there when it is done; what was done before does not', () => {
  const done = { ...deposit, status: 'completed', confirmations: 2 } as const;
  const rows = [
    { ...deposit, id: 'pending' },
    { ...done, id: 'done since' },
    { ...done, id: 'done before' },
    { ...deposit, id: 'pending again' },
  ];
  const found = findUnderWay(rows, new Set(['done before', 'pending again']));
  expect(found.map(({ id }) => id)).toEqual(['pending', 'done since', 'pending again']);
});

test('movement is noticed: another row, another confirmation, another status; not the seventh confirmation', () => {
  const at = (confirmations: number, status: 'pending' | 'completed' = 'pending') =>
    movementOf([{ ...deposit, confirmations, status }]);
  expect(new Set([movementOf([]), at(0), at(1), at(2), at(2, 'completed')]).size).toBe(5);
  expect(at(6, 'completed')).toBe(at(7, 'completed'));
});
