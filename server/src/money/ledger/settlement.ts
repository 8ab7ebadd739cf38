import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/pool.ts';

/**
 * Settles deposits that are deep enough with the chain at `height`, and unsettles those that are not any longer; answers
 * the people whose earnings came free or have to wait again. The caller holds the chain's lock (docs/guide/money.md).
 */
export async function settleAtHeight(tx: Tx, height: number): Promise<string[]> {
  const { rows } = await sql<{
    userId: string;
  }>`select user_id from settlement_follow_depth(${height})`.execute(tx);
  return rows.map(({ userId }) => userId);
}

/** The house bears a deposit that was taken back: nobody's earnings wait for it any longer. Answers whose they are. */
export async function releaseEarnings(tx: Tx, depositId: string): Promise<string[]> {
  const { rows } = await sql<{
    userId: string;
  }>`select user_id from settlement_release(${depositId}::uuid)`.execute(tx);
  return rows.map(({ userId }) => userId);
}

/** When money first went from a buyer to a seller through a wallet, by its name; null: never. */
export async function firstTradeAt(db: Db | Tx, accountName: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select first_trade_at(${accountName}) as at`.execute(db);
  return rows[0]!.at;
}
