import { cents, rate } from '@sterling/contract/money.ts';
import type { PreOrder } from '@sterling/contract/pre-orders.ts';
import { expect, test } from 'vitest';
import {
  FIRST_RATE,
  formatWait,
  maxRateOf,
  settledRate,
  statusSentence,
  typedRate,
  visiblePreOrders,
  waitingCents,
} from './pre-orders.ts';

const preOrder: PreOrder = {
  id: 'p',
  robuxAmount: 2_500,
  maxRatePerThousand: rate(350),
  maxTotal: cents(875),
  gamepassUrl: '1',
  gamepassName: 'VIP',
  status: 'waiting',
  reason: null,
  position: 1,
  orderId: null,
  createdAt: new Date('2026-11-21T12:00:00Z'),
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
  const some = [
    { status: 'waiting', maxTotal: cents(10) } as const,
    { status: 'waiting', maxTotal: cents(20) } as const,
  ];
  expect(waitingCents([...some, { status: 'matched', maxTotal: cents(500) }])).toBe(30);
});

test('waiting pre-orders come first by position, followed by the latest three that ended', () => {
  const own = [
    { ...preOrder, id: 'new', position: 7 },
    ...['a', 'b', 'c', 'd'].map((id) => ({ ...preOrder, id, status: 'matched' as const, position: null })),
    { ...preOrder, id: 'old', position: 2 },
  ];
  expect(visiblePreOrders(own).map(({ id }) => id)).toEqual(['old', 'new', 'a', 'b', 'c']);
});

test('S4.13 a rate above 6 becomes 6.00, a rate below 0 becomes 1.00, and both show a message', () => {
  expect(typedRate('6.01')).toEqual({ text: '6.00', snapped: true });
  expect(typedRate('75')).toEqual({ text: '6.00', snapped: true });
  expect(typedRate('-3')).toEqual({ text: '1.00', snapped: true });
});

test('S4.13 typing 7.5 or 75 key by key leaves 6.00', () => {
  const type = (keys: string) => [...keys].reduce((text, key) => typedRate(text + key).text, '');
  expect(['7.5', '7,5', '75', '6.5', '4.259', '4..2'].map(type)).toEqual([
    '6.00',
    '6.00',
    '6.00',
    '6.00',
    '4.25',
    '4.2',
  ]);
});

test('S4.13 typing does not change text that can still become a rate', () => {
  for (const text of ['', '-', '0', '0.', '4', '4.', '4.2', '6', '6.00']) {
    expect(typedRate(text)).toEqual({ text, snapped: false });
  }
  expect(typedRate('4,2')).toEqual({ text: '4.2', snapped: false });
  expect(typedRate('$4a')).toEqual({ text: '4', snapped: false });
});

test('S4.13 on blur the rate is clamped and gets two decimals', () => {
  expect(settledRate('4')).toEqual({ text: '4.00', snapped: false });
  expect(settledRate('.5')).toEqual({ text: '1.00', snapped: true });
  expect(settledRate('')).toEqual({ text: '1.00', snapped: true });
  expect(settledRate('6.5')).toEqual({ text: '6.00', snapped: true });
});

test('fractions of a cent are dropped, so that buyers never pay more than they typed', () => {
  expect(settledRate('3.459')).toEqual({ text: '3.45', snapped: false });
  expect(maxRateOf('3.459')).toBe(345);
});

test('S4.13 only $1.00 to $6.00 is a rate, and 6.00 is the default', () => {
  expect(['1', '1.00', '6', '0.99', '6.01', '', '.', '-', 'abc'].map(maxRateOf)).toEqual([
    100,
    100,
    600,
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(maxRateOf(FIRST_RATE)).toBe(600);
});
