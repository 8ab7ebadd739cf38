import { refuseRestored } from '../../platform/db/identity.ts';
import { readClock, type Tx } from '../../platform/db/pool.ts';
import { awaitsComparison } from '../litecoin/restored.reads.ts';
import type { Journal, SignedEntry } from './journal.ts';

/**
 * Writes a signature to the journal. Call it last in the transaction that records the signature, so that the journal knows it
 * before any other process does. Throws in a restored database that is not compared with the chain yet.
 */
export async function journalSigned(tx: Tx, journal: Journal, entry: Omit<SignedEntry, 'at'>): Promise<void> {
  await refuseUncompared(tx);
  journal.append({ ...entry, at: (await readClock(tx)).toISOString() });
}

/** Throws in a restored database that is not compared with the chain yet. */
export async function refuseUncompared(tx: Tx): Promise<void> {
  await refuseRestored(tx);
  if (await awaitsComparison(tx))
    throw new Error('the database was restored: nothing is signed before it is compared with the chain');
}
