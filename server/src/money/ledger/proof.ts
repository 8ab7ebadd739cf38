import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/pool.ts';

export interface Difference {
  readonly what: string;
  /** The account, order or deposit that the difference is about. */
  readonly subject: string;
  readonly expected: number;
  readonly found: number;
}

/**
 * Proves the books from their postings and against chain outputs, deposits, withdrawals, orders, stock and the audit log
 * (docs/guide/money.md, Invariants). All parts read one snapshot. Returns every difference, and none when the books
 * balance. Throws the reason of `signal`, and ends the work of the database, when it is aborted.
 */
export async function proveBooks(db: Db | Tx, signal?: AbortSignal): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select * from ledger_differences()
    union all select * from event_differences()
    union all select * from ledger_day_differences()
    union all select * from reference_differences()
    union all select * from value_differences()
    union all select * from owner_differences()
    union all select * from litecoin_differences()
    union all select * from coin_differences()
    union all select * from withdrawal_differences()
    union all select * from order_differences()
    union all select * from pre_order_differences()
    union all select * from transaction_differences()
    union all select * from settlement_differences()
    union all select * from affiliate_differences()
    union all select * from audit_differences()`.execute(db, {
    signal,
    inflightQueryAbortStrategy: 'cancel query',
  });
  return rows.map(({ what, subject, expected, found }) => ({
    what,
    subject,
    expected: Number(expected),
    found: Number(found),
  }));
}
