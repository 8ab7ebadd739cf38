import { sql } from 'kysely';
import type { Tx } from './pool.ts';

/** Locks a name across all processes until the transaction ends. Waits while another transaction has it. */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}
