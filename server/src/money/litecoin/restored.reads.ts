import type { Db, Tx } from '../../platform/db/pool.ts';

/**
 * Whether the signer has still to compare a restored database with the chain. Until then an unsigned withdrawal may
 * have been paid, so its money must not return.
 */
export async function awaitsComparison(db: Db | Tx): Promise<boolean> {
  const waiting = await db
    .selectFrom('restores')
    .where('comparedAt', 'is', null)
    .select('id')
    .executeTakeFirst();
  return waiting !== undefined;
}
