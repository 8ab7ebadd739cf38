import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../src/platform/db/pool.ts';
import type { TestDatabase } from './database.ts';

/**
 * Runs `work` in a transaction. Returns how many rows PostgreSQL read of each table meanwhile, by any plan and in functions too. A
 * look-up in an index counts as a row.
 */
export function rowsRead(
  db: Db,
  work: (tx: Tx) => Promise<unknown>,
): Promise<Readonly<Record<string, number>>> {
  return inTransaction(db, async (tx) => {
    const before = await counters(tx);
    await work(tx);
    const after = await counters(tx);
    return Object.fromEntries([...after].map(([table, count]) => [table, count - (before.get(table) ?? 0)]));
  });
}

/** They contain earlier transactions of the connection too. */
async function counters(tx: Tx): Promise<Map<string, number>> {
  const { rows } = await sql<{ table: string; count: number }>`
    select relname as table, seq_tup_read + coalesce(idx_scan + idx_tup_fetch, 0) as count from pg_stat_xact_user_tables`.execute(
    tx,
  );
  return new Map(rows.map(({ table, count }) => [table, count]));
}

/**
 * Copies a row of a table `count` times without its triggers and references. `changes` are SQL values by column; `n` is the
 * number of the copy. Then the planner learns the new size.
 */
export async function copyRow(
  { asOwner }: TestDatabase,
  table: string,
  id: string,
  count: number,
  changes: Readonly<Record<string, string>>,
): Promise<void> {
  // `n` is no column, but makes PostgreSQL compute the values for each copy
  const pairs = Object.entries({ n: 'n', ...changes }).flatMap(([column, value]) => [`'${column}'`, value]);
  await asOwner(`set session_replication_role = replica;
    insert into ${table} select copy.* from ${table} old, generate_series(1, ${count}) n,
      jsonb_populate_record(old, jsonb_build_object(${pairs.join(', ')})) copy where old.id = '${id}';
    analyze ${table}`);
}
