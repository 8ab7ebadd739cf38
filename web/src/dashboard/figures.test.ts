import type { RobuxOrder } from '@sterling/contract/orders.ts';
import { expect, test } from 'vitest';
import { sumOrders } from './figures.ts';

const order = (status: RobuxOrder['status'], robuxAmount: string, totalPrice: string): RobuxOrder => ({
  id: `${status}-${robuxAmount}`,
  accountId: null,
  buyerId: 'nova',
  robuxAmount,
  totalPrice,
  ratePerThousand: 3.15,
  status,
  failureReason: null,
  gamepassUrl: 'https://www.roblox.com/game-pass/1',
  gamepassName: 'VIP',
  createdAt: '2026-01-01T00:00:00.000Z',
  completedAt: null,
  events: [],
});

test('S2.01 sums take completed orders only; active ones are pending and processing', () => {
  const sum = sumOrders([
    order('completed', '1000', '3.15'),
    order('completed', '12500', '39.38'),
    order('failed', '700', '2.10'),
    order('pending', '100', '0.32'),
    order('processing', '500', '1.58'),
  ]);
  expect(sum).toEqual({ robux: 13_500, totalCents: 4253, completed: 2, pending: 1, active: 2, all: 5 });
});

test('S2.01 without orders every figure is 0', () => {
  expect(sumOrders([])).toEqual({ robux: 0, totalCents: 0, completed: 0, pending: 0, active: 0, all: 0 });
});
