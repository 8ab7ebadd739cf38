import type { RobuxOrder } from '@sterling/contract/orders.ts';
import { expect, test } from 'vitest';
import { eventTime, nextStep, timeLeft, timelineOf } from './timeline.ts';

const order: RobuxOrder = {
  id: 'o',
  accountId: null,
  buyerId: 'b',
  robuxAmount: '1000',
  totalPrice: '3.15',
  ratePerThousand: 3.15,
  status: 'pending',
  failureReason: null,
  gamepassUrl: '1',
  gamepassName: 'VIP',
  createdAt: '2026-11-21T12:00:00Z',
  completedAt: null,
  events: [{ at: '2026-11-21T12:00:00Z', what: 'placed' }],
};
const local = (text: string) => new Date(text).toISOString();
const at = order.createdAt;
const shown = (some: Partial<RobuxOrder>) =>
  timelineOf({ ...order, ...some }).map(({ what, state }) => `${what}: ${state}`);

test('an order in progress shows past and future steps', () => {
  expect(shown({})).toEqual([
    'Placed: done',
    'Account reserved: now',
    'Gamepass bought: next',
    'Completed: next',
  ]);
  expect(
    shown({ status: 'processing', events: [...order.events, { at, what: 'account reserved' }] }),
  ).toEqual(['Placed: done', 'Account reserved: done', 'Gamepass bought: now', 'Completed: next']);
});

test('an extra event keeps its place and does not hide future steps', () => {
  const events = [...order.events, { at, what: 'account reserved' }, { at, what: 'Roblox did not answer' }];
  expect(shown({ status: 'processing', events })).toEqual([
    'Placed: done',
    'Account reserved: done',
    'Roblox did not answer: done',
    'Gamepass bought: now',
    'Completed: next',
  ]);
});

test('an order with a reserved account only waits for the gamepass purchase', () => {
  expect(shown({ status: 'processing', accountId: 'a' })).toEqual([
    'Placed: done',
    'Gamepass bought: now',
    'Completed: next',
  ]);
});

test('a final order has no future steps, and a failed order marks the failed step', () => {
  expect(shown({ status: 'completed', events: [...order.events, { at, what: 'completed' }] })).toEqual([
    'Placed: done',
    'Completed: done',
  ]);
  expect(shown({ status: 'failed', events: [...order.events, { at, what: 'failed' }] })).toEqual([
    'Placed: done',
    'Failed: failed',
  ]);
});

test('a completed order shows its completion time exactly once', () => {
  const bought = [...order.events, { at, what: 'Gamepass bought for 1,000 Robux' }];
  const ended = { ...order, status: 'completed', completedAt: '2026-11-21T12:00:09Z' } as const;
  expect(timelineOf({ ...ended, events: bought }).at(-1)).toEqual({
    what: 'Completed',
    at: '2026-11-21T12:00:09Z',
    state: 'done',
  });
  expect(timelineOf({ ...ended, events: [...bought, { at, what: 'completed' }] })).toHaveLength(3);
});

test('an order tells each side what happens next', () => {
  expect(nextStep(order, 'buyer')).toContain('Reserving a seller account');
  expect(nextStep({ ...order, accountId: 'a' }, 'buyer')).toContain('Next: buying the gamepass');
  expect(nextStep({ ...order, status: 'completed' }, 'buyer')).toContain(
    "You'll receive about 700 Robux after Roblox's 30% fee",
  );
  expect(nextStep({ ...order, status: 'completed' }, 'seller')).toBe('The total is in your seller wallet.');
  expect(nextStep({ ...order, status: 'failed' }, 'buyer')).toContain('back in your wallet');
});

test('S4.11 manual: while the seller buys the gamepass, both sides see the deadline', () => {
  const byHand = {
    ...order,
    status: 'processing' as const,
    deadline: new Date('2026-11-21T17:07').toISOString(),
  };
  expect(nextStep(byHand, 'buyer')).toContain('The seller has until Nov 21, 5:07 PM to buy your gamepass');
  expect(nextStep(byHand, 'seller')).toContain('If you miss Nov 21, 5:07 PM');
});

test("events show seconds, and the day if it differs from the order's day", () => {
  expect(eventTime(local('2026-11-21T15:38:12'), local('2026-11-21T15:38:10'))).toBe('3:38:12 PM');
  expect(eventTime(local('2026-11-22T00:01:12'), local('2026-11-21T23:59:10'))).toBe('Nov 22, 12:01 AM');
});

const now = Date.parse(local('2026-11-21T16:44:20'));

test('S4.11 manual: the seller sees the deadline and the remaining minutes, rounded up', () => {
  expect(timeLeft(local('2026-11-21T17:07:00'), now)).toBe('23 min left (until 5:07 PM)');
  expect(timeLeft(local('2026-11-21T16:44:21'), now)).toBe('1 min left (until 4:44 PM)');
  expect(timeLeft(local('2026-11-22T00:10:00'), now)).toContain('(until Nov 22, 12:10 AM)');
  expect(timeLeft(local('2026-11-21T16:44:20'), now)).toBe("Time's up");
});
