import { Transaction } from '@scure/btc-signer';
import { litoshi } from '@sterling/contract/money.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { adoptSigned } from '../signer/adopting.ts';
import { journalSigned } from '../signer/journalling.ts';
import { HOT_PATH, signRequest } from '../signer/signing-request.ts';
import { feeRateToPay } from '../withdrawals/coins.rules.ts';
import type { Signing } from '../withdrawals/signing.jobs.ts';
import { childFee } from './child.rules.ts';
import { findStuckChange, type StuckChange } from './children.reads.ts';
import { recordChild } from './treasury.ts';

/** A short target, because stuck transactions have waited long enough. */
const FEE_TARGET_BLOCKS = 2;

/**
 * Signs a child for each stuck withdrawal. The child spends our own change and pays a fee for its parents too, because
 * nodes do not accept replacements. Sends nothing.
 */
export async function signChildren(signing: Signing): Promise<void> {
  const stuck = await findStuckChange(signing.db);
  if (stuck.length === 0) return;
  const feeRate = feeRateToPay(await signing.node.estimateFeeRate(FEE_TARGET_BLOCKS));
  for (const change of stuck) await signChild(signing, change, feeRate);
}

async function signChild(
  { db, node, log, signer, policy, journal }: Signing,
  coin: StuckChange,
  feeRate: number,
): Promise<void> {
  const id = `${coin.txid}:${coin.n}`;
  const before = journal.find('child', id);
  // the signer died between journal and commit: the same bytes are recorded
  if (before) return void (await inTransaction(db, (tx) => adoptSigned(tx, before)));
  const parents = coin.parents.map(({ hex, feeLitoshi }) => {
    const { vsize } = Transaction.fromRaw(Buffer.from(hex, 'hex'), { allowUnknownOutputs: true });
    return { vbytes: vsize, fee: litoshi(feeLitoshi) };
  });
  const fee = childFee(parents, coin.value, feeRate);
  if (fee === null) return;
  const { script, address } = signer.keys.addressAt(HOT_PATH);
  const plan = { inputs: [coin], payee: { script, amount: litoshi(coin.value - fee) }, change: null, fee };
  const { hex, txid } = signRequest(signer, policy, { kind: 'child', plan });
  // a parent that the node lost is sent again with the child; any other refusal means that the child cannot help
  const { allowed, reason } = await node.testAccept(hex);
  if (!allowed && reason !== 'missing-inputs') {
    log.warn({ txid: coin.txid, reason }, 'litecoin: the node rejected a child of a stuck withdrawal');
    return;
  }
  const kept = { address, amount: plan.payee.amount };
  const isSigned = await inTransaction(db, async (tx) => {
    if (!(await recordChild(tx, { txid, hex, fee, coins: [coin], kept }))) return false;
    await journalSigned(tx, journal, { kind: 'child', id, txid, hex, fee });
    return true;
  });
  if (isSigned)
    log.info({ parent: coin.txid, child: txid, fee }, 'treasury: signed a child for a stuck withdrawal');
}
