import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/pool.ts';

/**
 * Settles deposits that are deep enough at `height`, and unsettles deposits that no longer are. Answers the users whose
 * earnings changed. The caller holds the chain lock (docs/guide/money.md).
 */
export async function settleAtHeight(tx: Tx, height: number): Promise<string[]> {
  const { rows } = await sql<{
    userId: string;
  }>`select user_id from settlement_follow_depth(${height})`.execute(tx);
  return rows.map(({ userId }) => userId);
}

/** Releases the earnings that wait for a reversed deposit; the house bears the loss. Answers the users who own them. */
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
