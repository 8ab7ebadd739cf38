import type { PreOrder } from '@sterling/contract/pre-orders.ts';
import { expect, test } from 'vitest';
import { formatWait, statusSentence, visiblePreOrders, waitingCents } from './pre-order.ts';

const preOrder: PreOrder = {
  id: 'p',
  robuxAmount: 2_500,
  maxRatePerThousand: 3.5,
  maxTotal: 8.75,
  gamepassUrl: '1',
  gamepassName: 'VIP',
  status: 'waiting',
  reason: null,
  position: 1,
  orderId: null,
  createdAt: '2026-11-21T12:00:00Z',
};
const says = (some: Partial<PreOrder>) => statusSentence({ ...preOrder, ...some });

test('S4.15 waiting times use minutes, hours and days', () => {
  expect([0, 1, 59, 60, 185, 1440, 3120].map(formatWait)).toEqual([
    'just now',
    '1 min',
    '59 min',
    '1 h',
    '3 h 5 min',
    '1 d',
    '2 d 4 h',
  ]);
});

test('S4.14 the reason of a waiting pre-order is a sentence that says what to do', () => {
  expect(says({ reason: 'Insufficient balance' })).toContain('Deposit more');
  expect(says({ reason: 'Price mismatch' })).toContain('exactly 2,500 Robux');
  expect(says({ reason: 'No stock at your rate' })).toBe(
    'No one sells 2,500 Robux at $3.50 per 1K or less yet.',
  );
  expect(says({ status: 'matched', reason: null })).toBe('Matched. See the order.');
  expect(says({ status: 'closed', reason: 'The gamepass is gone' })).toBe('The gamepass is gone.');
});

test('only waiting pre-orders are summed, in cents', () => {
  const some = [{ status: 'waiting', maxTotal: 0.1 } as const, { status: 'waiting', maxTotal: 0.2 } as const];
  expect(waitingCents([...some, { status: 'matched', maxTotal: 5 }])).toBe(30);
});

test('waiting pre-orders come first by position, followed by the latest three that ended', () => {
  const own = [
    { ...preOrder, id: 'new', position: 7 },
    ...['a', 'b', 'c', 'd'].map((id) => ({ ...preOrder, id, status: 'matched' as const, position: null })),
    { ...preOrder, id: 'old', position: 2 },
  ];
  expect(visiblePreOrders(own).map(({ id }) => id)).toEqual(['old', 'new', 'a', 'b', 'c']);
});
