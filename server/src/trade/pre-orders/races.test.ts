import { robux } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { lockIsAwaited, openTransaction } from '../../../test/lock-waits.ts';
import { insertPreOrders, useQueue } from '../../../test/pre-orders.ts';
import { inTransaction, type Tx } from '../../platform/db/pool.ts';
import { Refusal } from '../../refusal.ts';
import { lockStock } from '../../supply/roblox-accounts/stock.ts';
import { place } from '../orders/placing/place.ts';
import { matchPreOrders } from './pre-orders.ts';

const queue = useQueue();

/** Tries to buy 1,000 Robux repeatedly until `isOver`. Returns how often it succeeded. */
async function buyRepeatedly(buyerId: string, isOver: () => boolean): Promise<number> {
  const pass = {
    url: '',
    id: '7',
    productId: '7',
    name: 'x',
    creatorType: 'User',
    creatorTargetId: '1',
  } as const;
  const services = { queue: { send: async () => null } as never, vault: null as never };
  let bought = 0;
  while (!isOver()) {
    const placing = inTransaction(queue.database.db, (tx) =>
      place(tx, services, buyerId, { robuxAmount: robux(1_000), pass }),
    );
    bought += await placing.then(
      () => 1,
      (error: unknown) => {
        if (error instanceof Refusal && error.code === 'out_of_stock') return 0;
        throw error;
      },
    );
  }
  return bought;
}

test('S4.14 no order gets stock that fits a waiting pre-order', async () => {
  for (let round = 0; round < 5; round += 1) {
    const waiting = await queue.preOrder(await queue.buyer());
    const others = await Promise.all(Array.from({ length: 6 }, () => queue.buyer()));
    let isOver = false;
    const trying = others.map((id) => buyRepeatedly(id, () => isOver));
    const accountId = await queue.stock(1_999, 300);
    isOver = true;
    expect(await Promise.all(trying)).toEqual([0, 0, 0, 0, 0, 0]);
    // if a lock took longer than 250 ms, the account is marked and the worker matches it
    await inTransaction(queue.database.db, matchPreOrders);
    expect(await queue.orderOf(waiting)).toMatchObject({ accountId });
  }
});

test('S4.14 a pre-order that is placed while stock is added is matched', async () => {
  for (let round = 0; round < 8; round += 1) {
    const buyers = await Promise.all([queue.buyer(), queue.buyer(), queue.buyer()]);
    const placing = buyers.map((id) => queue.preOrder(id, 1_000, 300));
    const stocking = [queue.stock(1_000, 300), queue.stock(1_000, 300), queue.stock(1_000, 300)];
    const placed = await Promise.all(placing);
    await Promise.all(stocking);
    await inTransaction(queue.database.db, matchPreOrders);
    for (const id of placed) expect((await queue.stateOf(id)).status).toBe('matched');
  }
});

test('S4.14 concurrent matchers serve each pre-order once', async () => {
  const nova = await queue.buyer();
  const preOrders = Array.from({ length: 40 }, () => ({ buyerId: nova, robux: 500, maxRateCents: 300 }));
  await insertPreOrders(queue.database, preOrders);
  await queue.database.asOwner('alter table roblox_accounts disable trigger match_added');
  await queue.stock(10_000, 300);
  await queue.database.asOwner('alter table roblox_accounts enable trigger match_added');
  const matched = await Promise.all(
    Array.from({ length: 8 }, () => inTransaction(queue.database.db, matchPreOrders)),
  );
  expect(matched.reduce((sum, count) => sum + count, 0)).toBe(20);
  const { rows } = await sql<{ status: string }>`
    select status from pre_orders where buyer_id = ${nova} order by place`.execute(queue.database.db);
  expect(rows.map(({ status }) => status)).toEqual([
    ...Array(20).fill('matched'),
    ...Array(20).fill('waiting'),
  ]);
});

test('S4.14 orders, batches and matching choose stock one after the other', async () => {
  const { database } = queue;
  const nova = await queue.buyer();
  await queue.preOrder(await queue.buyer());
  await database.asOwner('alter table roblox_accounts disable trigger match_added');
  await queue.stock(5_000, 300);
  await database.asOwner('alter table roblox_accounts enable trigger match_added');
  const match = () => inTransaction(database.db, matchPreOrders);
  let attempts = 0;
  const lockMatching = async (tx: Tx) => void (await sql`select lock_matching()`.execute(tx));
  const choices: [lock: (tx: Tx) => Promise<void>, choose: () => Promise<unknown>][] = [
    [lockStock, match],
    [lockMatching, match],
    [lockStock, () => buyRepeatedly(nova, () => attempts++ > 0)],
    [lockStock, () => placeBatch(nova)],
  ];
  for (const [lock, choose] of choices) {
    const { finished, release } = await openTransaction(database.db, lock);
    const chosen = choose();
    await lockIsAwaited(database);
    release();
    await Promise.all([finished, chosen]);
  }
});

const placeBatch = (buyerId: string) => {
  const pass = { pass_id: 7, product_id: 7, pass_name: 'x', creator_type: 'User', creator_target_id: 1 };
  const request = { buyer_id: buyerId, robux_amount: 1_000, gamepass_url: 'x', ...pass };
  return sql`select * from place_orders(${JSON.stringify([request])})`.execute(queue.database.db);
};
