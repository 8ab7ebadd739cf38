import { notify, type Tx } from '../../platform/db/pool.ts';
import { settleAtHeight } from '../ledger/settlement.ts';

/** Brings what deposits have paid to where the chain at `height` has them, and tells those whose earnings changed. */
export async function settleDeposits(tx: Tx, height: number): Promise<void> {
  for (const userId of await settleAtHeight(tx, height)) await notify(tx, 'wallet', userId);
}
