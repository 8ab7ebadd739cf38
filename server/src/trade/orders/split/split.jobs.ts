import { text } from '@sterling/contract/texts.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { changeOpen, type Order } from '../order.ts';
import { fail, postpone } from '../purchasing/outcomes.ts';
import { wholeId } from './parts.ts';

/**
 * Whether a part may be bought now. All parts set the price of one pass, so earlier parts must have ended; otherwise the
 * part is postponed, or failed if the buyer's cookie was already deleted.
 */
export async function checkTurn(db: Db, order: Order): Promise<boolean> {
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
  await changeOpen(db, order, (tx, still) =>
    cookie ? postpone(tx, still, 30, 'earlier_part') : fail(tx, still, COOKIE_DELETED),
  );
  return false;
}

const COOKIE_DELETED = text('The previous part took longer than we keep your cookie');
