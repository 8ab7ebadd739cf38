import type { Selectable } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../platform/db/pool.ts';
import type { Orders, PurchaseAttempts } from '../../platform/db/types.generated.ts';

export type Order = Selectable<Orders>;
export type Attempt = Selectable<PurchaseAttempts>;

/** Locks an order together with all parts of its split order. Null if it has ended. What changes an order needs it locked. */
export async function lockOpen(tx: Tx, orderId: string): Promise<Order | null> {
  const whole = tx.selectFrom('orders').where('id', '=', orderId).select('splitId');
  const locked = await tx
    .selectFrom('orders')
    .where((is) => is.or([is('id', '=', orderId), is('splitId', '=', whole)]))
    .selectAll()
    .orderBy('id')
    .forUpdate()
    .execute();
  const order = locked.find(({ id }) => id === orderId);
  return order && order.endedAt === null ? order : null;
}

/** Changes an order in a transaction of its own. Does nothing if the order has ended. */
export function changeOpen(
  db: Db,
  { id }: Pick<Order, 'id'>,
  change: (tx: Tx, order: Order) => Promise<void>,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const order = await lockOpen(tx, id);
    if (order) await change(tx, order);
  });
}
