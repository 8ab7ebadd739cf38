import {
  MAX_ORDER_ROBUX,
  MAX_RATE,
  MIN_ORDER_ROBUX,
  MIN_RATE,
  orderTotal,
  type Rate,
  type Robux,
} from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { account, hold, lockWallet } from '../../../money/ledger/ledger.ts';
import { readSetting } from '../../../people/settings/settings.reads.ts';
import { type Db, inTransaction, type Tx } from '../../../platform/db/pool.ts';
import { enqueue, type Queue } from '../../../platform/jobs/queue.ts';
import type { Vault } from '../../../platform/vault/vault.ts';
import { refuse } from '../../../refusal.ts';
import { type ReservedAccount, reserveStock } from '../../../supply/roblox-accounts/stock.ts';
import { holdOf } from '../split/parts.ts';
import { type PlacedParts, placeParts } from '../split/split.ts';
import { refuseGuarded } from './buyer-guards.ts';
import { insertOrder, JOB_LOST_AFTER, type PassToBuy } from './order-row.ts';

export interface NewOrder {
  readonly robuxAmount: Robux;
  /** The most that is paid; without it the best rate that can fill the order, and no more than that later on. */
  readonly atMostRateCents?: Rate;
  readonly pass: PassToBuy;
  /** The pass's owner's session, to set its price to the amount. */
  readonly buyerCookie?: string;
  /** The pass costs the amount already: the cookie is for parts only. */
  readonly isPriced?: boolean;
}

/**
 * Holds the buyer's money and reserves stock for one order, whose purchase starts when the transaction commits: of one
 * account, or, when none can fill it and the buyer's cookie came with it, of several. Answers its id. Refuses with out_of_stock,
 * insufficient_balance, wallet_frozen, pass_in_use, account_too_new or spending_limit.
 */
export async function place(
  tx: Tx,
  { queue, vault }: { queue: Queue; vault: Vault },
  buyerId: string,
  order: NewOrder,
): Promise<string> {
  const { robuxAmount, pass, buyerCookie } = order;
  refuseSize(order);
  if (await isStopped(tx)) refuse('service_unavailable');
  await lockWallet(tx, account.buyer(buyerId));
  const wanted = {
    robuxAmount,
    atMostRateCents: order.atMostRateCents ?? MAX_RATE,
    notOwnedBy: buyerId,
    exclude: [],
  };
  const one = await reserveStock(tx, wanted);
  if (!one && buyerCookie === undefined) refuse('out_of_stock');
  const cookie = one && order.isPriced ? undefined : buyerCookie;
  const { id, firstId, rateCents } = one
    ? await placeWhole(tx, buyerId, order, one, cookie !== undefined)
    : await placeParts(tx, { buyerId, pass, wanted });
  const total = orderTotal(robuxAmount, rateCents);
  await refuseGuarded(tx, buyerId, total);
  await hold(tx, holdOf({ id, splitId: null }), account.buyer(buyerId), total);
  if (cookie !== undefined) await keepCookie(tx, vault, id, cookie);
  await enqueue(tx, queue, 'orders.buy-gamepass', { orderIds: [firstId] });
  return id;
}

async function placeWhole(
  tx: Tx,
  buyerId: string,
  { robuxAmount, pass, atMostRateCents }: NewOrder,
  { id: accountId, sellerId, rateCents }: ReservedAccount,
  setsPrice: boolean,
): Promise<PlacedParts> {
  const id = await insertOrder(tx, pass, {
    buyerId,
    accountId,
    sellerId,
    robuxAmount,
    rateCents,
    atMostRateCents: atMostRateCents ?? rateCents,
    totalCents: orderTotal(robuxAmount, rateCents),
    setsPrice,
  });
  return { id, firstId: id, rateCents };
}

/** An order is of 100 to 1,000,000 Robux at 1.00 to 6.00 dollars per 1000. Refuses with invalid_amount, in this order. */
export function refuseSize({
  robuxAmount,
  atMostRateCents,
}: Pick<NewOrder, 'robuxAmount' | 'atMostRateCents'>): void {
  if (robuxAmount < MIN_ORDER_ROBUX)
    refuse('invalid_amount', {
      hint: 'Minimum purchase amount is 100 Robux',
      details: { robuxAmount: 'must be at least 100' },
    });
  if (robuxAmount > MAX_ORDER_ROBUX)
    refuse('invalid_amount', {
      hint: 'Maximum purchase amount is 1,000,000 Robux',
      details: { robuxAmount: 'must be at most 1000000' },
    });
  if (atMostRateCents !== undefined && (atMostRateCents < MIN_RATE || atMostRateCents > MAX_RATE)) {
    refuse('invalid_amount', { hint: 'Rate must be between $1.00 and $6.00 per 1000 Robux' });
  }
}

/** Whether the owner has stopped every movement of money (wire.md, emergency stop). */
export async function isStopped(db: Db | Tx): Promise<boolean> {
  return (await readSetting(db, 'emergency_shutdown')).enabled;
}

/** What a buyer's cookie is sealed under. */
export const cookieContext = (orderId: string): string => `order ${orderId}`;

async function keepCookie(tx: Tx, vault: Vault, orderId: string, cookie: string): Promise<void> {
  const sealedCookie = vault.seal(cookie, cookieContext(orderId));
  await tx.insertInto('orderCookies').values({ orderId, sealedCookie }).execute();
}

const MOST_LOOKED_AT = 50;
/** As queue_purchases() has it for those that were placed together. */
const ORDERS_A_JOB = 8;

/**
 * Starts jobs for the orders that somebody should have looked at by now, wipes cookies that outlived their minutes, and gives
 * back stock that was taken by a process that went away.
 */
export async function lookAfterOrders(db: Db, queue: Queue): Promise<void> {
  await inTransaction(db, async (tx) => {
    const due = tx
      .selectFrom('orders')
      .where('lookAt', '<=', sql<Date>`now()`)
      .select('id')
      .orderBy('lookAt')
      .limit(MOST_LOOKED_AT)
      .forUpdate()
      .skipLocked();
    await startJobs(tx, queue, due);
    await tx
      .deleteFrom('orderCookies')
      .where('createdAt', '<', sql<Date>`now() - interval '10 minutes'`)
      .execute();
    const left = tx
      .selectFrom('stockClaims')
      .where('at', '<', sql<Date>`now() - interval '10 seconds'`)
      .select('id')
      .forUpdate()
      .skipLocked();
    await tx
      .selectFrom(left.as('left'))
      .select(({ fn }) => fn('give_back_stock', ['left.id']).as('done'))
      .execute();
  });
}

/** Starts the job of the next order that waits for an account. */
export async function wakeNext(db: Db, queue: Queue, accountId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const next = tx
      .selectFrom('orders')
      .where('accountId', '=', accountId)
      .where('lookAt', '<=', sql<Date>`now()`)
      .select('id')
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked();
    await startJobs(tx, queue, next);
  });
}

async function startJobs(tx: Tx, queue: Queue, which: ReturnType<typeof idsOfOrders>): Promise<void> {
  const started = await tx
    .updateTable('orders')
    .set({ lookAt: JOB_LOST_AFTER })
    .where('id', 'in', which)
    .returning('id')
    .execute();
  for (let at = 0; at < started.length; at += ORDERS_A_JOB) {
    const orderIds = started.slice(at, at + ORDERS_A_JOB).map(({ id }) => id);
    await enqueue(tx, queue, 'orders.buy-gamepass', { orderIds });
  }
}

const idsOfOrders = (tx: Tx) => tx.selectFrom('orders').select('id');
