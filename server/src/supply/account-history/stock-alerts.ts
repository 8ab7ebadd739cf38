import type { Robux } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { announceInbox } from '../../people/inbox/inbox.ts';
import { type Db, inTransaction, type Tx } from '../../platform/db/pool.ts';

/** Sets below how many Robux a seller's stock is low; null ends the alert. Stock that is low already makes no news. */
export async function setStockAlert(tx: Tx, userId: string, robux: Robux | null): Promise<void> {
  if (robux === null) return forgetStockAlertsOf(tx, [userId]);
  await sql`
    insert into stock_alerts (user_id, robux, is_low) values (${userId}, ${robux}, robux_for_sale(${userId}) < ${robux})
    on conflict (user_id) do update set robux = excluded.robux, is_low = excluded.is_low`.execute(tx);
}

/** Adds the news for sellers whose stock has fallen below their threshold. Returns how many. */
export async function notifyLowStock(db: Db): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ sellerId: string }>`select * from notify_low_stock()`.execute(tx);
    for (const { sellerId } of rows) await announceInbox(tx, sellerId);
    return rows.length;
  });
}

/** Ends the alerts of users. */
export async function forgetStockAlertsOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('stockAlerts').where('userId', 'in', userIds).execute();
}
