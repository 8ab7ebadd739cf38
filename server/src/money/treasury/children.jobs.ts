import { Transaction } from '@scure/btc-signer';
import { litoshi } from '@sterling/contract/money.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { eachAlone } from '../../platform/loop.ts';
import { payoutStopReason } from '../litecoin/guards.reads.ts';
import { KEY_BRANCH } from '../litecoin/keys.ts';
import { recordSignedTransaction } from '../litecoin/signed-payments.ts';
import { adoptUncommitted } from '../signer/adopting.ts';
import { journalSigned } from '../signer/journalling.ts';
import { feeRateAbove } from '../withdrawals/coins.rules.ts';
import type { Signing } from '../withdrawals/signing.jobs.ts';
import { canEnter, childFee, vbytesOf } from './child.rules.ts';
import { findStuckChange, type StuckChange } from './children.reads.ts';
import { attemptId, signInternalTransfer, URGENT_TARGET_BLOCKS } from './internal-transfer.jobs.ts';

/**
 * Signs a child for each stuck payment. The child spends our own output and pays a fee for its parents too, because
 * nodes do not accept replacements. A failure delays none of the others. Sends nothing.
 */
export async function signChildren(signing: Signing): Promise<void> {
  await eachAlone(await findStuckChange(signing.db), async ({ txid, n }) => {
    // a child helps all its ancestors, so the child before may have helped this payment
    const stuck = await findStuckChange(signing.db);
    const coin = stuck.find((each) => each.txid === txid && each.n === n);
    if (coin) await signChild(signing, coin);
  });
}

async function signChild(signing: Signing, coin: StuckChange): Promise<void> {
  const { db, node, log, journal } = signing;
  const id = await attemptId(db, 'child', coin);
  const before = journal.find('child', id);
  // the signer died between journal and commit: the same bytes are recorded
  if (before) return void (await inTransaction(db, (tx) => adoptUncommitted(tx, before)));
  const minimum = await node.minimumFeeRate();
  const feeRate = feeRateAbove(minimum, await node.estimateFeeRate(URGENT_TARGET_BLOCKS));
  const parents = coin.parents.map(({ hex, feeLitoshi }) => {
    const { vsize } = Transaction.fromRaw(Buffer.from(hex, 'hex'), { allowUnknownOutputs: true });
    return { vbytes: vsize, fee: litoshi(feeLitoshi) };
  });
  const fee = childFee(parents, coin.value, feeRate);
  if (fee === null || (await payoutStopReason(db)) !== null) return;
  const child = await signInternalTransfer(signing, 'child', {
    coin,
    fee,
    branch: KEY_BRANCH.change,
    parentVbytes: vbytesOf(parents),
  });
  const { allowed, reason } = await node.testAccept(child.hex);
  // a parent that the node lost is sent again with the child, if the node can take it
  if (!allowed && !(reason === 'missing-inputs' && canEnter(parents, minimum))) {
    log.warn({ txid: coin.txid, reason }, 'litecoin: the node would not relay a child of a stuck payment');
    return;
  }
  const { txid, hex } = child;
  const isSigned = await inTransaction(db, async (tx) => {
    if (!(await recordSignedTransaction(tx, 'child', child))) return false;
    await journalSigned(tx, journal, { kind: 'child', id, txid, hex, fee });
    return true;
  });
  if (isSigned)
    log.info({ parent: coin.txid, child: txid, fee }, 'treasury: signed a child for a stuck payment');
}
