import { expect, test } from 'vitest';
import { insertPreOrders, useQueue } from '../../../test/pre-orders.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { aggregated } from '../../supply/market/market.reads.ts';
import { matchPreOrders } from './pre-orders.ts';

/** Stock stays hidden while a pre-order that fits it waits, even if matching takes longer than the limit for adding stock. */
const queue = useQueue();
const shown = async () =>
  (await aggregated(queue.database.db)).reduce((sum, { totalRobux }) => sum + totalRobux, 0);
const match = () => inTransaction(queue.database.db, matchPreOrders);

test('S4.14 stock that could not be matched when it was added stays hidden until it is matched', async () => {
  const waiting = await queue.preOrder(await queue.buyer());
  const holder = await queue.database.pg.connect();
  try {
    await holder.query('begin; select lock_matching()');
    await queue.stock(3_000, 300);
    expect(await queue.orderOf(waiting)).toBeNull();
    expect(await shown()).toBe(0);
    expect(await canBeBought()).toBe(false);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect(await match()).toBe(1);
  expect(await queue.orderOf(waiting)).not.toBeNull();
  expect(await shown()).toBe(2_000);
  expect(await canBeBought()).toBe(true);
});

test('S4.14 stock that changes during matching stays hidden until it is matched again', async () => {
  const account = await queue.stock(1_000, 500);
  await queue.change(account, `unmatched = nextval('matching_marks')`);
  const holder = await queue.database.pg.connect();
  try {
    await holder.query('begin');
    // the matcher cannot see this uncommitted mark and finds the older one
    await holder.query(`update roblox_accounts set unmatched = nextval('matching_marks') where id = $1`, [
      account,
    ]);
    const matching = match();
    await expect.poll(waitsForLock).toBe(true);
    await holder.query('commit');
    await matching;
  } finally {
    holder.release();
  }
  expect(await shown()).toBe(0);
  await match();
  expect(await shown()).toBe(1_000);
});

test('S4.14 if the queue needs several transactions, the stock stays hidden until the last one', async () => {
  const crowd = await queue.buyer(10_000_000);
  const preOrders = Array.from({ length: 5_030 }, () => ({ buyerId: crowd, robux: 100, maxRateCents: 300 }));
  await insertPreOrders(queue.database, preOrders);
  await queue.stock(600_000, 300);
  expect(await waitingOf(crowd)).toBe(30);
  expect(await shown()).toBe(0);
  expect(await match()).toBe(30);
  expect(await shown()).toBe(600_000 - 503_000);
});

/** Whether an order of 1,000 Robux would get stock. Rolls the reservation back. */
async function canBeBought(): Promise<boolean> {
  const { rows } = await queue.database
    .asOwner(
      `begin; select account_id from reserve_stock(1000, 600, '00000000-0000-0000-0000-000000000000', 1, '{}'); rollback`,
    )
    .then((results) => (results as unknown as { rows: unknown[] }[])[1]!);
  return rows.length > 0;
}

async function waitingOf(buyerId: string): Promise<number> {
  const { rows } = await queue.database.asOwner(
    `select count(*)::int as n from pre_orders where buyer_id = $1 and status = 'waiting'`,
    [buyerId],
  );
  return rows[0].n;
}

async function waitsForLock(): Promise<boolean> {
  const { rows } = await queue.database.asOwner(
    `select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waits`,
  );
  return rows[0].waits;
}
