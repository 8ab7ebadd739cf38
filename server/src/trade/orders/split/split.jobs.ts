import type { Db } from '../../../platform/db/pool.ts';
import { inTransaction } from '../../../platform/db/pool.ts';
import { fail, letRest, lockOpen, type Order } from '../purchasing/fulfilment.ts';
import { wholeId } from './parts.ts';

/**
 * Whether it is a part's turn: those before it have ended, since all of them set the price of one pass. One that waits
 * for longer than the buyer's cookie is kept is given back.
 */
export async function isItsTurn(db: Db, order: Order): Promise<boolean> {
  if (order.splitId === null) return true;
  const before = await db
    .selectFrom('orders')
    .where('splitId', '=', order.splitId)
    .where('part', '<', order.part)
    .where('endedAt', 'is', null)
    .select('id')
    .executeTakeFirst();
  if (!before) return true;
  const cookie = await db
    .selectFrom('orderCookies')
    .where('orderId', '=', wholeId(order))
    .select('orderId')
    .executeTakeFirst();
  await inTransaction(db, async (tx) => {
    const still = await lockOpen(tx, order.id);
    if (!still) return;
    if (cookie) await letRest(tx, still, 30, 'Waits until the part before it is bought');
    else await fail(tx, still, 'The part before it took longer than your cookie is kept');
  });
  return false;
}
