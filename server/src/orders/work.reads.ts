import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Attempt, Order } from './fulfilment.ts';

/** What a worker needs to know about an order that has not ended. */
export interface Work {
  readonly order: Order;
  readonly robloxUserId: string;
  readonly fulfilment: string;
  /** The attempt of this order that may have bought. */
  readonly attempt: OpenAttempt | null;
  /** Another order's attempt by the same account is not cleared up. */
  readonly isBlocked: boolean;
}

export interface OpenAttempt extends Attempt {
  /** Since it was sent, by the database's clock. */
  readonly ageMs: number;
}

/** An order with its account and open attempt; null when it has ended. */
export async function readWork(db: Db, orderId: string): Promise<Work | null> {
  const order = await db
    .selectFrom('orders')
    .where('id', '=', orderId)
    .where('endedAt', 'is', null)
    .selectAll()
    .executeTakeFirst();
  if (!order) return null;
  const account = await db
    .selectFrom('robloxAccounts')
    .where('id', '=', order.accountId)
    .select(['robloxUserId', 'fulfilment'])
    .executeTakeFirstOrThrow();
  const attempts = await db
    .selectFrom('purchaseAttempts')
    .where('state', 'in', ['marked', 'unclear'])
    .where('accountId', '=', order.accountId)
    .selectAll()
    .select(sql<number>`(extract(epoch from clock_timestamp() - marked_at) * 1000)::bigint`.as('ageMs'))
    .execute();
  return {
    order,
    robloxUserId: String(account.robloxUserId),
    fulfilment: account.fulfilment,
    attempt: attempts.find((attempt) => attempt.orderId === orderId) ?? null,
    isBlocked: attempts.some((attempt) => attempt.orderId !== orderId),
  };
}
