import { sql } from 'kysely';
import { type Db, notify, type Tx } from '../../platform/db/pool.ts';

/**
 * Settles deposits that are deep enough with the chain at `height`, unsettles those that no longer are, and notifies the
 * sellers whose earnings changed. The caller holds the chain's lock (docs/guide/money.md).
 */
export async function settleDeposits(tx: Tx, height: number): Promise<void> {
  const { rows } = await sql<{
    userId: string;
  }>`select user_id from settlement_apply_height(${height})`.execute(tx);
  for (const { userId } of rows) await notify(tx, 'wallet', userId);
}

/** Releases the earnings that wait for a reversed deposit; the house bears the loss. Returns the users who own them. */
export async function releaseEarnings(tx: Tx, depositId: string): Promise<string[]> {
  const { rows } = await sql<{
    userId: string;
  }>`select user_id from settlement_release(${depositId}::uuid)`.execute(tx);
  return rows.map(({ userId }) => userId);
}

/** When a wallet first received money from a buyer's wallet; null if never. */
export async function firstTradeAt(db: Db | Tx, accountName: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select first_trade_at(${accountName}) as at`.execute(db);
  return rows[0]!.at;
}
