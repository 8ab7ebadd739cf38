import { refuseRestored } from '../../platform/db/identity.ts';
import { lockName } from '../../platform/db/lock-name.ts';
import { type Db, inTransaction, type Tx } from '../../platform/db/pool.ts';
import { Outage } from '../../platform/outage.ts';
import { awaitsSkipping } from './address-gaps.ts';
import { type Cursor, chainCursor } from './litecoin.reads.ts';

/**
 * Runs `work` under the chain lock if the cursor is unchanged. Null when another scanner moved it; then nothing was
 * done.
 */
export async function atCursor<Result>(
  db: Db,
  expected: Cursor | null,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result | null> {
  return inTransaction(db, async (tx) => {
    await lockName(tx, CHAIN_LOCK);
    await refuseRestored(tx);
    if (await awaitsSkipping(tx))
      throw new Outage('the database was restored: the chain is not followed before the signer has started');
    return (await chainCursor(tx))?.hash === expected?.hash ? work(tx) : null;
  });
}

/** The name of the chain lock. */
export const CHAIN_LOCK = 'litecoin chain';
