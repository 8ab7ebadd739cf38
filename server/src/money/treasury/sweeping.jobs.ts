import { type Litoshi, litoshi } from '@sterling/contract/money.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { parseAddress } from '../litecoin/address.ts';
import { payoutStopReason } from '../litecoin/guards.reads.ts';
import { freshHotScripts, type HotScript } from '../litecoin/hot-addresses.ts';
import { KEY_BRANCH } from '../litecoin/keys.ts';
import { freshPrice } from '../prices/prices.reads.ts';
import { adoptUncommitted } from '../signer/adopting.ts';
import type { SignedEntry } from '../signer/journal.ts';
import { journalSigned } from '../signer/journalling.ts';
import { signRequest } from '../signer/signing-request.ts';
import { divideKept, MIN_HOT_COIN } from '../withdrawals/coins.rules.ts';
import { payableFeeRate } from '../withdrawals/fee-rate.lookups.ts';
import type { PlannedOutput } from '../withdrawals/payment.ts';
import { keptOutputs, type Signing } from '../withdrawals/signing.jobs.ts';
import { spendableCoins } from '../withdrawals/withdrawals.reads.ts';
import { chooseSettled, divide } from './sweep.rules.ts';
import { depositCoins, type SweepCoin, unsignedPayouts } from './sweeps.reads.ts';
import { recordEmptySweep, recordSweepSigned } from './sweeps.ts';

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
  if (before) return adoptAgain(signing, before);
  const feeRate = await payableFeeRate(node, FEE_TARGET_BLOCKS);
  if (feeRate === null) return;
  const price = (await freshPrice(db))?.price ?? null;
  const coins = chooseSettled(await depositCoins(db, price), feeRate);
  const plan = await planSweep(signing, coins, feeRate);
  if (!plan) return inTransaction(db, (tx) => recordEmptySweep(tx, waiting.id));
  if ((await payoutStopReason(db)) !== null) return;
  const payment = signSweep(signing, plan);
  const { allowed, reason } = await node.testAccept(payment.hex);
  if (!allowed) {
    log.warn({ sweepId: waiting.id, reason }, 'litecoin: the node rejected a sweep');
    return;
  }
  // a coin may be reserved by now, or a stop may have begun: then nothing is committed or sent, and the next run chooses again
  await inTransaction(db, async (tx) => {
    if (!(await recordSweepSigned(tx, waiting.id, payment))) return;
    const { txid, hex, fee } = payment;
    await journalSigned(tx, signing.journal, { kind: 'sweep', id: waiting.id, txid, hex, fee });
  });
}

/** The signer died between journal and commit: the same bytes are recorded, or the sweep ends and a new one may start. */
async function adoptAgain({ db }: Signing, entry: SignedEntry): Promise<void> {
  await inTransaction(db, async (tx) => {
    if ((await adoptUncommitted(tx, entry)) === 'contradictory') await recordEmptySweep(tx, entry.id);
  });
}

interface SweepPlan {
  readonly coins: readonly SweepCoin[];
  readonly cold: PlannedOutput | null;
  readonly hot: readonly (HotScript & PlannedOutput)[];
  readonly fee: Litoshi;
}

function signSweep({ signer, policy }: Signing, { coins, cold, hot, fee }: SweepPlan) {
  const kept = cold ? [...hot, cold] : hot;
  const { hex, txid, keptAt } = signRequest(signer, policy, {
    kind: 'sweep',
    plan: { inputs: coins, payee: null, kept, fee },
    hotPaths: hot.map(({ path }) => path),
  });
  const arriving = litoshi(kept.reduce((sum, { amount }) => sum + amount, 0));
  return {
    hex,
    txid,
    fee,
    coins,
    arriving,
    kept: hot.map((output, nth) => ({ ...output, n: keptAt[nth]! })),
  };
}

/** Divides coins between the hot wallet, in one or more outputs to fresh addresses, and the cold storage. */
async function planSweep(
  { db, policy, signer }: Signing,
  coins: readonly SweepCoin[],
  feeRate: number,
): Promise<SweepPlan | null> {
  const { coldAddress, hotTarget, network } = policy;
  const coldScript = coldAddress === null ? null : parseAddress(coldAddress, network).script;
  const spendable = await spendableCoins(db);
  const store = coldScript && {
    scriptBytes: coldScript.length,
    hotBalance: litoshi(spendable.reduce((sum, { value }) => sum + value, 0)),
    hotTarget: litoshi(hotTarget + (await unsignedPayouts(db))),
  };
  const division = divide(coins, feeRate, store);
  if (!division) return null;
  const others = spendable.filter(({ value }) => value >= MIN_HOT_COIN).length;
  const divided = divideKept(division.hot, { others, feeRate });
  const parts = division.hot === 0 ? [] : divided.parts;
  const scripts = await freshHotScripts(db, signer.keys, KEY_BRANCH.receive, parts.length);
  return {
    coins,
    cold: coldScript && division.cold > 0 ? { script: coldScript, amount: division.cold } : null,
    hot: keptOutputs(scripts, parts),
    fee: division.hot === 0 ? division.fee : litoshi(division.fee + divided.fee),
  };
}
