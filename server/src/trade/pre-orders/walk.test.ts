import { orderTotal, type Rate, type Robux, rate, robux } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { preOrder, useQueue } from '../../../test/pre-orders.ts';
import { seeded } from '../../../test/seeded.ts';
import { credit, spend } from '../../../test/wallets.ts';
import { proveBooks } from '../../money/ledger/proof.ts';
import { inTransaction, type Tx } from '../../platform/db/pool.ts';
import { Refusal } from '../../refusal.ts';
import { takeOffSale } from '../../supply/roblox-accounts/off-sale.ts';
import { changeRate } from '../../supply/roblox-accounts/roblox-accounts.ts';
import { recordBalance } from '../../supply/roblox-accounts/stock.ts';
import { lockOpen, type Order } from '../orders/order.ts';
import { place } from '../orders/placing/place.ts';
import { markAttempt } from '../orders/purchasing/attempts.ts';
import { complete, fail, reassign } from '../orders/purchasing/outcomes.ts';
import { matchPreOrders, recordPassCheck } from './pre-orders.ts';

/**
 * Random concurrent actions of buyers, sellers, workers and matchers. After each round the books are correct, and no
 * stock is left that fits a waiting pre-order whose buyer can pay.
 */
const queue = useQueue();
const ROUNDS = 8;
/** A run with fewer matches gets more rounds. */
const MIN_MATCHES = 5;
const MAX_ROUNDS = 40;
const CONCURRENT_ACTIONS = 24;
const NO_JOBS = { send: async () => null } as never;
const NO_VAULT = null as never;

type Action = () => Promise<unknown>;
interface Chance {
  below(most: number): number;
  one<Thing>(things: readonly Thing[]): Thing;
}

test.each([1, 2, 3])(
  'S4.14 random concurrent actions leave correct books and no unmatched stock, seed %i',
  { timeout: 300_000 },
  async (seed) => {
    const below = seeded(seed);
    const chance: Chance = { below, one: (things) => things[below(things.length)]! };
    const buyers = await Promise.all(Array.from({ length: 6 }, () => queue.buyer(3_000)));
    const sellers = [...buyers.slice(0, 2), await queue.buyer(0)];
    const accounts = await Promise.all(
      sellers.flatMap((seller) => [2, 3, 4].map((dollars) => queue.stock(1, 100 * dollars, seller))),
    );
    const actions = [...ofBuyers(chance, buyers), ...ofSellers(chance, accounts), ...ofWorkers(chance)];
    const isShort = async () => (await matches()) < MIN_MATCHES;
    for (let round = 0; round < ROUNDS || (round < MAX_ROUNDS && (await isShort())); round += 1) {
      await Promise.all(Array.from({ length: CONCURRENT_ACTIONS }, () => tolerated(chance.one(actions))));
      await Promise.all([1, 2].map(() => inTransaction(queue.database.db, matchPreOrders)));
      expect(await proveBooks(queue.database.db)).toEqual([]);
      expect(await leftBehind()).toEqual([]);
    }
    expect(await matches()).toBeGreaterThanOrEqual(MIN_MATCHES);
  },
);

async function matches(): Promise<number> {
  const { rows } = await queue.database.asOwner(
    `select coalesce(sum(returns + (status = 'matched')::int), 0)::int as matches from pre_orders`,
  );
  return rows[0].matches;
}

/** Refusals are expected. All other errors fail the test, including deadlocks that retries did not resolve. */
async function tolerated(action: Action): Promise<void> {
  await action().catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
}

let passes = 1_000_000;

function ofBuyers({ below, one }: Chance, buyers: readonly string[]): Action[] {
  const { db } = queue.database;
  const amount = () => 100 * (1 + below(8));
  const placePreOrder = () =>
    preOrder(queue.database, one(buyers), { robux: amount(), maxRateCents: 100 * (1 + below(6)) });
  const order = () => {
    passes += 1;
    const id = String(passes);
    const pass = {
      url: '',
      id,
      productId: id,
      name: 'VIP',
      creatorType: 'User',
      creatorTargetId: '1',
    } as const;
    const wanted = { robuxAmount: robux(amount()), pass };
    return inTransaction(db, (tx) => place(tx, { queue: NO_JOBS, vault: NO_VAULT }, one(buyers), wanted));
  };
  const deposit = () => credit(db, one(buyers), 1 + below(400));
  const take = () => spend(db, one(buyers), 1 + below(400));
  return [placePreOrder, placePreOrder, placePreOrder, placePreOrder, order, deposit, take];
}

function ofSellers({ below, one }: Chance, accounts: readonly string[]): Action[] {
  const verb = (work: (tx: Tx, accountId: string) => Promise<unknown>) => () =>
    inTransaction(queue.database.db, (tx) => work(tx, one(accounts)));
  const sell = verb((tx, id) =>
    tx.updateTable('robloxAccounts').set({ status: 'online' }).where('id', '=', id).execute(),
  );
  return [
    verb((tx, id) => changeRate(tx, id, rate(100 * (1 + below(6))))),
    verb((tx, id) => recordBalance(tx, id, robux(100 * below(20)))),
    verb((tx, id) => takeOffSale(tx, id, { status: 'offline', reason: 'walk' })),
    sell,
    sell,
  ];
}

function ofWorkers({ below, one }: Chance): Action[] {
  const { db } = queue.database;
  const onSomeOrder = (work: (tx: Tx, order: Order) => Promise<unknown>) => () =>
    inTransaction(db, async (tx) => {
      const open = await tx.selectFrom('orders').where('endedAt', 'is', null).select('id').execute();
      const order = open.length > 0 ? await lockOpen(tx, one(open).id) : null;
      if (order) await work(tx, order);
    });
  const buy = onSomeOrder(async (tx, order) => {
    const attempt = await markAttempt(tx, order, { priceRobux: order.robuxAmount, balanceBefore: 0 });
    const balanceAfter = below(2) === 0 ? null : robux(100 * below(20));
    await complete(tx, order, attempt, { balanceAfter, purchaseToken: null });
  });
  const checkPass = async () => {
    const waiting = await db.selectFrom('preOrders').where('waitsFor', '=', 'pass').select('id').execute();
    if (waiting.length > 0)
      await recordPassCheck(db, one(waiting).id, one(['right', 'right', 'wrong', 'missing', 'gone']));
  };
  return [
    buy,
    buy,
    onSomeOrder((tx, order) => fail(tx, order, 'The gamepass is off sale')),
    onSomeOrder((tx, order) => reassign(tx, NO_JOBS, order, { otherwise: 'Nobody' })),
    checkPass,
    () => inTransaction(db, matchPreOrders),
  ];
}

/** Waiting pre-orders for which fitting stock exists and whose buyers can pay. */
async function leftBehind(): Promise<unknown[]> {
  const { rows } = await queue.database.asOwner(`
    select p.id, p.robux_amount::int as amount, p.buyer_id, s.rate_cents as rate, b.posted - b.held as spendable
    from pre_orders p join stock_at_hand s on s.rate_cents <= p.max_rate_cents and s.robux >= p.robux_amount
      and s.seller_id <> p.buyer_id and not (p.avoid_until > clock_timestamp() and s.account_id = any (p.avoided_accounts))
    join ledger_accounts a on a.user_id = p.buyer_id and a.wallet = 'buyer' join ledger_balances b on b.account_id = a.id
    where p.waits_for = 'stock'`);
  return rows.filter(
    ({ amount, rate: cents, spendable }) => orderTotal(amount as Robux, cents as Rate) <= Number(spendable),
  );
}
