import type { StockAlert } from '@sterling/contract/account-history.ts';
import type { Robux } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { type Db, inTransaction, notify, type Tx } from '../../platform/db/pool.ts';

/** A seller's alert for low stock, and what they can sell now. */
export async function readStockAlert(db: Db | Tx, userId: string): Promise<StockAlert> {
  const { rows } = await sql<StockAlert>`
    select a.robux, robux_for_sale(u.id) as for_sale, coalesce(a.is_low, false) as is_low
    from users u left join stock_alerts a on a.user_id = u.id where u.id = ${userId}`.execute(db);
  return rows[0]!;
}

/** Sets below how many Robux a seller's stock is low; null ends the alert. Stock that is low already makes no news. */
export async function setStockAlert(tx: Tx, userId: string, robux: Robux | null): Promise<void> {
  if (robux === null) return forgetStockAlertsOf(tx, [userId]);
  await sql`
    insert into stock_alerts (user_id, robux, is_low) values (${userId}, ${robux}, robux_for_sale(${userId}) < ${robux})
    on conflict (user_id) do update set robux = excluded.robux, is_low = excluded.is_low`.execute(tx);
}

/** Adds the news for sellers whose stock has fallen below their threshold. Returns how many. */
export async function tellLowStock(db: Db): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ sellerId: string }>`select * from notify_low_stock()`.execute(tx);
    for (const { sellerId } of rows) await notify(tx, 'inbox', JSON.stringify({ userId: sellerId }));
    return rows.length;
  });
}

/** Ends the alerts of users. */
export async function forgetStockAlertsOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('stockAlerts').where('userId', 'in', userIds).execute();
}
