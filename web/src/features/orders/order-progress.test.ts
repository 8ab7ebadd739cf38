import type { OrderEventCode, RobuxOrder } from '@sterling/contract/orders.ts';
import { expect, test } from 'vitest';
import { formatClock } from '../../kit/format/format-time.ts';
import { ORDER as order } from './order.test-kit.ts';
import { eventTime, nextStep, timeLeft, timelineOf } from './order-progress.tsx';
import { isOutOfTime, type Viewer } from './orders.ts';

const at = order.createdAt;
const NOW = at.getTime();
const shown = (some: Partial<RobuxOrder>, viewer: Viewer = 'buyer') =>
  timelineOf({ ...order, ...some }, viewer).map(({ what, state }) => `${what}: ${state}`);

const PLACED = order.events;
const event = (code: OrderEventCode, what: string) => ({ at, code, what });

test('an order in progress shows past and future steps', () => {
  expect(shown({})).toEqual([
    'Order placed: done',
    'Account reserved: now',
    'Gamepass bought: next',
    'Completed: next',
  ]);
  expect(shown({ status: 'processing', events: [...PLACED, event('buying', 'Purchase started')] })).toEqual([
    'Order placed: done',
    'Purchase started: done',
    'Gamepass bought: now',
    'Completed: next',
  ]);
});

test('a step is done by its event, whatever its sentence says', () => {
  const events = [...PLACED, event('bought', 'Gamepass bought for 1,000 Robux')];
  expect(shown({ status: 'processing', accountId: 'a', events })).toEqual([
    'Order placed: done',
    'Gamepass bought for 1,000 Robux: done',
    'Completed: now',
  ]);
});

test('an extra event keeps its place and does not hide future steps', () => {
  const events = [...PLACED, event('waiting', 'Roblox does not answer')];
  expect(shown({ status: 'processing', events })).toEqual([
    'Order placed: done',
    'Roblox does not answer: done',
    'Gamepass bought: now',
    'Completed: next',
  ]);
});

test("the seller's deadline is in the time zone of the reader, not in the words of the server", () => {
  const until = new Date(NOW + 30 * 60_000);
  const time = formatClock(until);
  const manual = { ...event('manual', 'The seller has until 12:30 UTC to buy it'), until };
  const moved = {
    ...event('manual_moved', 'The pause has ended. The seller now has until 12:30 UTC'),
    until,
  };
  const past = (viewer: Viewer) =>
    shown({ status: 'processing', events: [...PLACED, manual, moved] }, viewer).slice(1, 3);
  const toOthers = [
    `The seller has until ${time} to buy it: done`,
    `The pause has ended. The seller now has until ${time}: done`,
  ];
  expect(past('buyer')).toEqual(toOthers);
  expect(past('staff')).toEqual(toOthers);
  expect(past('seller')).toEqual([
    `You have until ${time} to buy it: done`,
    `The pause has ended. You now have until ${time}: done`,
  ]);
});

test('a split order waits for the purchase of every part', () => {
  const placed = [event('placed', 'Part 1 of 2: Order placed'), event('placed', 'Part 2 of 2: Order placed')];
  const first = event('bought', 'Part 1 of 2: Gamepass bought');
  expect(shown({ status: 'processing', events: [...placed, first] }).slice(3)).toEqual([
    'Gamepass bought: now',
    'Completed: next',
  ]);
  const second = event('bought', 'Part 2 of 2: Gamepass bought');
  expect(shown({ status: 'processing', events: [...placed, first, second] }).slice(4)).toEqual([
    'Completed: now',
  ]);
});

test('an order with a reserved account only waits for the gamepass purchase', () => {
  expect(shown({ status: 'processing', accountId: 'a' })).toEqual([
    'Order placed: done',
    'Gamepass bought: now',
    'Completed: next',
  ]);
});

test('a failed order has no future steps and marks the failed step', () => {
  expect(shown({ status: 'failed', events: [...PLACED, event('failed', 'Refunded')] })).toEqual([
    'Order placed: done',
    'Refunded: failed',
  ]);
});

test('a completed order ends with its completion time', () => {
  const events = [...PLACED, event('bought', 'Gamepass bought for 1,000 Robux')];
  const ended = {
    ...order,
    status: 'completed',
    completedAt: new Date('2026-11-21T12:00:09Z'),
    events,
  } as const;
  expect(timelineOf(ended, 'buyer')).toHaveLength(3);
  expect(timelineOf(ended, 'buyer').at(-1)).toEqual({
    what: 'Completed',
    at: new Date('2026-11-21T12:00:09Z'),
    state: 'done',
  });
});

test('an order tells each side what happens next', () => {
  expect(nextStep(order, 'buyer', NOW)).toContain('Reserving a seller account');
  expect(nextStep({ ...order, accountId: 'a' }, 'buyer', NOW)).toContain('Next: buying the gamepass');
  expect(nextStep({ ...order, status: 'completed' }, 'buyer', NOW)).toContain(
    "You'll receive about 700 Robux after Roblox's 30% fee",
  );
  expect(nextStep({ ...order, status: 'completed' }, 'seller', NOW)).toBe(
    'The total is in your seller wallet.',
  );
  expect(nextStep({ ...order, status: 'failed' }, 'buyer', NOW)).toContain('back in your wallet');
});

test('while staff decide, both sides read that they can only wait, and no step runs', () => {
  const reviewed = { ...order, status: 'processing' as const, accountId: 'a', inReview: true as const };
  for (const side of ['buyer', 'seller'] as const)
    expect(nextStep(reviewed, side, NOW)).toBe(
      "Sterling's staff is checking this order. You don't need to do anything.",
    );
  expect(timelineOf(reviewed, 'buyer').map(({ state }) => state)).not.toContain('now');
});

test('S4.11 manual: while the seller buys the gamepass, both sides see the deadline', () => {
  const deadline = new Date('2026-11-21T17:07');
  const byHand = { ...order, status: 'processing' as const, deadline };
  const before = deadline.getTime() - 1;
  expect(nextStep(byHand, 'buyer', before)).toContain(
    'The seller has until Nov 21, 5:07 PM to buy your gamepass',
  );
  expect(nextStep(byHand, 'seller', before)).toContain('If you miss Nov 21, 5:07 PM');
});

test('S4.11 manual: after the deadline nobody reads that there is time left', () => {
  const deadline = new Date('2026-11-21T17:07');
  const late = deadline.getTime();
  const byHand = { ...order, status: 'processing' as const, deadline };
  expect(nextStep(byHand, 'buyer', late - 1)).toContain('The seller has until');
  expect(nextStep(byHand, 'buyer', late)).toContain("The seller's time is over.");
  expect(nextStep(byHand, 'seller', late)).toContain(
    "We're checking whether you bought the gamepass in time.",
  );
});

test('S4.11 manual: during an emergency stop the time is not over', () => {
  const rests = event('manual_rests', 'Purchases are paused');
  const moved = event('manual_moved', 'The pause has ended');
  const claimed = event('manual_claimed', 'You said that you bought the gamepass');
  const isLate = (...events: RobuxOrder['events']) =>
    isOutOfTime({ ...order, deadline: at, events }, NOW + 1);
  expect(isLate(...PLACED)).toBe(true);
  expect(isLate(...PLACED, rests, claimed)).toBe(false);
  expect(isLate(...PLACED, rests, moved)).toBe(true);
  expect(isLate(...PLACED, rests, event('manual', 'Another seller buys it'))).toBe(true);
});

test("events show seconds, and the day if it differs from the order's day", () => {
  expect(eventTime(new Date('2026-11-21T15:38:12'), new Date('2026-11-21T15:38:10'))).toBe('3:38:12 PM');
  expect(eventTime(new Date('2026-11-22T00:01:12'), new Date('2026-11-21T23:59:10'))).toBe(
    'Nov 22, 12:01 AM',
  );
});

const now = Date.parse('2026-11-21T16:44:20');

test('S4.11 manual: the seller sees the deadline and the remaining minutes, rounded up', () => {
  expect(timeLeft(new Date('2026-11-21T17:07:00'), now)).toBe('23 min left (until 5:07 PM)');
  expect(timeLeft(new Date('2026-11-21T16:44:21'), now)).toBe('1 min left (until 4:44 PM)');
  expect(timeLeft(new Date('2026-11-22T00:10:00'), now)).toContain('(until Nov 22, 12:10 AM)');
  expect(timeLeft(new Date('2026-11-21T16:44:20'), now)).toBe("Time's up");
});

test('an order that waits for its purchase for long does not promise seconds', () => {
  const reserved = { ...order, accountId: 'a' };
  for (const side of ['buyer', 'seller'] as const) {
    expect(nextStep(reserved, side, NOW + 15_000)).toContain('This usually takes a few seconds.');
    for (const waiting of [order, reserved])
      expect(nextStep(waiting, side, NOW + 15_001)).toContain('because Roblox is slow');
  }
});
