import { type Cents, dollarText, orderTotal, type Rate, type Robux } from '@sterling/contract/money.ts';
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../db/pool.ts';
import type { Orders, PurchaseAttempts } from '../db/types.generated.ts';
import { enqueue, type Queue } from '../jobs/queue.ts';
import { account, lockWallet, post, resizeHold, voidHold } from '../ledger/ledger.ts';
import { Refusal } from '../refusal.ts';
import { recordSale, releaseStock, reserveStock, takeOffSale } from '../roblox-accounts/stock.ts';
import { holdOf } from './orders.ts';
import type { AnotherAccount } from './purchase.rules.ts';
import { happened } from './timeline.ts';

export type Order = Selectable<Orders>;
export type Attempt = Selectable<PurchaseAttempts>;

/** The order under its lock, or null when it has ended. Everything below takes an order that was locked so. */
export async function lockOpen(tx: Tx, orderId: string): Promise<Order | null> {
  const order = await tx
    .selectFrom('orders')
    .where('id', '=', orderId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  return order && order.endedAt === null ? order : null;
}

/** Records that an attempt is about to be sent: from here on it may have bought. */
export async function markAttempt(
  tx: Tx,
  order: Order,
  { priceRobux, balanceBefore }: Pick<Attempt, 'priceRobux' | 'balanceBefore'>,
): Promise<Attempt> {
  const { id: orderId, accountId, passId } = order;
  await tx.updateTable('orders').set({ status: 'processing', tries: 0 }).where('id', '=', orderId).execute();
  await happened(tx, order, 'Buying the gamepass');
  return tx
    .insertInto('purchaseAttempts')
    .values({ orderId, accountId, passId, priceRobux, balanceBefore })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Records that an attempt which surely never arrived is sent once more, under the same key. */
export async function markAgain(tx: Tx, order: Order, attempt: Attempt): Promise<Attempt> {
  await tx.updateTable('orders').set({ status: 'processing' }).where('id', '=', order.id).execute();
  await happened(tx, order, 'Buying the gamepass once more');
  return tx
    .updateTable('purchaseAttempts')
    .set({
      state: 'marked',
      sendings: attempt.sendings + 1,
      quietLooks: 0,
      oddLooks: 0,
      markedAt: sql`now()`,
    })
    .where('id', '=', attempt.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The pass is bought: its seller is paid from the hold, once, and the order ends. */
export async function complete(
  tx: Tx,
  order: Order,
  attempt: Attempt,
  { balanceAfter, purchaseToken }: { balanceAfter: Robux | null; purchaseToken: string | null },
): Promise<void> {
  const robuxAmount = order.robuxAmount as Robux;
  await tx
    .updateTable('purchaseAttempts')
    .set({ state: 'bought', endedAt: sql`now()`, purchaseToken, reason: null })
    .where('id', '=', attempt.id)
    .execute();
  await lockWallet(tx, account.buyer(order.buyerId));
  await recordSale(tx, order.accountId, {
    robuxAmount,
    paidRobux: attempt.priceRobux as Robux,
    balanceAfter,
  });
  const booked = await post(tx, {
    key: `order ${order.id} completed`,
    kind: 'order.completed',
    hold: holdOf(order.id),
    postings: [
      {
        from: account.buyer(order.buyerId),
        to: account.seller(order.sellerId),
        amount: order.totalCents as Cents,
      },
    ],
  });
  if (booked === 'repeat') throw new Error(`order ${order.id} was paid before it ended`);
  await end(tx, order, 'completed', null);
  await happened(
    tx,
    order,
    `Gamepass bought: ${order.robuxAmount.toLocaleString('en-US')} Robux paid for it`,
  );
}

/** Closes an attempt that surely bought nothing. */
export async function closeAttempt(tx: Tx, attempt: Attempt, reason: string): Promise<void> {
  await tx
    .updateTable('purchaseAttempts')
    .set({ state: 'refused', endedAt: sql`now()`, reason })
    .where('id', '=', attempt.id)
    .execute();
}

/** The answer to a sent attempt is lost: nothing else happens to the order until it is known what it did. */
export async function becomeUnclear(tx: Tx, order: Order, attempt: Attempt, reason: string): Promise<void> {
  await tx
    .updateTable('purchaseAttempts')
    .set({ state: 'unclear', reason })
    .where('id', '=', attempt.id)
    .execute();
  await tx
    .updateTable('orders')
    .set({ status: 'unclear', lookAt: inSeconds(1) })
    .where('id', '=', order.id)
    .execute();
  await happened(tx, order, 'The answer of Roblox was lost: finding out whether the gamepass was bought');
}

/** Comes back to the order later. `why` is what buyer and seller read meanwhile; null: nothing worth a word. */
export async function comeBack(
  tx: Tx,
  order: Order,
  afterSeconds: number,
  why: string | null,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ lookAt: inSeconds(afterSeconds), tries: order.tries + 1 })
    .where('id', '=', order.id)
    .execute();
  if (why) await happened(tx, order, why);
}

/** Counts a look at an unclear attempt that did not tell, and comes back to it. */
export async function lookedAt(
  tx: Tx,
  order: Order,
  attempt: Attempt,
  { afterSeconds, ...looks }: Pick<Attempt, 'quietLooks' | 'oddLooks'> & { afterSeconds: number },
): Promise<void> {
  await tx.updateTable('purchaseAttempts').set(looks).where('id', '=', attempt.id).execute();
  const lookAt = inSeconds(order.status === 'manual' ? MANUAL_LOOK_SECONDS : afterSeconds);
  await tx.updateTable('orders').set({ lookAt }).where('id', '=', order.id).execute();
}

/** Not to be found out by us: the account rests, and the money stays held until the pass shows or somebody decides. */
export async function askSomebody(tx: Tx, order: Order): Promise<void> {
  await takeOffSale(tx, order.accountId, {
    status: 'offline',
    reason: 'A purchase by this account could not be verified. It is being looked into.',
  });
  await tx
    .updateTable('orders')
    .set({ status: 'manual', lookAt: inSeconds(MANUAL_LOOK_SECONDS) })
    .where('id', '=', order.id)
    .execute();
  await happened(tx, order, 'Roblox does not show whether the gamepass was bought: somebody looks into it');
}

/**
 * Hands the order to the cheapest other account within its rate; the hold becomes that account's total. An account
 * whose total the buyer's balance cannot carry is passed over; with none left the order fails and the money goes back.
 */
export async function handOn(tx: Tx, queue: Queue, order: Order, decision: AnotherAccount): Promise<void> {
  const robuxAmount = order.robuxAmount as Robux;
  await lockWallet(tx, account.buyer(order.buyerId));
  await releaseStock(tx, order.accountId, robuxAmount);
  if (decision.balance !== undefined) await correctBalance(tx, order.accountId, decision.balance);
  if (decision.offSale) await takeOffSale(tx, order.accountId, decision.offSale);
  const exclude = [...order.passedOver, order.accountId];
  for (;;) {
    const wanted = {
      robuxAmount,
      atMostRateCents: order.atMostRateCents as Rate,
      notOwnedBy: order.buyerId,
      exclude,
    };
    const next = await reserveStock(tx, wanted);
    if (!next) return refund(tx, order, decision.otherwise);
    const total = orderTotal(robuxAmount, next.rateCents);
    if (await canCarry(tx, order, total)) {
      const served = {
        accountId: next.id,
        sellerId: next.sellerId,
        rateCents: next.rateCents,
        totalCents: total,
      };
      const rest = { status: 'processing', passedOver: exclude, tries: 0, lookAt: inSeconds(10) };
      await tx
        .updateTable('orders')
        .set({ ...served, ...rest })
        .where('id', '=', order.id)
        .execute();
      await happened(tx, order, 'This seller could not buy the gamepass: another one takes over');
      await happened(
        tx,
        { ...order, ...served },
        `Handed on at $${dollarText(next.rateCents)} per 1000, $${dollarText(total)} held`,
      );
      return enqueue(tx, queue, 'orders.buy-gamepass', { orderId: order.id });
    }
    await releaseStock(tx, next.id, robuxAmount);
    exclude.push(next.id);
  }
}

/** Ends an order for which surely nothing was bought: stock and money go back. */
export async function fail(tx: Tx, order: Order, reason: string): Promise<void> {
  await lockWallet(tx, account.buyer(order.buyerId));
  await releaseStock(tx, order.accountId, order.robuxAmount as Robux);
  await refund(tx, order, reason);
}

async function refund(tx: Tx, order: Order, reason: string): Promise<void> {
  if (!(await voidHold(tx, holdOf(order.id)))) throw new Error(`order ${order.id} fails and holds nothing`);
  await end(tx, order, 'failed', reason);
  await happened(
    tx,
    order,
    `${reason.replace(/\.$/, '')}. $${dollarText(order.totalCents as Cents)} is back in the wallet`,
  );
}

async function end(
  tx: Tx,
  order: Order,
  status: 'completed' | 'failed',
  failureReason: string | null,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ status, failureReason, lookAt: null, endedAt: sql`now()` })
    .where('id', '=', order.id)
    .execute();
  await wipeCookie(tx, order.id);
}

/** The buyer's cookie has done what it may do. */
export async function wipeCookie(tx: Tx, orderId: string): Promise<void> {
  await tx.deleteFrom('orderCookies').where('orderId', '=', orderId).execute();
}

async function canCarry(tx: Tx, order: Order, total: Cents): Promise<boolean> {
  try {
    await resizeHold(tx, holdOf(order.id), total);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

async function correctBalance(tx: Tx, accountId: string, robuxBalance: Robux): Promise<void> {
  await tx
    .updateTable('robloxAccounts')
    .set({ robuxBalance, balanceReadAt: sql`now()`, updatedAt: sql`now()` })
    .where('id', '=', accountId)
    .execute();
}

const MANUAL_LOOK_SECONDS = 60;

const inSeconds = (seconds: number) => sql<Date>`now() + ${seconds} * interval '1 second'`;
