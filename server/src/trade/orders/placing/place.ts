import { MAX_RATE, orderTotal } from '@sterling/contract/money.ts';
import { account, hold, lockWallet } from '../../../money/ledger/ledger.ts';
import { isEmergencyStopped } from '../../../people/settings/settings.reads.ts';
import type { Tx } from '../../../platform/db/pool.ts';
import { enqueue, type Queue } from '../../../platform/jobs/queue.ts';
import type { Vault } from '../../../platform/vault/vault.ts';
import { refuse } from '../../../refusal.ts';
import { keepCookie } from '../../../supply/roblox-accounts/order-cookies.ts';
import { type ReservedAccount, reserveStock } from '../../../supply/roblox-accounts/stock.ts';
import { orderHoldKey } from '../split/parts.ts';
import { type PlacedParts, placeParts } from '../split/split.ts';
import { refuseOverBuyingLimit } from './buying-limits.ts';
import { insertOrder } from './order-row.ts';
import type { NewOrder } from './placement-request.ts';

/**
 * Places one order of an allowed size (`refuseSize`) on the careful path: reserves stock, holds the buyer's money, and
 * enqueues the purchase. If no single account can fill it and the buyer gave a cookie, it is split. Returns its id. Refuses
 * with service_unavailable, out_of_stock, insufficient_balance, wallet_frozen, pass_in_use, account_too_new or spending_limit.
 */
export async function place(
  tx: Tx,
  { queue, vault }: { queue: Queue; vault: Vault },
  buyerId: string,
  order: NewOrder,
): Promise<string> {
  const { robuxAmount, pass, buyerCookie } = order;
  await lockWallet(tx, account.buyer(buyerId));
  const wanted = {
    robuxAmount,
    maxRateCents: order.maxRateCents ?? MAX_RATE,
    notOwnedBy: buyerId,
    passId: pass.id,
    exclude: [],
  };
  const one = await reserveStock(tx, wanted);
  // a stop may have begun during the waits for locks, and nothing is placed after its answer
  if (await isEmergencyStopped(tx)) refuse('service_unavailable');
  if (!one && buyerCookie === undefined) refuse('out_of_stock');
  const cookie = one && order.isPriced ? undefined : buyerCookie;
  const { id, firstId, sellerId, rateCents } = one
    ? await placeWhole(tx, buyerId, order, one, cookie !== undefined)
    : await placeParts(tx, { buyerId, pass, wanted });
  const total = orderTotal(robuxAmount, rateCents);
  await refuseOverBuyingLimit(tx, buyerId, total);
  await hold(tx, orderHoldKey({ id, splitId: null }), account.buyer(buyerId), total);
  if (cookie !== undefined) await keepCookie(tx, vault, id, cookie);
  await enqueue(tx, queue, 'orders.buy-gamepass', { orderId: firstId, sellerId });
  return id;
}

async function placeWhole(
  tx: Tx,
  buyerId: string,
  { robuxAmount, pass, maxRateCents }: NewOrder,
  { id: accountId, sellerId, rateCents }: ReservedAccount,
  setsPrice: boolean,
): Promise<PlacedParts> {
  const id = await insertOrder(tx, pass, {
    buyerId,
    accountId,
    sellerId,
    robuxAmount,
    rateCents,
    maxRateCents: maxRateCents ?? rateCents,
    totalCents: orderTotal(robuxAmount, rateCents),
    setsPrice,
  });
  return { id, firstId: id, sellerId, rateCents };
}
