import type { WalletType } from '@sterling/contract/fields.ts';
import {
  type Cents,
  DEPOSIT_CONFIRMATIONS,
  dollarsOf,
  type Litoshi,
  ltcOf,
  WITHDRAWAL_CONFIRMATIONS,
} from '@sterling/contract/money.ts';
import type { WalletTransaction } from '@sterling/contract/wallet.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { freshPrice } from '../prices/prices.reads.ts';

export interface HistoryQuery {
  readonly search?: string;
  readonly sort?: keyof typeof SORT_COLUMN;
  readonly dir?: 'asc' | 'desc';
  readonly page?: number;
  readonly pageSize?: number;
}

interface HistoryRow {
  readonly id: string;
  readonly type: WalletTransaction['type'];
  readonly cents: Cents;
  readonly litoshi: Litoshi;
  readonly address: string;
  readonly status: WalletTransaction['status'];
  readonly txid: string | null;
  readonly confirmations: number;
  readonly feeCents: Cents;
  readonly reason: string | null;
  readonly createdAt: Date;
}

const MAX_UNPAGED = 200;
const SORT_COLUMN = {
  createdAt: sql`created_at`,
  amount: sql`cents`,
  ltcAmount: sql`litoshi`,
  type: sql`type`,
  status: sql`status`,
};

/**
 * The movements between a wallet and the chain, and their total count: deposits of the buyer wallet or withdrawals of
 * the seller wallet, newest first unless sorted. `search` matches type, amount (plain and as shown), address and
 * status.
 */
export async function walletHistory(
  db: Db,
  userId: string,
  wallet: WalletType,
  { search = '', sort = 'createdAt', dir = 'desc', page = 1, pageSize = MAX_UNPAGED }: HistoryQuery = {},
): Promise<{ rows: WalletTransaction[]; total: number }> {
  const moves =
    wallet === 'buyer' ? depositsOf(userId, (await freshPrice(db))?.price ?? 0) : withdrawalsOf(userId);
  const found = sql`
    (select * from (${moves}) as moves where position(lower(${search}) in lower(concat_ws(chr(10), type, address, status,
      to_char(cents / 100.0, 'FM999999999999990.00'), to_char(cents / 100.0, 'FM$999,999,999,999,990.00')))) > 0) as found`;
  const [rows, counted] = await Promise.all([
    sql<HistoryRow>`
      select * from ${found} order by ${SORT_COLUMN[sort]} ${dir === 'asc' ? sql`asc` : sql`desc`}, created_at desc, id desc
      limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db),
    sql<{ total: number }>`select count(*) as total from ${found}`.execute(db),
  ]);
  return { rows: rows.rows.map(encode), total: counted.rows[0]!.total };
}

/** A user's deposits. Uncredited deposits are valued at `price` (cents per LTC, 0 without one). */
export function depositsOf(userId: string, price: number): RawBuilder<unknown> {
  return sql`
    select d.id, 'deposit' as type, d.litoshi, d.address, d.txid, 0::bigint as fee_cents, d.seen_at as created_at,
      coalesce(d.cents, floor(d.litoshi::numeric * ${price}::bigint / 100000000)::bigint) as cents,
      case d.status when 'credited' then 'completed' when 'reversed' then 'reversed' when 'orphaned' then 'failed'
        else 'pending' end as status, coalesce(depth, 0) as confirmations,
      case when d.status = 'small' then 'Below the minimum deposit. It will be credited together with later deposits'
        when d.status = 'reversed' then 'The Litecoin network reversed this payment'
        when d.status = 'orphaned' then 'This payment is no longer on the Litecoin network'
        when d.status = 'seen' and depth >= ${DEPOSIT_CONFIRMATIONS} and ${price}::bigint = 0
          then 'It will be credited when a fresh LTC price is available' end as reason
    from deposits d, lateral (select max(height) - d.height + 1 as depth from chain_blocks) as chain
    where d.user_id = ${userId}`;
}

/** A user's withdrawals, in the same columns. */
export function withdrawalsOf(userId: string): RawBuilder<unknown> {
  return sql`
    select w.id, 'withdrawal' as type, w.litoshi, w.address, w.txid,
      w.percentage_fee_cents + w.network_fee_cents as fee_cents, w.created_at, w.amount_cents as cents,
      case w.state when 'confirmed' then 'completed' when 'failed' then 'failed' else 'pending' end as status,
      coalesce((select max(height) from chain_blocks) - t.mined_height + 1, 0) as confirmations, w.reason
    from withdrawals w left join own_transactions t on t.txid = w.txid where w.user_id = ${userId}`;
}

function encode(row: HistoryRow): WalletTransaction {
  return {
    id: row.id,
    type: row.type,
    amount: dollarsOf(row.cents),
    ltcAmount: ltcOf(row.litoshi),
    ltcAddress: row.address,
    address: row.address,
    status: row.status,
    txid: row.txid,
    confirmations: row.confirmations,
    requiredConfirmations: row.type === 'deposit' ? DEPOSIT_CONFIRMATIONS : WITHDRAWAL_CONFIRMATIONS,
    fee: dollarsOf(row.feeCents),
    reason: row.reason,
    createdAt: row.createdAt.toISOString(),
  };
}
