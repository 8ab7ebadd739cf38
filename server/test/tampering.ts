import { sql } from 'kysely';
import { type Difference, proveBooks } from '../src/money/ledger/proof.ts';
import { openPool } from '../src/platform/db/pool.ts';
import type { TestDatabase } from './database.ts';

/** What the proof of the books reports after a change that the database owner makes without triggers. The change is rolled back. */
export async function differencesAfter({ url }: TestDatabase, change: string): Promise<Difference[]> {
  const owner = openPool(url, { role: null, max: 1 });
  const tampering = await owner.db.startTransaction().execute();
  try {
    await sql`set local session_replication_role = replica`.execute(tampering);
    await sql.raw(change).execute(tampering);
    return await proveBooks(tampering);
  } finally {
    await tampering.rollback().execute();
    await owner.close();
  }
}
