import { robux } from '@sterling/contract/money.ts';
import { inTransaction, openPool } from '../src/platform/db/pool.ts';
import { place } from '../src/trade/orders/placing/place.ts';
import { checkOrderRequest } from '../src/trade/orders/placing/placing.lookups.ts';
import type { OrderWorld } from './order-world.ts';
import { stepNow } from './steps.ts';

/** Monday 00:00 UTC of this week, plus `weeks` and `milliseconds`. */
export function monday(weeks = 0, milliseconds = 0): Date {
  const now = new Date();
  const daysSince = (now.getUTCDay() + 6) % 7;
  return new Date(
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - daysSince + 7 * weeks) +
      milliseconds,
  );
}

/** This moment, this many days ago. */
export const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

/** Places and completes an order at a past time, through the product's own functions. The world's worker must not run. */
export async function orderAt(
  world: OrderWorld,
  moment: Date,
  buyerId: string,
  amount: number,
): Promise<string> {
  const past = openPool(world.database.url, { moment, max: 2 });
  try {
    const { queue, vault, game } = world.services;
    const robuxAmount = robux(amount);
    const lookup = await checkOrderRequest(game, {
      robuxAmount,
      gamepassUrl: (await world.pass(amount)).url,
    });
    const id = await inTransaction(past.db, (tx) =>
      place(tx, { queue, vault }, buyerId, { robuxAmount, ...lookup }),
    );
    await stepNow({ ...world.orderServices, db: past.db }, id);
    return id;
  } finally {
    await past.close();
  }
}
