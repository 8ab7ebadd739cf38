import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../src/platform/db/pool.ts';
import type { TestDatabase } from './database.ts';

/** Runs `work` in a transaction. Returns how many rows PostgreSQL read of each table meanwhile, by any plan and in functions too. */
export function rowsRead(
  db: Db,
  work: (tx: Tx) => Promise<unknown>,
): Promise<Readonly<Record<string, number>>> {
  return inTransaction(db, async (tx) => {
    await work(tx);
    const { rows } = await sql<{ table: string; count: number }>`
      select relname as table, (seq_tup_read + idx_tup_fetch)::bigint as count from pg_stat_xact_user_tables
      where seq_tup_read + idx_tup_fetch > 0`.execute(tx);
    return Object.fromEntries(rows.map(({ table, count }) => [table, count]));
  });
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
