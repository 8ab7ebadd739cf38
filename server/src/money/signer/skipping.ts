import { inTransaction, moment, readClock } from '../../platform/db/pool.ts';
import { deriveGaps, gapEnds, skipBehind } from '../litecoin/address-gaps.ts';
import type { Signing } from '../withdrawals/signing.jobs.ts';

/**
 * Skips the addresses that were given out after an earlier restore of the same data. Only the journal knows of that restore.
 * Then notes where the gaps end now. Until then no deposit address is given out, and the chain is not followed.
 */
export async function skipIssued({
  db,
  journal,
  signer,
}: Omit<Signing, 'node' | 'log' | 'policy'>): Promise<void> {
  const waiting = await db
    .selectFrom('restores')
    .where('skippedAt', 'is', null)
    .orderBy('at')
    .select('id')
    .execute();
  for (const { id } of waiting) {
    await inTransaction(db, (tx) => skipBehind(tx, id, journal.gapEnds()));
    await deriveGaps(db, signer.keys);
    await inTransaction(db, async (tx) => {
      journal.appendSkipped(await gapEnds(tx), await readClock(tx));
      await tx
        .updateTable('restores')
        .set({ skippedAt: moment })
        .where('id', '=', id)
        .where('skippedAt', 'is', null)
        .execute();
    });
  }
}
