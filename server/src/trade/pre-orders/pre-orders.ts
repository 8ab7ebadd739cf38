import { type Cents, orderTotal, type Rate, type Robux } from '@sterling/contract/money.ts';
import { phrase, text } from '@sterling/contract/texts.ts';
import { type Selectable, sql } from 'kysely';
import { account, isFrozen, lockWallet, refuseFrozen, walletBalance } from '../../money/ledger/ledger.ts';
import { isEmergencyStopped } from '../../people/settings/settings.reads.ts';
import { record } from '../../platform/audit/audit.ts';
import { claimInTurns } from '../../platform/db/claims.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { PreOrders } from '../../platform/db/types.generated.ts';
import { usd } from '../../platform/formats.rules.ts';
import { refuse } from '../../refusal.ts';
import { type PassToBuy, passColumns } from '../orders/placing/order-row.ts';
import { refuseParty } from '../reviews/parties.ts';
import type { PassFound } from './pre-orders.rules.ts';

export interface NewPreOrder {
  readonly robuxAmount: Robux;
  readonly maxRateCents: Rate;
  /** Its price is the amount. */
  readonly pass: PassToBuy;
}

/**
 * Adds a pre-order to the end of the queue, matches immediately, and returns its id. Refuses with service_unavailable,
 * wallet_frozen, or insufficient_balance if the buyer could not pay all of their waiting pre-orders at their maximum rates.
 */
export async function placePreOrder(tx: Tx, buyerId: string, preOrder: NewPreOrder): Promise<string> {
  const { robuxAmount, maxRateCents, pass } = preOrder;
  if (await isEmergencyStopped(tx)) refuse('service_unavailable');
  await lockMatching(tx);
  await lockWallet(tx, account.buyer(buyerId));
  const maxTotalCents = orderTotal(robuxAmount, maxRateCents);
  await refuseShortage(tx, buyerId, maxTotalCents);
  const { id } = await tx
    .insertInto('preOrders')
    .values({
      buyerId,
      robuxAmount,
      maxRateCents,
      maxTotalCents,
      affordableRateCents: maxRateCents,
      ...passColumns(pass),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await matchPreOrders(tx);
  return id;
}

/** Locks the queue until the transaction ends. Lock order: matching, wallets, stock (docs/guide/money.md, Locks). */
async function lockMatching(tx: Tx): Promise<void> {
  await sql`select lock_matching()`.execute(tx);
}

/** Refuses with wallet_frozen, or with insufficient_balance if the buyer cannot pay this in addition to all waiting pre-orders. */
export async function refuseShortage(db: Db | Tx, buyerId: string, maxTotalCents: Cents): Promise<void> {
  if (await isFrozen(db, buyerId)) refuseFrozen();
  const { available } = await walletBalance(db, buyerId, 'buyer');
  const { waiting } = await db
    .selectFrom('preOrders')
    .where('buyerId', '=', buyerId)
    .where('status', '=', 'waiting')
    .select(({ fn }) => sql<number>`coalesce(${fn.sum('maxTotalCents')}, 0)::bigint`.as('waiting'))
    .executeTakeFirstOrThrow();
  const missing = waiting + maxTotalCents - available;
  if (missing <= 0) return;
  const amount = () => usd(missing);
  refuse('insufficient_balance', {
    hint:
      waiting > 0
        ? phrase('Please deposit {amount} more. Your waiting pre-orders need {waiting}.', {
            amount,
            waiting: () => usd(waiting),
          })
        : phrase('Please deposit {amount} more.', { amount }),
  });
}

/**
 * Matches waiting pre-orders with stock, strictly in the order of placing; none during an emergency stop. Returns how many
 * were matched; call again until it returns 0. New stock is matched by triggers, so this is for all other changes.
 */
export async function matchPreOrders(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{
    matched: number;
  }>`select p_matched as matched from match_pre_orders(null)`.execute(db);
  return rows[0]!.matched;
}

/** Adds the latest changes of the queue to its counts. Only one process does it at a time. */
export async function foldQueueCounts(db: Db): Promise<void> {
  await sql`select fold_pre_order_blocks()`.execute(db);
}

/**
 * Closes the waiting pre-orders of people whose access ended or who were deleted, and returns their number. A matched pre-order
 * continues as an order, but never waits again.
 */
export async function closePreOrdersOf(tx: Tx, buyerIds: readonly string[], reason: string): Promise<number> {
  if (buyerIds.length === 0) return 0;
  await lockMatching(tx);
  const theirs = tx.updateTable('preOrders').where('buyerId', 'in', buyerIds);
  await theirs
    .set({ closeReason: reason })
    .where('status', '=', 'matched')
    .where('closeReason', 'is', null)
    .where(sql<boolean>`exists (
      select from orders o where o.id = pre_orders.order_id and o.status not in ('completed', 'failed'))`)
    .execute();
  const { numUpdatedRows } = await theirs
    .set(closed(reason))
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export interface Closing {
  readonly reason: string;
  readonly ownerId: string;
}

/**
 * Closes a pre-order for the owner and writes an audit entry. A matched one continues as an order, but never waits again.
 * Returns the buyer's id. Refuses with not_found, out_of_order if it is closed, and unauthorized if it is the owner's own.
 */
export async function closePreOrder(tx: Tx, id: string, { reason, ownerId }: Closing): Promise<string> {
  await lockMatching(tx);
  const found = await tx
    .selectFrom('preOrders')
    .where('id', '=', id)
    .select(['buyerId', 'status', 'closeReason'])
    .forUpdate()
    .executeTakeFirst();
  const { buyerId, status, closeReason } = found ?? refuse('not_found');
  refuseParty([buyerId], ownerId);
  if (closeReason !== null) refuse('out_of_order', { hint: phrase('This pre-order is closed already.') });
  const change = status === 'waiting' ? closed(reason) : { closeReason: reason };
  await tx.updateTable('preOrders').set(change).where('id', '=', id).execute();
  await record(tx, {
    actorId: ownerId,
    action: 'pre-orders.closed',
    subjectId: id,
    before: { status },
    reason,
  });
  return buyerId;
}

/** Records a pass check of a pre-order that waits for its pass: it can be matched again, waits longer, or is closed. */
export async function recordPassCheck(db: Db | Tx, preOrderId: string, found: PassFound): Promise<void> {
  const change = {
    right: { waitsFor: 'stock', nextCheckAt: null, missingChecks: 0 },
    wrong: { nextCheckAt: inThirtySeconds, missingChecks: 0 },
    missing: { nextCheckAt: inThirtySeconds, missingChecks: sql<number>`missing_checks + 1` },
    gone: GONE,
  }[found];
  const checked = db.updateTable('preOrders').where('id', '=', preOrderId).where('waitsFor', '=', 'pass');
  await checked.set(change).execute();
  if (found === 'missing') await checked.set(GONE).where('missingChecks', '>=', MAX_MISSING_CHECKS).execute();
}

/** The checks of about ten minutes. Roblox may say for a moment that a pass does not exist. */
const MAX_MISSING_CHECKS = 20;

const inThirtySeconds = sql<Date>`now() + interval '30 seconds'`;

const closed = (reason: string) => ({
  status: 'closed',
  waitsFor: null,
  nextCheckAt: null,
  closeReason: reason,
});

const GONE = closed(text('The gamepass is no longer the one that you pre-ordered'));

export interface PassToCheck {
  readonly id: string;
  readonly robuxAmount: Robux;
  readonly passId: string;
  readonly productId: string;
  readonly creatorType: string;
  readonly creatorTargetId: string;
}

const MAX_CLAIMED = 50;

/** Claims due pass checks for 30 seconds, of each buyer in turn. Those of people who may not buy wait. */
export async function claimDuePassChecks(db: Db): Promise<PassToCheck[]> {
  const rows = await claimInTurns<ClaimedCheck>(db, {
    table: 'pre_orders',
    owner: 'buyer_id',
    dueAt: 'next_check_at',
    most: MAX_CLAIMED,
    isDue: sql`next_check_at <= now() and (select may_buy(u) from users u where u.id = pre_orders.buyer_id)`,
    nextAt: inThirtySeconds,
    columns: sql`id, robux_amount, pass_id, product_id, creator_type, creator_target_id`,
  });
  return rows.map(({ id, robuxAmount, creatorType, ...ids }) => ({
    id,
    robuxAmount: robuxAmount as Robux,
    creatorType,
    passId: String(ids.passId),
    productId: String(ids.productId),
    creatorTargetId: String(ids.creatorTargetId),
  }));
}

type ClaimedCheck = Pick<
  Selectable<PreOrders>,
  'id' | 'robuxAmount' | 'passId' | 'productId' | 'creatorType' | 'creatorTargetId'
>;
