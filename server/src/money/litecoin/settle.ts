import { notify, type Tx } from '../../platform/db/pool.ts';
import { settleAtHeight } from '../ledger/settlement.ts';

/** Settles or unsettles deposits for the chain at `height`, and notifies users whose earnings changed. */
export async function settleDeposits(tx: Tx, height: number): Promise<void> {
  for (const userId of await settleAtHeight(tx, height)) await notify(tx, 'wallet', userId);
}
