import { orderTotal, rate, robux } from '@sterling/contract/money.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { proveBooks } from '../src/money/ledger/proof.ts';
import { inTransaction, type Tx } from '../src/platform/db/pool.ts';
import { lockOpen, type Order } from '../src/trade/orders/purchasing/fulfilment.ts';
import { placePreOrder } from '../src/trade/pre-orders/pre-orders.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { insertAccount, insertPerson } from './stock.ts';
import { credit } from './wallets.ts';

let passes = 0;

export interface Wish {
  readonly robux: number;
  readonly mostCents: number;
}

/** Places a pre-order for a valid gamepass, as its route does, and answers its id. */
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

/** Inserts pre-orders in the given order, without checking the buyers' money and without matching. */
export async function insertPreOrders(
  { asOwner }: TestDatabase,
  wishes: readonly (Wish & { buyerId: string })[],
): Promise<void> {
  const values = wishes.map((wish) => ({
    buyer: wish.buyerId,
    robux: wish.robux,
    rate: wish.mostCents,
    total: orderTotal(robux(wish.robux), rate(wish.mostCents)),
  }));
  await asOwner(
    `insert into pre_orders (buyer_id, robux_amount, most_rate_cents, offers_cents, most_cents, gamepass_url, pass_id, product_id,
       pass_name, creator_type, creator_target_id)
     select w.buyer, w.robux, w.rate, w.rate, w.total, 'https://www.roblox.com/game-pass/1', w.n, w.n, 'VIP', 'User', 1
     from rows from (json_to_recordset($1) as (buyer uuid, robux bigint, rate int, total bigint)) with ordinality
       as w (buyer, robux, rate, total, n) order by w.n`,
    [JSON.stringify(values)],
  );
}

/** Opens a database with a queue of pre-orders and no worker. Each test has its own market. */
export function useQueue() {
  const world = {} as { database: TestDatabase; sela: string };
  beforeAll(async () => {
    world.database = await openTestDatabase();
  });
  beforeEach(async () => {
    world.sela = await insertPerson(world.database);
  });
  afterEach(async () => {
    expect(await proveBooks(world.database.db)).toEqual([]);
    await endQueue(world.database);
    await world.database.asOwner('update roblox_accounts set is_active = false');
  });
  afterAll(() => world.database.close());
  const stateOf = (id: string) =>
    world.database.db.selectFrom('preOrders').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
  return Object.assign(world, {
    /** Creates a buyer with a balance and answers their id. */
    buyer: async (cents = 100_000) => {
      const id = await insertPerson(world.database);
      if (cents > 0) await credit(world.database.db, id, cents);
      return id;
    },
    wish: (buyerId: string, amount = 1_000, mostCents = 400) =>
      preOrder(world.database, buyerId, { robux: amount, mostCents }),
    stock: (amount = 1_000, rateCents = 300, owner = world.sela) =>
      insertAccount(world.database, { owner, rateCents, robux: amount }),
    change: (accountId: string, set: string) =>
      world.database.asOwner(`update roblox_accounts set ${set} where id = $1`, [accountId]),
    stateOf,
    /** The order of a matched pre-order, or null. */
    orderOf: async (id: string) => {
      const { orderId } = await stateOf(id);
      if (!orderId) return null;
      const order = world.database.db.selectFrom('orders').where('id', '=', orderId).selectAll();
      return order.executeTakeFirstOrThrow();
    },
    /** Locks the order of a matched pre-order and runs `work` on it. */
    onOrderOf: async (id: string, work: (tx: Tx, order: Order) => Promise<void>) => {
      const { orderId } = await stateOf(id);
      await inTransaction(world.database.db, async (tx) => work(tx, (await lockOpen(tx, orderId!))!));
    },
  });
}

/** Closes all waiting pre-orders. */
export async function endQueue({ db }: Pick<TestDatabase, 'db'>): Promise<void> {
  await db
    .updateTable('preOrders')
    .set({ status: 'closed', waitsFor: null, nextCheckAt: null, closeReason: 'over' })
    .where('status', '=', 'waiting')
    .execute();
}
