import { rate, robux } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockIsAwaited, openTransaction } from '../../../test/lock-waits.ts';
import { openPlacementWorld, PASS, type PlacementWorld } from '../../../test/placement-world.ts';
import { preOrder } from '../../../test/pre-orders.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { place } from '../orders/placing/place.ts';
import { matchPreOrders } from './pre-orders.ts';

let world: PlacementWorld;
beforeAll(async () => {
  world = await openPlacementWorld();
});
afterAll(() => world.close());

const spent = async (buyerId: string): Promise<number> => {
  const { rows } = await world.database.asOwner(
    `select coalesce(sum(total_cents), 0)::int as cents from orders where buyer_id = $1 and status <> 'failed'`,
    [buyerId],
  );
  return rows[0].cents;
};

test('access 8: matching respects the daily cap of a new buyer whose order commits while it waits for the wallet', async () => {
  const { db, asOwner } = world.database;
  await asOwner(`insert into settings (key, value) values ('new_buyer_cap', '{"usd":10}')
    on conflict (key) do update set value = excluded.value`);
  const buyer = await world.buyer(10_000);
  // 3,000 Robux at 3.00: $9.00, nobody sells yet
  const waiting = await preOrder(world.database, buyer, { robux: 3_000, maxRateCents: 300, passId: 77 });
  // only the order can take this: 1,500 Robux at 6.00 are $9.00 too
  await world.stock(1_500, 600);
  const order = { robuxAmount: robux(1_500), maxRateCents: rate(600), pass: PASS };
  const placing = await openTransaction(db, async (tx) => {
    await place(tx, world, buyer, order);
  });
  // stock for the pre-order appears now; the worker matches it and waits for the wallet of the buyer
  await world.stock(3_000, 300);
  const matching = inTransaction(db, matchPreOrders);
  await lockIsAwaited(world.database);
  placing.release();
  await placing.finished;
  await matching;
  const { rows } = await asOwner('select status, limited_by from pre_orders where id = $1', [waiting]);
  expect(await spent(buyer)).toBe(900);
  expect(rows[0]).toEqual({ status: 'waiting', limited_by: 'spending_limit' });
});
