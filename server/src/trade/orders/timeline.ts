import type { RobuxOrder } from '@sterling/contract/orders.ts';
import { type Db, notify, type Tx } from '../../platform/db/pool.ts';

interface Parties {
  readonly id: string;
  readonly buyerId: string;
  readonly sellerId: string;
}

/** Adds to an order's timeline what buyer and seller shall read, and tells who watches them. The same twice in a row is said once. */
export async function happened(tx: Tx, { id, buyerId, sellerId }: Parties, what: string): Promise<void> {
  const { status, said } = await tx
    .selectFrom('orders as o')
    .where('o.id', '=', id)
    .select(({ selectFrom }) => [
      'o.status',
      selectFrom('orderEvents as e')
        .whereRef('e.orderId', '=', 'o.id')
        .select('e.what')
        .orderBy('e.id', 'desc')
        .limit(1)
        .as('said'),
    ])
    .executeTakeFirstOrThrow();
  if (said !== what) await tx.insertInto('orderEvents').values({ orderId: id, what }).execute();
  await tellParties(tx, { id, buyerId, sellerId }, status);
}

/** Tells who watches them that something happened to an order, and the state that it is in. */
export async function tellParties(
  db: Db | Tx,
  { id, buyerId, sellerId }: Parties,
  status: string,
): Promise<void> {
  const said = { orderId: id, state: shownStatus(status), buyerId, sellerId };
  await notify(db, 'orders', JSON.stringify(said));
}

/** The seed's words: what is unclear or in somebody's hands is still being processed (money.md, States). */
export const shownStatus = (status: string): RobuxOrder['status'] =>
  status === 'unclear' || status === 'manual' ? 'processing' : (status as RobuxOrder['status']);

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
