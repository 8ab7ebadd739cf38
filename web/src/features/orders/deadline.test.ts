import { expect, test } from 'vitest';
import { timeLeft } from './deadline.ts';

const local = (text: string) => new Date(text).toISOString();
const now = Date.parse(local('2026-11-21T16:44:20'));

test('S4.11 manual: the seller sees the deadline and the remaining minutes, rounded up', () => {
  expect(timeLeft(local('2026-11-21T17:07:00'), now)).toBe('23 min left (until 5:07 PM)');
  expect(timeLeft(local('2026-11-21T16:44:21'), now)).toBe('1 min left (until 4:44 PM)');
  expect(timeLeft(local('2026-11-22T00:10:00'), now)).toContain('(until Nov 22, 12:10 AM)');
  expect(timeLeft(local('2026-11-21T16:44:20'), now)).toBe("Time's up");
});
