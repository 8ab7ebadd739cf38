import { type Db, notify, type Tx } from '../db/pool.ts';

interface Parties {
  readonly id: string;
  readonly buyerId: string;
  readonly sellerId: string;
}

/** Adds to an order's timeline what buyer and seller shall read, and tells who watches them. The same twice in a row is said once. */
export async function happened(tx: Tx, { id, buyerId, sellerId }: Parties, what: string): Promise<void> {
  const last = await tx
    .selectFrom('orderEvents')
    .where('orderId', '=', id)
    .select('what')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last?.what !== what) await tx.insertInto('orderEvents').values({ orderId: id, what }).execute();
  await tellParties(tx, { id, buyerId, sellerId });
}

/** Tells who watches them that something happened to an order. */
export async function tellParties(db: Db | Tx, { id, buyerId, sellerId }: Parties): Promise<void> {
  await notify(db, 'orders', JSON.stringify({ orderId: id, buyerId, sellerId }));
}

export interface Happening {
  readonly at: string;
  readonly what: string;
}

/** Timelines of some orders, each oldest first. */
export async function timelinesOf(
  db: Db | Tx,
  orderIds: readonly string[],
): Promise<Map<string, Happening[]>> {
  const timelines = new Map<string, Happening[]>(orderIds.map((id) => [id, []]));
  if (orderIds.length === 0) return timelines;
  const rows = await db
    .selectFrom('orderEvents')
    .where('orderId', 'in', orderIds)
    .select(['orderId', 'at', 'what'])
    .orderBy('id')
    .execute();
  for (const { orderId, at, what } of rows) timelines.get(orderId)!.push({ at: at.toISOString(), what });
  return timelines;
}
