import { phrase } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';
import type { Attempt, Order } from './order.ts';
import { OPEN_STATES } from './purchasing/attempts.rules.ts';

/** What a worker needs to process an open order. */
export interface Work {
  readonly order: Order;
  readonly robloxUserId: string;
  readonly fulfilment: string;
  /** The order's attempt that may have bought the pass. */
  readonly attempt: OpenAttempt | null;
  /** The wait after the order's last try has not ended. */
  readonly isWaiting: boolean;
  /** Another order of the same account has an unclear attempt. */
  readonly isBlocked: boolean;
  /** The account has bought the pass, or its seller has to buy it by hand for an open order, including for this one (view `taken_passes`). */
  readonly isPassTaken: boolean;
  /** The order, or its pre-order, is older than a restore of the database. It may have been bought since the backup. */
  readonly isRestored: boolean;
}

export interface OpenAttempt extends Attempt {
  /** Milliseconds since the attempt was marked, by the database's clock. */
  readonly ageMs: number;
  /** Milliseconds since its call ended, by the database's clock. Null: nobody knows. */
  readonly callEndedMs: number | null;
}

/** An order with its account and open attempt. Null if the order has ended. */
export async function readWork(db: Db, orderId: string): Promise<Work | null> {
  const found = await db
    .selectFrom('orders')
    .where('id', '=', orderId)
    .where('endedAt', 'is', null)
    .selectAll()
    .select(sql<boolean>`not_before is not null and not_before > clock_timestamp()`.as('isWaiting'))
    .select(IS_RESTORED.as('isRestored'))
    .executeTakeFirst();
  if (!found) return null;
  const { isWaiting, isRestored, ...order } = found;
  const account = await db
    .selectFrom('robloxAccounts')
    .where('id', '=', order.accountId)
    .select(['robloxUserId', 'fulfilment'])
    .executeTakeFirstOrThrow();
  const attempts = await db
    .selectFrom('purchaseAttempts')
    .where('state', 'in', OPEN_STATES)
    .where('accountId', '=', order.accountId)
    .selectAll()
    .select(millisecondsSince('marked_at').as('ageMs'))
    .select(millisecondsSince('call_ended_at').$castTo<number | null>().as('callEndedMs'))
    .execute();
  return {
    order,
    isWaiting,
    isRestored,
    robloxUserId: String(account.robloxUserId),
    fulfilment: account.fulfilment,
    attempt: attempts.find((attempt) => attempt.orderId === orderId) ?? null,
    isBlocked: attempts.some((attempt) => attempt.orderId !== orderId && attempt.holdsAccount),
    isPassTaken: await isPassTaken(db, order),
  };
}

const millisecondsSince = (column: 'marked_at' | 'call_ended_at') =>
  sql<number>`(extract(epoch from clock_timestamp() - ${sql.ref(column)}) * 1000)::bigint`;

const IS_RESTORED = sql<boolean>`exists (
  select from restores r where r.at >= coalesce(
    (select p.created_at from pre_orders p where p.order_id = orders.id), orders.created_at))`;

/** Whether the order, or its pre-order, is older than a restore of the database. */
export async function isOlderThanRestore(tx: Tx, orderId: string): Promise<boolean> {
  const { isRestored } = await tx
    .selectFrom('orders')
    .where('id', '=', orderId)
    .select(IS_RESTORED.as('isRestored'))
    .executeTakeFirstOrThrow();
  return isRestored;
}

async function isPassTaken(db: Db, { accountId, passId }: Order): Promise<boolean> {
  const taken = await db
    .selectFrom('takenPasses')
    .where('accountId', '=', accountId)
    .where('passId', '=', passId)
    .select('accountId')
    .limit(1)
    .executeTakeFirst();
  return taken !== undefined;
}

/** An order that the seller has to buy by hand. Refuses with order_not_found if it is not theirs, and with out_of_order in any other state. */
export async function readManualOrder(
  db: Db,
  sellerId: string,
  orderId: string,
): Promise<{ order: Order; robloxUserId: string }> {
  const row = await db
    .selectFrom('orders')
    .innerJoin('robloxAccounts as a', 'a.id', 'orders.accountId')
    .where('orders.id', '=', orderId)
    .where('orders.sellerId', '=', sellerId)
    .selectAll('orders')
    .select('a.robloxUserId')
    .executeTakeFirst();
  if (!row) return refuse('order_not_found');
  if (row.status !== 'manual' || row.manualDeadline === null) {
    return refuse('out_of_order', { hint: phrase("This order isn't waiting for you to buy its gamepass.") });
  }
  return { order: row, robloxUserId: String(row.robloxUserId) };
}
