import { orderTotal, rate, robux } from '@sterling/contract/money.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { proveBooks } from '../src/money/ledger/proof.ts';
import { inTransaction, type Tx } from '../src/platform/db/pool.ts';
import { lockOpen, type Order } from '../src/trade/orders/order.ts';
import { placePreOrder } from '../src/trade/pre-orders/pre-orders.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { insertAccount, insertPerson } from './stock.ts';
import { credit } from './wallets.ts';

let passes = 0;

export interface WantedPreOrder {
  readonly robux: number;
  readonly maxRateCents: number;
  /** A new pass by default. */
  readonly passId?: number | undefined;
}

/** Places a pre-order for a valid pass, as its route does. Returns its id. */
export function preOrder({ db }: TestDatabase, buyerId: string, wanted: WantedPreOrder): Promise<string> {
  passes += 1;
  const id = String(wanted.passId ?? passes);
  const pass = {
    url: `https://www.roblox.com/game-pass/${id}`,
    id,
    productId: id,
    name: 'VIP',
    creatorType: 'User',
    creatorTargetId: '1',
  } as const;
  const request = { robuxAmount: robux(wanted.robux), maxRateCents: rate(wanted.maxRateCents), pass };
  return inTransaction(db, (tx) => placePreOrder(tx, buyerId, request));
}

/** Inserts waiting pre-orders in the given order, without balance checks and without matching. */
export async function insertPreOrders(
  { asOwner }: TestDatabase,
  preOrders: readonly (WantedPreOrder & { buyerId: string })[],
): Promise<void> {
  const values = preOrders.map((wanted) => ({
    buyer: wanted.buyerId,
    robux: wanted.robux,
    rate: wanted.maxRateCents,
    total: orderTotal(robux(wanted.robux), rate(wanted.maxRateCents)),
  }));
  await asOwner(
    `insert into pre_orders (buyer_id, robux_amount, max_rate_cents, affordable_rate_cents, max_total_cents, gamepass_url, pass_id, product_id,
       pass_name, creator_type, creator_target_id)
     select w.buyer, w.robux, w.rate, w.rate, w.total, 'https://www.roblox.com/game-pass/1', w.n, w.n, 'VIP', 'User', 1
     from rows from (json_to_recordset($1) as (buyer uuid, robux bigint, rate int, total bigint)) with ordinality
       as w (buyer, robux, rate, total, n) order by w.n`,
    [JSON.stringify(values)],
  );
}

/** A database with a queue of pre-orders, without a worker. Each test has its own market. */
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
    /** A buyer with this balance. */
    buyer: async (cents = 100_000) => {
      const id = await insertPerson(world.database);
      if (cents > 0) await credit(world.database.db, id, cents);
      return id;
    },
    preOrder: (buyerId: string, amount = 1_000, maxRateCents = 400, passId?: number) =>
      preOrder(world.database, buyerId, { robux: amount, maxRateCents, passId }),
    stock: (amount = 1_000, rateCents = 300, owner = world.sela) =>
      insertAccount(world.database, { owner, rateCents, robux: amount }),
    change: (accountId: string, set: string) =>
      world.database.asOwner(`update roblox_accounts set ${set} where id = $1`, [accountId]),
    stateOf,
    /** The order of a matched pre-order. Null if it is not matched. */
    orderOf: async (id: string) => {
      const { orderId } = await stateOf(id);
      if (!orderId) return null;
      const order = world.database.db.selectFrom('orders').where('id', '=', orderId).selectAll();
      return order.executeTakeFirstOrThrow();
    },
    /** Runs `work` on the locked order of a matched pre-order. */
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
