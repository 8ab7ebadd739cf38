import { text } from '@sterling/contract/texts.ts';
import { lockBuyers } from '../../money/ledger/ledger.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { giveToStaff } from './failures.ts';
import { endTimeToBuy, isByHand } from './manual/manual.ts';
import { lockOpen } from './order.ts';
import { MAYBE_BOUGHT_STATES } from './purchasing/attempts.rules.ts';
import { fail, reassign } from './purchasing/outcomes.ts';
import { isOlderThanRestore } from './work.reads.ts';

/**
 * Stops the open orders of a banned person whose purchase was not sent to Roblox. As buyer, they are refunded. As seller,
 * their orders are reassigned or refunded. Orders that were sent or that a seller buys by hand continue, but a banned seller has no more
 * time to buy. Staff decide orders from before a restore.
 */
export async function stopOrdersOf(tx: Tx, queue: Queue, userId: string, reason: string): Promise<void> {
  await stopPresent(tx, queue, userId, reason);
  // a pre-order that was being matched is an order now, or waited for the wallet and sees the ban
  await stopPresent(tx, queue, userId, reason);
}

async function stopPresent(tx: Tx, queue: Queue, userId: string, reason: string): Promise<void> {
  const open = await lockOrdersOf(tx, userId);
  // all of them before the first order takes the stock lock (docs/guide/money.md, Locks)
  await lockBuyers(tx, [userId, ...open.map(({ buyerId }) => buyerId)]);
  for (const { id } of open) {
    const order = await lockOpen(tx, id);
    if (order?.sellerId === userId && isByHand(order)) await endTimeToBuy(tx, order);
    if (!order || order.status === 'manual' || (await isSent(tx, id))) continue;
    if (await isOlderThanRestore(tx, id)) await giveToStaff(tx, order, BANNED_AFTER_RESTORE);
    else if (order.buyerId === userId) await fail(tx, order, reason);
    else if (order.sellerId === userId)
      await reassign(tx, queue, order, { otherwise: text('No other seller could deliver it') });
  }
}

/** Only Roblox knows whether such an order was bought since the backup, and it is not asked while these locks are held. */
const BANNED_AFTER_RESTORE = text(
  'The database was restored, and then the buyer or the seller was banned. Approve only if the Roblox records of the account show that the gamepass was bought for this order',
);

/**
 * Locks the open orders of a person as buyer and seller, and returns them. Call it before the first wallet and the stock are
 * locked, because workers hold an order when they wait for these.
 */
export async function lockOrdersOf(tx: Tx, userId: string): Promise<{ id: string; buyerId: string }[]> {
  const open = await tx
    .selectFrom('orders')
    .where('endedAt', 'is', null)
    .where((is) => is.or([is('buyerId', '=', userId), is('sellerId', '=', userId)]))
    .select(['id', 'buyerId'])
    .orderBy('id')
    .execute();
  for (const { id } of open) await lockOpen(tx, id);
  return open;
}

/** Whether an attempt of the order has bought the pass or may have bought it. */
async function isSent(tx: Tx, orderId: string): Promise<boolean> {
  const attempt = await tx
    .selectFrom('purchaseAttempts')
    .where('orderId', '=', orderId)
    .where('state', 'in', MAYBE_BOUGHT_STATES)
    .select('id')
    .executeTakeFirst();
  return attempt !== undefined;
}
