import { type Cents, cents, dollarsOf } from '@sterling/contract/money.ts';
import { phrase } from '@sterling/contract/texts.ts';
import { type Selectable, sql } from 'kysely';
import { account, post } from '../../../money/ledger/ledger.ts';
import { inSeconds, moment, notify, type Tx } from '../../../platform/db/pool.ts';
import type { LatePurchases } from '../../../platform/db/types.generated.ts';
import { refuse } from '../../../refusal.ts';
import { isDeleted } from '../../reviews/parties.ts';
import { openReview } from '../../reviews/reviews.ts';
import type { Order } from '../order.ts';
import { type MAYBE_BOUGHT_STATES, OPEN_STATES } from '../purchasing/attempts.rules.ts';

export type LatePurchase = Selectable<LatePurchases>;

/** Keeps looking for a purchase after its order moves on. Call it before the locked order changes. */
export async function watchLatePurchase(
  tx: Tx,
  order: Order,
  priceRobux = order.manualPriceRobux ?? order.robuxAmount,
): Promise<void> {
  const { id: orderId, accountId, sellerId, passId, totalCents } = order;
  await tx
    .insertInto('latePurchases')
    .values(({ selectFrom }) => ({
      orderId,
      accountId,
      sellerId,
      passId,
      priceRobux,
      totalCents,
      robloxUserId: selectFrom('robloxAccounts').where('id', '=', accountId).select('robloxUserId'),
    }))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Keeps looking for the purchase of a locked order if one was sent to Roblox through its account. Its refusal may be wrong, and a
 * purchase may appear after the checks that found none.
 */
export async function watchSentPurchase(tx: Tx, order: Order): Promise<void> {
  const sent = await tx
    .selectFrom('purchaseAttempts')
    .where('orderId', '=', order.id)
    .where('accountId', '=', order.accountId)
    .where('wasSent', '=', true)
    .orderBy('markedAt', 'desc')
    .limit(1)
    .select('priceRobux')
    .executeTakeFirst();
  if (sent) await watchLatePurchase(tx, order, sent.priceRobux);
}

/** Keeps looking after staff rejected a locked order that its seller buys by hand, unless they knew of a purchase at another price. */
export async function watchRejected(tx: Tx, order: Order): Promise<void> {
  const known = await tx
    .selectFrom('manualOrders')
    .where('orderId', '=', order.id)
    .where('accountId', '=', order.accountId)
    .select('otherPriceRobux')
    .executeTakeFirst();
  if (known?.otherPriceRobux === null) await watchLatePurchase(tx, order);
}

/** What a look found. `paidRobux`: the price in the account's records; null without a record. */
export interface LateFinding {
  readonly owns: boolean | null;
  readonly paidRobux: number | null;
  readonly areRecordsRead: boolean;
}

export const LOOK_FOR_HOURS = 24;
/** The next look follows after this part of the time since the order moved on. */
export const LOOK_AFTER_PART = 0.1;
/** A record may appear later than the ownership, and an account may hide its records. */
const MAX_LOOKS_WITHOUT_RECORD = 3;
const RECORD_SECONDS = 60;

/**
 * Records a look. A purchase that shows up opens a review for an owner, once. Without one, the next look follows after a tenth of
 * the time since the order moved on, for a day.
 */
export async function recordLook(tx: Tx, id: string, finding: LateFinding): Promise<void> {
  const late = await lockLate(tx, id);
  if (late.nextLookAt === null) return;
  const isOpen = await isBeingBought(tx, late);
  if (await isExplained(tx, late)) return schedule(tx, id, null);
  if (!finding.owns || isOpen) {
    const next = sql<Date | null>`case when now() < left_at + ${LOOK_FOR_HOURS} * interval '1 hour'
      then now() + greatest((now() - left_at) * ${sql.lit(LOOK_AFTER_PART)}, interval '1 minute') end`;
    return schedule(tx, id, next);
  }
  const ownedLooks = late.ownedLooks + 1;
  await tx.updateTable('latePurchases').set({ ownedLooks }).where('id', '=', id).execute();
  if (finding.paidRobux === null && ownedLooks < MAX_LOOKS_WITHOUT_RECORD)
    return schedule(tx, id, inSeconds(RECORD_SECONDS));
  await schedule(tx, id, null);
  await openReview(tx, {
    kind: 'late_purchase',
    subjectId: id,
    userId: late.sellerId,
    facts: await factsOf(tx, late, finding),
  });
}

/** All entries of the Roblox account, because its seller may have removed it and added it again. */
const entriesOf = ({ accountId, robloxUserId }: LatePurchase) =>
  sql<string>`(select id from roblox_accounts where id = ${accountId} or roblox_user_id = ${robloxUserId})`;

/**
 * Whether the account is buying the pass for an open order, by hand or not, so that nobody knows yet why it owns the pass. Read before
 * `isExplained`, which knows that order when it has ended.
 */
async function isBeingBought(tx: Tx, late: LatePurchase): Promise<boolean> {
  const attempt = await attemptIn(tx, late, OPEN_STATES);
  if (attempt) return true;
  const order = await tx
    .selectFrom('orders')
    .where('accountId', 'in', entriesOf(late))
    .where('passId', '=', late.passId)
    .where('status', '=', 'manual')
    .where('nextCheckAt', 'is not', null)
    .select('id')
    .executeTakeFirst();
  return order !== undefined;
}

/** Another order explains why the account owns the pass: the account was paid for it, even by the house. */
async function isExplained(tx: Tx, late: LatePurchase): Promise<boolean> {
  if (await attemptIn(tx, late, ['bought'])) return true;
  const paid = await tx
    .selectFrom('latePurchases')
    .where('accountId', 'in', entriesOf(late))
    .where('passId', '=', late.passId)
    .where('id', '<>', late.id)
    .where('paidAt', 'is not', null)
    .select('id')
    .executeTakeFirst();
  return paid !== undefined;
}

async function attemptIn(
  tx: Tx,
  late: LatePurchase,
  states: readonly (typeof MAYBE_BOUGHT_STATES)[number][],
): Promise<boolean> {
  const attempt = await tx
    .selectFrom('purchaseAttempts')
    .where('accountId', 'in', entriesOf(late))
    .where('passId', '=', late.passId)
    .where('state', 'in', states)
    .select('id')
    .executeTakeFirst();
  return attempt !== undefined;
}

async function factsOf(tx: Tx, late: LatePurchase, { paidRobux, areRecordsRead }: LateFinding) {
  const order = await tx
    .selectFrom('orders')
    .where('id', '=', late.orderId)
    .select('status')
    .executeTakeFirstOrThrow();
  return {
    orderId: late.orderId,
    amount: dollarsOf(cents(late.totalCents)),
    orderedRobux: late.priceRobux,
    paidRobux,
    owned: 'yes',
    records: paidRobux === null && areRecordsRead ? 'no record' : areRecordsRead ? 'readable' : 'unreadable',
    leftAt: late.leftAt,
    orderNow: order.status,
  };
}

/**
 * Applies an owner's decision. Approval pays the seller from the house what the order was worth, once. Refuses with review_closed
 * when the account was paid for this pass otherwise, or has an open order for it, and with user_not_found when the seller has
 * deleted their account.
 */
export async function decideLatePurchase(tx: Tx, id: string, decision: 'approve' | 'reject'): Promise<void> {
  const late = await lockLate(tx, id);
  if (decision === 'reject') return;
  if (await isDeleted(tx, late.sellerId))
    refuse('user_not_found', {
      hint: phrase('The account was deleted, so nobody could use the money. Choose “Do not pay”.'),
    });
  if (await isBeingBought(tx, late))
    refuse('review_closed', {
      hint: phrase('The account has an open order for this gamepass. Decide when that order has ended.'),
    });
  if (late.paidAt !== null || (await isExplained(tx, late)))
    refuse('review_closed', {
      hint: phrase('The account has another order for this gamepass. Choose “Do not pay”.'),
    });
  await post(tx, {
    key: `late purchase ${id}`,
    kind: 'late_purchase.paid',
    postings: [
      { from: account.adjustments, to: account.seller(late.sellerId), amount: late.totalCents as Cents },
    ],
  });
  await tx.updateTable('latePurchases').set({ paidAt: moment }).where('id', '=', id).execute();
  await notify(tx, 'wallet', late.sellerId);
}

/** Locks all late purchases of the gamepass by the Roblox account, because one purchase may explain several, and returns one of them. */
async function lockLate(tx: Tx, id: string): Promise<LatePurchase> {
  const one = await tx.selectFrom('latePurchases').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
  const rows = await tx
    .selectFrom('latePurchases')
    .where('accountId', 'in', entriesOf(one))
    .where('passId', '=', one.passId)
    .selectAll()
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.find((row) => row.id === id)!;
}

async function schedule(
  tx: Tx,
  id: string,
  nextLookAt: Date | null | ReturnType<typeof inSeconds> | ReturnType<typeof sql<Date | null>>,
): Promise<void> {
  await tx.updateTable('latePurchases').set({ nextLookAt }).where('id', '=', id).execute();
}
