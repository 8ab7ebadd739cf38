import { orderTotal, rate, robux } from '@sterling/contract/money.ts';
import { inTransaction } from '../src/db/pool.ts';
import { placePreOrder } from '../src/pre-orders/pre-orders.ts';
import type { TestDatabase } from './database.ts';

let passes = 0;

export interface Wish {
  readonly robux: number;
  readonly mostCents: number;
}

/** Places a pre-order for a pass that is right, as its route does; answers its id. */
export function preOrder({ db }: TestDatabase, buyerId: string, wish: Wish): Promise<string> {
  passes += 1;
  const pass = {
    url: `https://www.roblox.com/game-pass/${passes}`,
    id: String(passes),
    productId: String(passes),
    name: 'VIP',
    creatorType: 'User',
    creatorTargetId: '1',
  } as const;
  const wanted = { robuxAmount: robux(wish.robux), mostRateCents: rate(wish.mostCents), pass };
  return inTransaction(db, (tx) => placePreOrder(tx, buyerId, wanted));
}

/** Pre-orders without asking for money, as many as `wishes` has, all of one buyer, in the order given. */
export async function insertPreOrders(
  { asOwner }: TestDatabase,
  buyerId: string,
  wishes: readonly Wish[],
): Promise<void> {
  const values = wishes.map((wish) => ({
    robux: wish.robux,
    rate: wish.mostCents,
    total: orderTotal(robux(wish.robux), rate(wish.mostCents)),
  }));
  await asOwner(
    `insert into pre_orders (buyer_id, robux_amount, most_rate_cents, most_cents, gamepass_url, pass_id, product_id,
       pass_name, creator_type, creator_target_id)
     select $1, w.robux, w.rate, w.total, 'https://www.roblox.com/game-pass/1', w.n, w.n, 'VIP', 'User', 1
     from rows from (json_to_recordset($2) as (robux bigint, rate int, total bigint)) with ordinality
       as w (robux, rate, total, n) order by w.n`,
    [buyerId, JSON.stringify(values)],
  );
}
