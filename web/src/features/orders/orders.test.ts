import { robux } from '@sterling/contract/money.ts';
import type { RobuxOrder } from '@sterling/contract/orders.ts';
import { expect, test } from 'vitest';
import { ORDER } from './order.test-kit.ts';
import { amountOrdered, recentPasses } from './orders.ts';

const order = (gamepassUrl: string, amount: number): RobuxOrder => ({
  ...ORDER,
  id: gamepassUrl + amount,
  robuxAmount: robux(amount),
  status: 'completed',
  gamepassUrl,
  gamepassName: `pass ${gamepassUrl}`,
});

test('S4.07 the gamepasses of the latest orders are offered once each, with the latest price, four at most', () => {
  const newestFirst = ['1', '2', '1', '3', '4', '5'].map((url, index) => order(url, 100 + index));
  expect(recentPasses(newestFirst)).toEqual([
    { name: 'pass 1', url: '1', price: 100 },
    { name: 'pass 2', url: '2', price: 101 },
    { name: 'pass 3', url: '3', price: 103 },
    { name: 'pass 4', url: '4', price: 104 },
  ]);
});

test('an order that was filled in part counts with the amount that the buyer asked for', () => {
  expect(amountOrdered({ robuxAmount: robux(600), requestedRobux: robux(900) })).toBe(900);
  expect(amountOrdered({ robuxAmount: robux(600) })).toBe(600);
});
