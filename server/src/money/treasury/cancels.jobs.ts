import { litoshi } from '@sterling/contract/money.ts';
import { inTransaction, type Tx } from '../../platform/db/pool.ts';
import { eachAlone } from '../../platform/loop.ts';
import { KEY_BRANCH } from '../litecoin/keys.ts';
import { recordSignedTransaction, type SignedPayment } from '../litecoin/signed-payments.ts';
import { adoptUncommitted } from '../signer/adopting.ts';
import { journalSigned } from '../signer/journalling.ts';
import { DUST_P2WPKH, estimateVbytes, feeCeiling, P2WPKH_SCRIPT_BYTES } from '../withdrawals/coins.rules.ts';
import { payableFeeRate } from '../withdrawals/fee-rate.lookups.ts';
import type { Signing } from '../withdrawals/signing.jobs.ts';
import { type Cancelled, findCancelled } from './cancels.reads.ts';
import { attemptId, signInternalTransfer, URGENT_TARGET_BLOCKS } from './internal-transfer.jobs.ts';

/**
 * Signs a cancel for each payment that was given up: it spends one of the payment's coins to the hot wallet, so that the
 * payment can never be mined once the cancel is deep. A failure delays none of the others. Sends nothing.
 */
export async function signCancels(signing: Signing): Promise<void> {
  await eachAlone(await findCancelled(signing.db), (cancelled) => signCancel(signing, cancelled));
}

async function signCancel(signing: Signing, { cancelled, coin }: Cancelled): Promise<void> {
  const { db, node, log, journal } = signing;
  const id = `${cancelled}:${await attemptId(db, 'cancel', coin)}`;
  const before = journal.find('cancel', id);
  // the signer died between journal and commit: the same bytes are recorded
  if (before) return void (await inTransaction(db, (tx) => adoptUncommitted(tx, before)));
  const feeRate = await payableFeeRate(node, URGENT_TARGET_BLOCKS);
  if (feeRate === null) return;
  const fee = litoshi(Math.ceil(feeRate * estimateVbytes(1, [P2WPKH_SCRIPT_BYTES])));
  const kept = litoshi(Math.max(0, coin.value - fee));
  // waits for lower fees
  if (kept < DUST_P2WPKH || fee > feeCeiling(kept)) return;
  const cancel = await signInternalTransfer(signing, 'cancel', { coin, fee, branch: KEY_BRANCH.change });
  const { allowed, reason } = await node.testAccept(cancel.hex);
  if (!allowed) {
    // the payment may still be in the node's mempool: it is mined, or the node drops it
    log.info({ txid: cancelled, reason }, 'litecoin: the node does not take a cancel yet');
    return;
  }
  const isSigned = await inTransaction(db, async (tx) => {
    if (!(await recordCancel(tx, cancelled, cancel))) return false;
    const { txid, hex } = cancel;
    await journalSigned(tx, journal, { kind: 'cancel', id, txid, hex, fee, instead: cancelled });
    return true;
  });
  if (isSigned) log.info({ txid: cancelled, cancel: cancel.txid, fee }, 'treasury: signed a cancel');
}

/** False, without a change, when the payment is mined by now or its coin has another use. */
async function recordCancel(tx: Tx, cancelled: string, cancel: SignedPayment): Promise<boolean> {
  const row = await tx
    .selectFrom('ownTransactions')
    .where('txid', '=', cancelled)
    .forUpdate()
    .select(['minedHeight', 'givenUpAt', 'kind'])
    .executeTakeFirstOrThrow();
  if (row.minedHeight !== null || (row.givenUpAt === null && row.kind !== 'unknown')) return false;
  return recordSignedTransaction(tx, 'cancel', cancel, cancelled);
}
