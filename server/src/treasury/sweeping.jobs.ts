import { litoshi } from '@sterling/contract/money.ts';
import { inTransaction } from '../db/pool.ts';
import { parseAddress } from '../litecoin/address.ts';
import { freshPrice } from '../prices/prices.reads.ts';
import type { Services } from '../services.ts';
import { feeRateToPay } from '../withdrawals/coins.rules.ts';
import { buildPayment, checkSigned, type PaymentPlan } from '../withdrawals/payment.ts';
import type { Signing } from '../withdrawals/signing.jobs.ts';
import { chooseSettled, type Division, divide } from './sweep.rules.ts';
import { depositCoins, reserves, type SweepCoin } from './treasury.reads.ts';
import { recordNothing, recordSweepSigned } from './treasury.ts';

export type Sweeping = Signing & Pick<Services, 'config'>;

/** A sweep is in no hurry. */
const FEE_TARGET_BLOCKS = 25;

/** Signs the sweep that waits, if there is one and the node would take it; nothing is sent. */
export async function signWaitingSweep(sweeping: Sweeping): Promise<void> {
  const { db, node, log } = sweeping;
  const waiting = await db
    .selectFrom('sweeps')
    .where('state', '=', 'requested')
    .select('id')
    .executeTakeFirst();
  if (!waiting) return;
  const feeRate = feeRateToPay(await node.estimateFeeRate(FEE_TARGET_BLOCKS));
  const price = (await freshPrice(db))?.price ?? null;
  const coins = chooseSettled(await depositCoins(db), { price, feeRate });
  const plan = await planSweep(sweeping, coins, feeRate);
  if (!plan) return inTransaction(db, (tx) => recordNothing(tx, waiting.id));
  const { hex, txid } = sign(sweeping, coins, plan);
  const { allowed, reason } = await node.testAccept(hex);
  if (!allowed) {
    log.warn({ sweepId: waiting.id, reason }, 'the litecoin node would not take a sweep');
    return;
  }
  const arriving = litoshi(plan.payee.amount + (plan.change?.amount ?? 0));
  const { fee } = plan;
  // a coin of it may be taken by now: then nothing was committed or sent, and the next look chooses anew
  await inTransaction(db, (tx) => recordSweepSigned(tx, waiting.id, { txid, hex, fee, coins, arriving }));
}

/** What stays hot is the change where something goes to the cold address, and else all there is. */
async function planSweep(
  { db, config, walletKeys }: Sweeping,
  inputs: readonly SweepCoin[],
  feeRate: number,
): Promise<PaymentPlan | null> {
  const { coldAddress, hotTarget, network } = config.litecoin;
  const hotScript = walletKeys.addressAt({ account: 'hot', branch: 0, index: 0 }).script;
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
): PaymentPlan {
  const toHot = { script: hotScript, amount: hot };
  if (!coldScript || cold === 0) return { inputs, payee: toHot, change: null, fee };
  return { inputs, payee: { script: coldScript, amount: cold }, change: hot > 0 ? toHot : null, fee };
}

function sign(
  { signer }: Sweeping,
  coins: readonly SweepCoin[],
  plan: PaymentPlan,
): { hex: string; txid: string } {
  const transaction = buildPayment(plan);
  signer.signP2wpkh(transaction, coins);
  return { hex: transaction.hex, txid: checkSigned(transaction.hex, plan).txid };
}
