import { litoshi } from '@sterling/contract/money.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { parseAddress } from '../litecoin/address.ts';
import { freshPrice } from '../prices/prices.reads.ts';
import { adoptSigned } from '../signer/adopting.ts';
import type { SignedEntry } from '../signer/journal.ts';
import { journalSigned } from '../signer/journalling.ts';
import { HOT_PATH, signRequest } from '../signer/signing-request.ts';
import { feeRateToPay } from '../withdrawals/coins.rules.ts';
import type { PaymentPlan } from '../withdrawals/payment.ts';
import type { Signing } from '../withdrawals/signing.jobs.ts';
import { chooseSettled, type Division, divide } from './sweep.rules.ts';
import { depositCoins, reserves, type SweepCoin } from './treasury.reads.ts';
import { recordEmptySweep, recordSweepSigned } from './treasury.ts';

type SweepPlan = PaymentPlan & { readonly inputs: readonly SweepCoin[] };

/** A long target, because a sweep is not urgent. */
const FEE_TARGET_BLOCKS = 25;

/** Signs the requested sweep, if there is one and the node would accept it. Sends nothing. */
export async function signWaitingSweep(signing: Signing): Promise<void> {
  const { db, node, log } = signing;
  const waiting = await db
    .selectFrom('sweeps')
    .where('state', '=', 'requested')
    .select('id')
    .executeTakeFirst();
  if (!waiting) return;
  const before = signing.journal.find('sweep', waiting.id);
  if (before) return signAgain(signing, before);
  const feeRate = feeRateToPay(await node.estimateFeeRate(FEE_TARGET_BLOCKS));
  const price = (await freshPrice(db))?.price ?? null;
  const coins = chooseSettled(await depositCoins(db), { price, feeRate });
  const plan = await planSweep(signing, coins, feeRate);
  if (!plan) return inTransaction(db, (tx) => recordEmptySweep(tx, waiting.id));
  const { hex, txid } = signRequest(signing.signer, signing.policy, { kind: 'sweep', plan });
  const { allowed, reason } = await node.testAccept(hex);
  if (!allowed) {
    log.warn({ sweepId: waiting.id, reason }, 'litecoin: the node rejected a sweep');
    return;
  }
  const arriving = litoshi(plan.payee.amount + (plan.change?.amount ?? 0));
  const { fee } = plan;
  // a coin may be reserved by now: then nothing is committed or sent, and the next run chooses again
  await inTransaction(db, async (tx) => {
    if (await recordSweepSigned(tx, waiting.id, { txid, hex, fee, coins, arriving }))
      await journalSigned(tx, signing.journal, { kind: 'sweep', id: waiting.id, txid, hex, fee });
  });
}

/** The signer died between journal and commit: the same bytes are recorded, or the sweep ends and a new one may start. */
async function signAgain({ db }: Signing, entry: SignedEntry): Promise<void> {
  await inTransaction(db, async (tx) => {
    if ((await adoptSigned(tx, entry)) === 'contradictory') await recordEmptySweep(tx, entry.id);
  });
}

/** The hot wallet's part is the change when a part goes to the cold address, else the payee. */
async function planSweep(
  { db, policy, signer }: Signing,
  inputs: readonly SweepCoin[],
  feeRate: number,
): Promise<SweepPlan | null> {
  const { coldAddress, hotTarget, network } = policy;
  const hotScript = signer.keys.addressAt(HOT_PATH).script;
  const coldScript = coldAddress === null ? null : parseAddress(coldAddress, network).script;
  const store = coldScript && {
    scriptBytes: coldScript.length,
    hotBalance: (await reserves(db)).hot,
    hotTarget,
  };
  const division = divide(inputs, feeRate, store);
  return division && planOf(inputs, division, { hotScript, coldScript });
}

function planOf(
  inputs: readonly SweepCoin[],
  { hot, cold, fee }: Division,
  { hotScript, coldScript }: { hotScript: Uint8Array; coldScript: Uint8Array | null },
): SweepPlan {
  const toHot = { script: hotScript, amount: hot };
  if (!coldScript || cold === 0) return { inputs, payee: toHot, change: null, fee };
  return { inputs, payee: { script: coldScript, amount: cold }, change: hot > 0 ? toHot : null, fee };
}
