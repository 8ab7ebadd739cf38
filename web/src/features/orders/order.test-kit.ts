import { cents, rate, robux } from '@sterling/contract/money.ts';
import type { RobuxOrder } from '@sterling/contract/orders.ts';

/** An order of 1,000 Robux that was just placed, for tests. */
export const ORDER: RobuxOrder = {
  id: 'o',
  accountId: null,
  buyerId: 'b',
  robuxAmount: robux(1000),
  totalPrice: cents(315),
  ratePerThousand: rate(315),
  status: 'pending',
  failureReason: null,
  gamepassUrl: '1',
  gamepassName: 'VIP',
  createdAt: new Date('2026-11-21T12:00:00Z'),
  completedAt: null,
  events: [{ at: new Date('2026-11-21T12:00:00Z'), code: 'placed', what: 'Order placed' }],
};
