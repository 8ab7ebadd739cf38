import { type Robux, robux } from '@sterling/contract/money.ts';
import type { PassToBuy } from '../src/trade/orders/placing/order-row.ts';
import type { Member } from '../src/trade/orders/placing/placement-request.ts';

/** Each of its numbers is another, and its name has what JSON writes otherwise. */
export const PASS: PassToBuy = {
  url: 'https://www.roblox.com/game-pass/1',
  id: '1',
  productId: '2',
  name: 'V "I" P',
  creatorType: 'User',
  creatorTargetId: '3',
};

/** An order that waits for the lane, under a key where one is given; `body` tells what is asked under it. */
export const wish = (buyerId: string, amount = 1_000, key: string | null = null, body = 1): Member => ({
  buyerId,
  order: { robuxAmount: robux(amount) as Robux, pass: PASS },
  keyed: key === null ? null : { userId: buyerId, key, requestHash: Buffer.alloc(32, body) },
});
